CREATE TABLE removed_upload_keys (
  organisation_id TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  removed_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, key_hash)
);

-- The session in which a person began to listen; null for the operator of the machine and for earlier rows.
ALTER TABLE listening_sessions ADD COLUMN credential_uuid TEXT;
