UPDATE kb_documents SET visibility = 'organisation';
UPDATE ocr_pages SET place = 'section Prices';
INSERT INTO kb_websites SELECT uuid, organisation_id, user_uuid, 'https://example.com/', 3, 100, 24, '2026-01-02T00:00:00.000Z', '2026-01-01T00:00:00.000Z' FROM kb_documents;
