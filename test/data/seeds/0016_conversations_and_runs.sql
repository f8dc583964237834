INSERT INTO conversation_numbers (organisation_id, last_number) VALUES ('o1', 1);
INSERT INTO conversations (uuid, organisation_id, number, agent, user_uuid, document_uuid, title, started_at, last_message_at, message_count) VALUES
  ('c1', 'o1', 1, 'ocr', 'u1', 'd1', 'Hours', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 1);
INSERT INTO conversation_messages (uuid, organisation_id, conversation_uuid, position, role, content, sent_at) VALUES
  ('m1', 'o1', 'c1', 1, 'user', 'When are you open?', '2026-01-01T00:00:01.000Z');
INSERT INTO document_runs (organisation_id, document_uuid, kind, job_uuid, status, error_code, error, began_at, ended_at) VALUES
  ('o1', 'd1', 'ocr', 'j1', 'done', NULL, NULL, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z');
