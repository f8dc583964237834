INSERT INTO invitations (organisation_id, user_uuid, role, created_at) VALUES ('o1', 'u2', 'manager', '2026-01-03T00:00:00.000Z');
