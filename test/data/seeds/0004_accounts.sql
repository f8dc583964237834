INSERT INTO organisations (uuid, name, created_at) VALUES ('o1', 'One', '2026-01-01T00:00:00.000Z'), ('o2', 'Two', '2026-01-02T00:00:00.000Z');
INSERT INTO users (uuid, email, name, password_hash, superadmin, waitlist_status, created_at) VALUES
  ('u1', 'one@example.com', 'One', '$argon2id$', 1, 'approved', '2026-01-01T00:00:00.000Z'),
  ('u2', 'two@example.com', NULL, NULL, 0, 'pending', '2026-01-02T00:00:00.000Z');
INSERT INTO memberships (user_uuid, organisation_id, role, created_at) VALUES ('u1', 'o1', 'admin', '2026-01-01T00:00:00.000Z');
INSERT INTO sessions (uuid, user_uuid, created_at, expires_at) VALUES ('s1', 'u1', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z');
INSERT INTO password_resets (token_sha256, user_uuid, expires_at) VALUES ('aa', 'u2', '2026-02-01T00:00:00.000Z');
INSERT INTO api_keys (uuid, organisation_id, user_uuid, name, prefix, sha256, scopes, created_at, last_used_at) VALUES
  ('k1', 'o1', 'u1', 'Key', 'pk_1', 'aa', '["voice:calls:read"]', '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO sealed_settings (organisation_id, name, sealed, updated_at) VALUES ('o1', 'provider', 'v1.x', '2026-01-01T00:00:00.000Z');
