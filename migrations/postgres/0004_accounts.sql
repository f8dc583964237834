CREATE TABLE organisations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE users (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL UNIQUE,
  name TEXT COLLATE "C",
  password_hash TEXT COLLATE "C",
  superadmin INTEGER NOT NULL,
  waitlist_status TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX users_waiting ON users (waitlist_status, created_at);

CREATE TABLE memberships (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES users (uuid),
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid),
  role TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX memberships_by_organisation ON memberships (organisation_id);

CREATE TABLE sessions (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX sessions_by_user ON sessions (user_uuid);
CREATE INDEX sessions_by_end ON sessions (expires_at);

CREATE TABLE password_resets (
  token_sha256 TEXT COLLATE "C" PRIMARY KEY,
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  expires_at TEXT COLLATE "C" NOT NULL
);

CREATE INDEX password_resets_by_user ON password_resets (user_uuid);

CREATE TABLE api_keys (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  name TEXT COLLATE "C" NOT NULL,
  prefix TEXT COLLATE "C" NOT NULL UNIQUE,
  sha256 TEXT COLLATE "C" NOT NULL,
  scopes TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  last_used_at TEXT COLLATE "C"
);

CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id, created_at);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

CREATE TABLE sealed_settings (
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  sealed TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, name)
);
