INSERT INTO contact_import_changes (organisation_id, import_uuid, contact_uuid, before, stored_at)
  VALUES ('o1', 'i1', 'c1', '{"name":"Ada"}', '2026-01-01T00:00:00.000Z');
INSERT INTO contact_import_refusals (organisation_id, import_uuid, row_number, cells, detail, stored_at)
  VALUES ('o1', 'i1', 3, '["5"]', 'no number', '2026-01-01T00:00:00.000Z');
