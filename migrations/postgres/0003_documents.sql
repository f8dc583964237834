CREATE TABLE kb_documents (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- Whose it is: nobody else sees it, in the same organisation either.
  user_uuid TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  file_name TEXT COLLATE "C" NOT NULL,
  mime_type TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL,
  -- SHA-256 of the file, in hex: its name in the store.
  digest TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX kb_documents_by_user ON kb_documents (organisation_id, user_uuid, created_at DESC, uuid DESC);

-- Which files are needed, and by what. A file without a row here is removed.
CREATE TABLE file_references (
  organisation_id TEXT COLLATE "C" NOT NULL,
  holder_kind TEXT COLLATE "C" NOT NULL,
  holder_uuid TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (holder_kind, holder_uuid, digest)
);
CREATE INDEX file_references_by_digest ON file_references (digest);
