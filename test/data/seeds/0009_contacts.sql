INSERT INTO contacts
  (uuid, organisation_id, phone, name, metadata, opted_out, attempts, search, created_at, updated_at)
  VALUES ('c1', 'o1', '+12025550143', 'Ada', '{"plan":"gold"}', 1, 2, 'ada', '2026-01-01T00:00:00.000Z',
    '2026-01-01T00:00:00.000Z');
INSERT INTO contact_tags (organisation_id, contact_uuid, tag) VALUES ('o1', 'c1', 'City:Pune');
