INSERT INTO ocr_documents (document_uuid, organisation_id, ocr_choice, total_pages, company_name, report_year, processed_at) VALUES
  ('d1', 'o1', 'general', 1, 'Acme', 2026, '2026-01-01T00:00:00.000Z');
INSERT INTO ocr_pages (organisation_id, document_uuid, page_number, chunks) VALUES
  ('o1', 'd1', 1, '[{"text":"We are open.","kind":"body"}]');
