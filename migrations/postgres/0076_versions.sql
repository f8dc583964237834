-- Versions of agents, campaigns, personas and scorecard fields, and the versions that each call ran with.
CREATE TABLE versions (
  organisation_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  definition TEXT COLLATE "C" NOT NULL,
  author_uuid TEXT COLLATE "C",
  author_method TEXT COLLATE "C",
  note TEXT COLLATE "C",
  restored_from BIGINT,
  is_draft BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, kind, subject, number)
);
ALTER TABLE voice_agents ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE voice_agents ADD COLUMN draft_version BIGINT;
ALTER TABLE flows ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE personas ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE extraction_fields ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE calls ADD COLUMN voice_agent_uuid TEXT COLLATE "C";
ALTER TABLE calls ADD COLUMN agent_version BIGINT;
ALTER TABLE calls ADD COLUMN flow_version BIGINT;
