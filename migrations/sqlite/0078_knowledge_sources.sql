-- Who may read a document, how answers name the parts of files without pages, and websites as documents.
ALTER TABLE kb_documents ADD COLUMN visibility TEXT NOT NULL DEFAULT 'private';
ALTER TABLE ocr_pages ADD COLUMN place TEXT;
ALTER TABLE ocr_pages ADD COLUMN source TEXT;

CREATE TABLE kb_websites (
  document_uuid TEXT PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  user_uuid TEXT NOT NULL,
  url TEXT NOT NULL,
  max_depth INTEGER NOT NULL,
  max_pages INTEGER NOT NULL,
  refresh_hours INTEGER,
  next_at TEXT,
  checked_at TEXT
);
CREATE INDEX kb_websites_due ON kb_websites (next_at) WHERE next_at IS NOT NULL;
