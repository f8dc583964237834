CREATE TABLE connected_numbers (
  organisation_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  phone_key TEXT NOT NULL,
  requires_signature INTEGER NOT NULL,
  connected_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, provider)
);

CREATE INDEX connected_numbers_by_number ON connected_numbers (phone_key, connected_at);
