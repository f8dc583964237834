INSERT INTO erasures (uuid, organisation_id, number_hash, origin, user_uuid, requested_at, status, waiting, removed, outcome, finished_at) VALUES
  ('erasure-1', 'o', 'hmac:00', 'person', NULL, '2026-01-01T00:00:00.000Z', 'done', '[]', '{}', NULL, NULL);
