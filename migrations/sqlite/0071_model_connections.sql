-- Language models that organisations connect, and the model of each agent.
CREATE TABLE model_connections (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  model TEXT NOT NULL,
  temperature REAL,
  max_output_tokens INTEGER,
  extra_body TEXT,
  is_default INTEGER NOT NULL,
  accepted_host TEXT,
  learned TEXT,
  last_error TEXT,
  last_error_at TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX model_connections_by_organisation ON model_connections (organisation_id, created_at);
ALTER TABLE voice_agents ADD COLUMN model TEXT;
ALTER TABLE voice_agents ADD COLUMN model_trouble TEXT;
