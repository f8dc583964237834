INSERT INTO ocr_documents (document_uuid, organisation_id, ocr_choice, total_pages, company_name, report_year, processed_at, company_evidence, year_evidence) VALUES
  ('d2', 'o2', 'general', 1, 'Acme', 2026, '2026-01-01T00:00:00.000Z', 'title page, 3 mentions', 'title page');
INSERT INTO conversation_messages (uuid, organisation_id, conversation_uuid, position, role, content, sent_at, answer) VALUES
  ('m2', 'o1', 'c1', 2, 'assistant', 'At nine. (page 1)', '2026-01-01T00:00:02.000Z', '{"isFound":true,"by":"text","sources":[{"place":"page 1","text":"At nine."}]}');
