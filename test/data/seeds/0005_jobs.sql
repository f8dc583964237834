INSERT INTO jobs (uuid, organisation_id, kind, status, priority, unique_key, key_stays, payload, run_at, attempts, max_attempts, owner, token, beat, cancel_asked, progress, note, error, created_at, started_at, finished_at) VALUES
  ('j1', 'o1', 'mail', 'waiting', 1, 'once', 0, '{}', '2026-01-01T00:00:00.000Z', 0, 8, NULL, 0, 0, 0, 0, NULL, NULL, '2026-01-01T00:00:00.000Z', NULL, NULL),
  ('j2', 'system', 'jobs.sweep', 'dead', 1, NULL, 1, '{"personal":{}}', '2026-01-01T00:00:00.000Z', 8, 8, 'gone', 9007199254740991, 3, 1, 0.5, 'a note', 'why', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z');
INSERT INTO job_steps (job_uuid, name, result) VALUES ('j2', 'first', '{"ok":true}');
