UPDATE sip_trunks SET auth_username = '100-auth', encrypted_audio = 1, wideband_audio = 1;
INSERT INTO phones (uuid, organisation_id, name, extension, sip_username, created_at, behind_nat)
VALUES ('5d0b1f9e-0000-4000-8000-000000000086', 'o1', 'Home', '286', 'p0000000086', '2026-01-01T00:00:00.000Z', 1);
