-- Who may read a document, how answers name the parts of files without pages, and websites as documents.
ALTER TABLE kb_documents ADD COLUMN visibility TEXT COLLATE "C" NOT NULL DEFAULT 'private';
ALTER TABLE ocr_pages ADD COLUMN place TEXT COLLATE "C";
ALTER TABLE ocr_pages ADD COLUMN source TEXT COLLATE "C";

CREATE TABLE kb_websites (
  document_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  user_uuid TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  max_depth BIGINT NOT NULL,
  max_pages BIGINT NOT NULL,
  refresh_hours BIGINT,
  next_at TEXT COLLATE "C",
  checked_at TEXT COLLATE "C"
);
CREATE INDEX kb_websites_due ON kb_websites (next_at) WHERE next_at IS NOT NULL;
