-- What an import did to each contact, while it can be undone.
CREATE TABLE contact_import_changes (
  organisation_id TEXT COLLATE "C" NOT NULL,
  import_uuid TEXT COLLATE "C" NOT NULL,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  -- The contact as it was; null where the import created it.
  before TEXT COLLATE "C",
  stored_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (import_uuid, contact_uuid)
);
CREATE INDEX contact_import_changes_by_time ON contact_import_changes (stored_at);
CREATE INDEX contact_import_changes_by_contact ON contact_import_changes (contact_uuid);

-- Rejected rows as they were in the file, for a file of them; row 0 has the titles.
CREATE TABLE contact_import_refusals (
  organisation_id TEXT COLLATE "C" NOT NULL,
  import_uuid TEXT COLLATE "C" NOT NULL,
  row_number BIGINT NOT NULL,
  cells TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C" NOT NULL,
  stored_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (import_uuid, row_number)
);
CREATE INDEX contact_import_refusals_by_time ON contact_import_refusals (stored_at);

ALTER TABLE contact_imports ADD COLUMN undo_status TEXT COLLATE "C";
ALTER TABLE contact_imports ADD COLUMN undo_removed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN undo_restored BIGINT NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN undo_kept BIGINT NOT NULL DEFAULT 0;
