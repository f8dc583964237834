-- Language models that organisations connect, and the model of each agent.
CREATE TABLE model_connections (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  base_url TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  temperature DOUBLE PRECISION,
  max_output_tokens BIGINT,
  extra_body TEXT COLLATE "C",
  is_default INTEGER NOT NULL,
  accepted_host TEXT COLLATE "C",
  learned TEXT COLLATE "C",
  last_error TEXT COLLATE "C",
  last_error_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX model_connections_by_organisation ON model_connections (organisation_id, created_at);
ALTER TABLE voice_agents ADD COLUMN model TEXT COLLATE "C";
ALTER TABLE voice_agents ADD COLUMN model_trouble TEXT COLLATE "C";
