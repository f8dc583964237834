CREATE TABLE suppressions (
  organisation_id TEXT COLLATE "C" NOT NULL,
  uuid TEXT COLLATE "C" NOT NULL UNIQUE,
  phone TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, phone)
);

INSERT INTO suppressions (organisation_id, uuid, phone, reason, created_at)
  SELECT organisation_id, uuid, phone, dnc_reason, updated_at FROM contacts WHERE opted_out = 1;
