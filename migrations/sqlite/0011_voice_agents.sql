CREATE TABLE voice_agents (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  -- Counted in each organisation, and never given twice.
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  persona_prompt TEXT NOT NULL,
  greeting TEXT NOT NULL,
  voice_config TEXT NOT NULL,
  languages TEXT NOT NULL,
  turn TEXT NOT NULL,
  tools TEXT NOT NULL,
  max_call_seconds INTEGER NOT NULL,
  voicemail TEXT,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX voice_agents_by_number ON voice_agents (organisation_id, number);

-- The last number of each organisation.
CREATE TABLE voice_agent_numbers (
  organisation_id TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
);

CREATE TABLE voice_agent_documents (
  organisation_id TEXT NOT NULL,
  agent_uuid TEXT NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  document_uuid TEXT NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (agent_uuid, document_uuid)
) WITHOUT ROWID;
CREATE INDEX voice_agent_documents_by_document ON voice_agent_documents (document_uuid);

ALTER TABLE flows ADD COLUMN voice_agent_uuid TEXT REFERENCES voice_agents (uuid) ON DELETE SET NULL;
CREATE INDEX flows_by_agent ON flows (voice_agent_uuid) WHERE voice_agent_uuid IS NOT NULL;
