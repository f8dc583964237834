INSERT INTO call_deletions (uuid, organisation_id, user_uuid, filter, status, matched, deleted, kept, created_at, finished_at) VALUES
  ('deletion-1', 'o', 'u', '{}', 'done', 0, 0, 0, '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO call_holds (call_uuid, organisation_id, user_uuid, reason, created_at) VALUES
  ('call-1', 'o', 'u', NULL, '2026-01-01T00:00:00.000Z');
INSERT INTO retention_settings (organisation_id, recordings_days, transcripts_days, results_days, webhooks_days, updated_at) VALUES
  ('o', 30, NULL, NULL, 7, '2026-01-01T00:00:00.000Z');
INSERT INTO retention_runs (uuid, organisation_id, started_at, finished_at, ended, failed) VALUES
  ('retention-1', 'o', '2026-01-01T00:00:00.000Z', NULL, '{}', '[]');
