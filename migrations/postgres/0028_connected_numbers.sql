CREATE TABLE connected_numbers (
  organisation_id TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  phone_key TEXT COLLATE "C" NOT NULL,
  requires_signature INTEGER NOT NULL,
  connected_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, provider)
);

CREATE INDEX connected_numbers_by_number ON connected_numbers (phone_key, connected_at);
