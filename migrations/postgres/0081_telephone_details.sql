-- Trunks whose digest user is not their user name, and what we offer for the audio of their calls.
ALTER TABLE sip_trunks ADD COLUMN auth_username TEXT COLLATE "C";
ALTER TABLE sip_trunks ADD COLUMN encrypted_audio INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sip_trunks ADD COLUMN wideband_audio INTEGER NOT NULL DEFAULT 0;
-- Whether the latest registration of a phone came from another address than its Contact; null while unknown.
ALTER TABLE phones ADD COLUMN behind_nat INTEGER;
