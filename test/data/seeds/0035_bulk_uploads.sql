INSERT INTO bulk_uploads (uuid, organisation_id, user_uuid, errors, created_at) VALUES
  ('b1', 'o1', 'u1', '[]', '2026-01-01T00:00:00.000Z');
INSERT INTO bulk_upload_items (upload_uuid, position, organisation_id, interaction_uuid, file_name, is_duplicate) VALUES
  ('b1', 0, 'o1', 'i1', 'a.wav', 0);
