INSERT INTO audit_events (uuid, organisation_id, at, actor_method, user_uuid, credential_uuid, address, request_id, action, subject, fields, status) VALUES
  ('a1', 'o1', '2026-01-01T00:00:00.000Z', 'session', 'u1', 's1', '127.0.0.1', 'r1', 'flow.create', 'f1', '{}', 200),
  ('a2', 'o2', '2026-01-01T00:00:00.000Z', 'system', NULL, NULL, NULL, 'r2', 'flow.create', 'f3', '{}', NULL);
