CREATE TABLE contacts (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  phone TEXT NOT NULL,
  name TEXT,
  email TEXT,
  language_code TEXT,
  timezone TEXT,
  metadata TEXT NOT NULL,
  opted_out INTEGER NOT NULL,
  dnc_reason TEXT,
  attempts INTEGER NOT NULL,
  last_called_at TEXT,
  last_outcome TEXT,
  search TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX contacts_by_phone ON contacts (organisation_id, phone);
CREATE INDEX contacts_by_time ON contacts (organisation_id, created_at DESC, uuid);
CREATE INDEX contacts_by_consent ON contacts (organisation_id, opted_out, created_at DESC, uuid);

CREATE TABLE contact_tags (
  organisation_id TEXT NOT NULL,
  contact_uuid TEXT NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (contact_uuid, tag)
) WITHOUT ROWID;
CREATE INDEX contact_tags_by_tag ON contact_tags (organisation_id, tag, contact_uuid);
