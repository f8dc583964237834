-- Versions of agents, campaigns, personas and scorecard fields, and the versions that each call ran with.
CREATE TABLE versions (
  organisation_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  number INTEGER NOT NULL,
  definition TEXT NOT NULL,
  author_uuid TEXT,
  author_method TEXT,
  note TEXT,
  restored_from INTEGER,
  is_draft INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, kind, subject, number)
);
ALTER TABLE voice_agents ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE voice_agents ADD COLUMN draft_version INTEGER;
ALTER TABLE flows ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE personas ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE extraction_fields ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE calls ADD COLUMN voice_agent_uuid TEXT;
ALTER TABLE calls ADD COLUMN agent_version INTEGER;
ALTER TABLE calls ADD COLUMN flow_version INTEGER;
