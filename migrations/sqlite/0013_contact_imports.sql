-- Files of contacts, and how far their jobs have come.
CREATE TABLE contact_imports (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  status TEXT NOT NULL,
  dry_run INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  digest TEXT NOT NULL,
  format TEXT NOT NULL,
  country TEXT,
  mapping TEXT NOT NULL,
  tags TEXT NOT NULL,
  rows_done INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  errors TEXT NOT NULL,
  progress REAL NOT NULL,
  error TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX contact_imports_open ON contact_imports (organisation_id, status);
