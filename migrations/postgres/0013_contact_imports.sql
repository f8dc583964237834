-- Files of contacts, and how far their jobs have come.
CREATE TABLE contact_imports (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  dry_run INTEGER NOT NULL,
  file_name TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  format TEXT COLLATE "C" NOT NULL,
  country TEXT COLLATE "C",
  mapping TEXT COLLATE "C" NOT NULL,
  tags TEXT COLLATE "C" NOT NULL,
  rows_done BIGINT NOT NULL,
  created BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  errors TEXT COLLATE "C" NOT NULL,
  progress DOUBLE PRECISION NOT NULL,
  error TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C"
);
CREATE INDEX contact_imports_open ON contact_imports (organisation_id, status);
