-- The server at which a phone is registered, and who connects the people of a transfer: this server, or the trunk.
ALTER TABLE phones ADD COLUMN owner_id TEXT;
ALTER TABLE sip_trunks ADD COLUMN transfers TEXT NOT NULL DEFAULT 'bridge';
