INSERT INTO removed_upload_keys (organisation_id, key_hash, removed_at)
VALUES ('00000000-0000-4000-8000-000000000001', 'a0b1', '2026-01-01T00:00:00.000Z');
