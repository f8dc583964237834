-- What an import did to each contact, while it can be undone.
CREATE TABLE contact_import_changes (
  organisation_id TEXT NOT NULL,
  import_uuid TEXT NOT NULL,
  contact_uuid TEXT NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  -- The contact as it was; null where the import created it.
  before TEXT,
  stored_at TEXT NOT NULL,
  PRIMARY KEY (import_uuid, contact_uuid)
) WITHOUT ROWID;
CREATE INDEX contact_import_changes_by_time ON contact_import_changes (stored_at);
CREATE INDEX contact_import_changes_by_contact ON contact_import_changes (contact_uuid);

-- Rejected rows as they were in the file, for a file of them; row 0 has the titles.
CREATE TABLE contact_import_refusals (
  organisation_id TEXT NOT NULL,
  import_uuid TEXT NOT NULL,
  row_number INTEGER NOT NULL,
  cells TEXT NOT NULL,
  detail TEXT NOT NULL,
  stored_at TEXT NOT NULL,
  PRIMARY KEY (import_uuid, row_number)
) WITHOUT ROWID;
CREATE INDEX contact_import_refusals_by_time ON contact_import_refusals (stored_at);

ALTER TABLE contact_imports ADD COLUMN undo_status TEXT;
ALTER TABLE contact_imports ADD COLUMN undo_removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN undo_restored INTEGER NOT NULL DEFAULT 0;
ALTER TABLE contact_imports ADD COLUMN undo_kept INTEGER NOT NULL DEFAULT 0;
