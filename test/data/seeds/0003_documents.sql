INSERT INTO kb_documents (uuid, organisation_id, user_uuid, title, file_name, mime_type, size_bytes, digest, created_at) VALUES
  ('d1', 'o1', 'u1', 'Opening hours', 'hours.pdf', 'application/pdf', 5000000000, 'aa', '2026-01-01T00:00:00.000Z'),
  ('d2', 'o2', 'u2', 'Opening hours', 'hours.pdf', 'application/pdf', 1, 'aa', '2026-01-01T00:00:00.000Z');
INSERT INTO file_references (organisation_id, holder_kind, holder_uuid, digest) VALUES
  ('o1', 'kb_document', 'd1', 'aa'),
  ('o2', 'kb_document', 'd2', 'aa');
