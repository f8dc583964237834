-- Whom an outbound call is for, and for which entry of a campaign's list it was placed.
ALTER TABLE calls ADD COLUMN contact_uuid TEXT COLLATE "C";
ALTER TABLE calls ADD COLUMN target_uuid TEXT COLLATE "C";
-- Written before the provider is asked to dial: whoever finds it set never asks again.
ALTER TABLE calls ADD COLUMN dialled_at TEXT COLLATE "C";
-- What the provider calls the request to dial, until it names the call itself.
ALTER TABLE calls ADD COLUMN provider_request_id TEXT COLLATE "C";
-- What others made of the call after it.
ALTER TABLE calls ADD COLUMN key_details TEXT COLLATE "C";
CREATE INDEX calls_by_contact ON calls (organisation_id, contact_uuid, created_at) WHERE contact_uuid IS NOT NULL;
