CREATE TABLE kb_documents (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  -- Whose it is: nobody else sees it, in the same organisation either.
  user_uuid TEXT NOT NULL,
  title TEXT NOT NULL,
  file_name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  -- SHA-256 of the file, in hex: its name in the store.
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX kb_documents_by_user ON kb_documents (organisation_id, user_uuid, created_at DESC, uuid DESC);

-- Which files are needed, and by what. A file without a row here is removed.
CREATE TABLE file_references (
  organisation_id TEXT NOT NULL,
  holder_kind TEXT NOT NULL,
  holder_uuid TEXT NOT NULL,
  digest TEXT NOT NULL,
  PRIMARY KEY (holder_kind, holder_uuid, digest)
);
CREATE INDEX file_references_by_digest ON file_references (digest);
