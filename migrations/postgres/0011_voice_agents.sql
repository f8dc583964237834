CREATE TABLE voice_agents (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- Counted in each organisation, and never given twice.
  number BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  persona_prompt TEXT COLLATE "C" NOT NULL,
  greeting TEXT COLLATE "C" NOT NULL,
  voice_config TEXT COLLATE "C" NOT NULL,
  languages TEXT COLLATE "C" NOT NULL,
  turn TEXT COLLATE "C" NOT NULL,
  tools TEXT COLLATE "C" NOT NULL,
  max_call_seconds BIGINT NOT NULL,
  voicemail TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX voice_agents_by_number ON voice_agents (organisation_id, number);

-- The last number of each organisation.
CREATE TABLE voice_agent_numbers (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  last_number BIGINT NOT NULL
);

CREATE TABLE voice_agent_documents (
  organisation_id TEXT COLLATE "C" NOT NULL,
  agent_uuid TEXT COLLATE "C" NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  PRIMARY KEY (agent_uuid, document_uuid)
);
CREATE INDEX voice_agent_documents_by_document ON voice_agent_documents (document_uuid);

ALTER TABLE flows ADD COLUMN voice_agent_uuid TEXT COLLATE "C" REFERENCES voice_agents (uuid) ON DELETE SET NULL;
CREATE INDEX flows_by_agent ON flows (voice_agent_uuid) WHERE voice_agent_uuid IS NOT NULL;
