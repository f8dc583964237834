-- Which models analysis uses, of the whole deployment: one row.
CREATE TABLE analysis_routing (
  id INTEGER PRIMARY KEY,
  settings TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE TABLE analysis_settings (
  organisation_id TEXT PRIMARY KEY,
  redaction INTEGER NOT NULL
);
