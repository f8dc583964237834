-- What the provider calls the leg to the teammate, or the request for it.
ALTER TABLE transfers ADD COLUMN provider_request_id TEXT;
ALTER TABLE transfers ADD COLUMN provider_call_id TEXT;
-- Written before the caller is sent over.
ALTER TABLE transfers ADD COLUMN joined_at TEXT;
