CREATE TABLE organisations (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE users (
  uuid TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT,
  password_hash TEXT,
  superadmin INTEGER NOT NULL,
  waitlist_status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE INDEX users_waiting ON users (waitlist_status, created_at);

CREATE TABLE memberships (
  user_uuid TEXT PRIMARY KEY REFERENCES users (uuid),
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid),
  role TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE INDEX memberships_by_organisation ON memberships (organisation_id);

CREATE TABLE sessions (
  uuid TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);

CREATE INDEX sessions_by_user ON sessions (user_uuid);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE password_resets (
  token_sha256 TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  expires_at TEXT NOT NULL
);

CREATE INDEX password_resets_by_user ON password_resets (user_uuid);

CREATE TABLE api_keys (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  name TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT
);

CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id, created_at);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

CREATE TABLE sealed_settings (
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sealed TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, name)
);
