CREATE TABLE contacts (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  phone TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C",
  email TEXT COLLATE "C",
  language_code TEXT COLLATE "C",
  timezone TEXT COLLATE "C",
  metadata TEXT COLLATE "C" NOT NULL,
  opted_out INTEGER NOT NULL,
  dnc_reason TEXT COLLATE "C",
  attempts BIGINT NOT NULL,
  last_called_at TEXT COLLATE "C",
  last_outcome TEXT COLLATE "C",
  search TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX contacts_by_phone ON contacts (organisation_id, phone);
CREATE INDEX contacts_by_time ON contacts (organisation_id, created_at DESC, uuid);
CREATE INDEX contacts_by_consent ON contacts (organisation_id, opted_out, created_at DESC, uuid);

CREATE TABLE contact_tags (
  organisation_id TEXT COLLATE "C" NOT NULL,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  tag TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (contact_uuid, tag)
);
CREATE INDEX contact_tags_by_tag ON contact_tags (organisation_id, tag, contact_uuid);
