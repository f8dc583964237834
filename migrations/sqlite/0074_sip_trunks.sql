-- Trunks: where this server registers or which addresses call it, and the limits of its outbound calls.
CREATE TABLE sip_trunks (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  registrar TEXT NOT NULL,
  transport TEXT NOT NULL,
  username TEXT,
  from_number TEXT NOT NULL,
  number_prefix TEXT NOT NULL,
  outbound_proxy TEXT,
  allowed_addresses TEXT NOT NULL,
  registers INTEGER NOT NULL,
  -- User part of the Contact with which we register; nobody can guess it.
  contact_user TEXT NOT NULL UNIQUE,
  allowed_countries TEXT NOT NULL,
  max_calls INTEGER NOT NULL,
  calls_per_minute INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  is_registered INTEGER NOT NULL,
  last_response TEXT,
  last_error TEXT,
  -- The server that keeps the registration.
  owner_id TEXT
);
CREATE INDEX sip_trunks_by_organisation ON sip_trunks (organisation_id, created_at);
