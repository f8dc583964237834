INSERT INTO phones (uuid, organisation_id, name, extension, user_uuid, sip_username, created_at)
VALUES ('5d0b1f9e-0000-4000-8000-000000000072', 'o1', 'Desk', '201', NULL, 'p0000000001', '2026-01-01T00:00:00.000Z');
