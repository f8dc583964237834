-- Trunks: where this server registers or which addresses call it, and the limits of its outbound calls.
CREATE TABLE sip_trunks (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,
  registrar TEXT COLLATE "C" NOT NULL,
  transport TEXT COLLATE "C" NOT NULL,
  username TEXT COLLATE "C",
  from_number TEXT COLLATE "C" NOT NULL,
  number_prefix TEXT COLLATE "C" NOT NULL,
  outbound_proxy TEXT COLLATE "C",
  allowed_addresses TEXT COLLATE "C" NOT NULL,
  registers INTEGER NOT NULL,
  -- User part of the Contact with which we register; nobody can guess it.
  contact_user TEXT COLLATE "C" NOT NULL UNIQUE,
  allowed_countries TEXT COLLATE "C" NOT NULL,
  max_calls BIGINT NOT NULL,
  calls_per_minute BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  is_registered INTEGER NOT NULL,
  last_response TEXT COLLATE "C",
  last_error TEXT COLLATE "C",
  -- The server that keeps the registration.
  owner_id TEXT COLLATE "C"
);
CREATE INDEX sip_trunks_by_organisation ON sip_trunks (organisation_id, created_at);
