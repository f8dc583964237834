-- Telephones that register with this server, and the short numbers that they dial.
CREATE TABLE phones (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,
  extension TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" REFERENCES users (uuid) ON DELETE SET NULL,
  -- The name with which the phone registers; unique on the whole server.
  sip_username TEXT COLLATE "C" NOT NULL UNIQUE,
  created_at TEXT COLLATE "C" NOT NULL,
  -- The latest registration; null while the phone is not registered.
  user_agent TEXT COLLATE "C",
  address TEXT COLLATE "C",
  registered_at TEXT COLLATE "C",
  expires_at TEXT COLLATE "C"
);
CREATE UNIQUE INDEX phones_by_extension ON phones (organisation_id, extension);

ALTER TABLE flows ADD COLUMN extension TEXT COLLATE "C";
CREATE INDEX flows_by_extension ON flows (organisation_id, extension) WHERE extension IS NOT NULL;
