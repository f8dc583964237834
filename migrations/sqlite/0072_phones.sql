-- Telephones that register with this server, and the short numbers that they dial.
CREATE TABLE phones (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  extension TEXT NOT NULL,
  user_uuid TEXT REFERENCES users (uuid) ON DELETE SET NULL,
  -- The name with which the phone registers; unique on the whole server.
  sip_username TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  -- The latest registration; null while the phone is not registered.
  user_agent TEXT,
  address TEXT,
  registered_at TEXT,
  expires_at TEXT
);
CREATE UNIQUE INDEX phones_by_extension ON phones (organisation_id, extension);

ALTER TABLE flows ADD COLUMN extension TEXT;
CREATE INDEX flows_by_extension ON flows (organisation_id, extension) WHERE extension IS NOT NULL;
