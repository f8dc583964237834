-- Which models analysis uses, of the whole deployment: one row.
CREATE TABLE analysis_routing (
  id BIGINT PRIMARY KEY,
  settings TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE TABLE analysis_settings (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  redaction BIGINT NOT NULL
);
