-- The operator adds documents and websites without an organisation of its own. A website ends with its document.
CREATE TABLE kb_websites_new (
  document_uuid TEXT PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  url TEXT NOT NULL,
  max_depth INTEGER NOT NULL,
  max_pages INTEGER NOT NULL,
  refresh_hours INTEGER,
  next_at TEXT,
  checked_at TEXT
);
INSERT INTO kb_websites_new
SELECT document_uuid, organisation_id, user_uuid, url, max_depth, max_pages, refresh_hours, next_at, checked_at
FROM kb_websites;
DROP TABLE kb_websites;
ALTER TABLE kb_websites_new RENAME TO kb_websites;
CREATE INDEX kb_websites_due ON kb_websites (next_at) WHERE next_at IS NOT NULL;
