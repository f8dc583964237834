-- Settings of the whole installation, by name.
CREATE TABLE deployment_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
