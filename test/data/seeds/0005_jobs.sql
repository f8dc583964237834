INSERT INTO jobs (uuid, organisation_id, kind, status, priority, unique_key, key_stays, payload, run_at, attempts, max_attempts, token, beat, cancel_asked, progress, created_at) VALUES
  ('j1', 'o1', 'count', 'running', 1, 'one', 0, '{"a":1}', '2026-01-01T00:00:00.000Z', 1, 8, 5000000000, 2, 0, 0.5, '2026-01-01T00:00:00.000Z'),
  ('j2', 'system', 'count', 'done', 1, 'tick 7', 1, '{}', '2026-01-01T00:00:00.000Z', 1, 8, 1, 0, 0, 1, '2026-01-01T00:00:00.000Z');
INSERT INTO job_steps (job_uuid, name, result) VALUES ('j1', 'first', '{"sent":true}');
