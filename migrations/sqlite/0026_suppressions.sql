CREATE TABLE suppressions (
  organisation_id TEXT NOT NULL,
  uuid TEXT NOT NULL UNIQUE,
  phone TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, phone)
);

INSERT INTO suppressions (organisation_id, uuid, phone, reason, created_at)
  SELECT organisation_id, uuid, phone, dnc_reason, updated_at FROM contacts WHERE opted_out = 1;
