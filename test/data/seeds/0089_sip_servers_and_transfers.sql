UPDATE sip_trunks SET transfers = 'refer';
INSERT INTO phones (uuid, organisation_id, name, extension, sip_username, created_at, registered_at, owner_id)
VALUES ('5d0b1f9e-0000-4000-8000-000000000089', 'o1', 'Attic', '289', 'p0000000089', '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z', 'server');
