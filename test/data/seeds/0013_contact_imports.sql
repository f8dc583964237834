INSERT INTO contact_imports (uuid, organisation_id, user_uuid, status, dry_run, file_name, digest, format, mapping, tags,
  rows_done, created, updated, failed, errors, progress, created_at)
  VALUES ('i1', 'o1', 'u1', 'completed', 0, 'a.csv', 'd', 'csv', '{}', '[]', 2, 1, 0, 1,
    '[{"row":3,"phone":"5","detail":"no number"}]', 1, '2026-01-01T00:00:00.000Z');
