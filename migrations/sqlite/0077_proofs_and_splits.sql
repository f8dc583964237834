-- Versions under test: in practice runs, in proofs before publishing, and in split tests of calls.
ALTER TABLE practice_runs ADD COLUMN agent_version INTEGER;
ALTER TABLE practice_runs ADD COLUMN proof_uuid TEXT;
CREATE INDEX practice_runs_by_proof ON practice_runs (proof_uuid) WHERE proof_uuid IS NOT NULL;
CREATE TABLE agent_suites (
  agent_uuid TEXT PRIMARY KEY REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  scenario_uuids TEXT NOT NULL,
  repeats INTEGER NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('text', 'voice')),
  bar INTEGER,
  updated_at TEXT NOT NULL
);
CREATE TABLE agent_proofs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  agent_uuid TEXT NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  user_uuid TEXT,
  version_before INTEGER NOT NULL,
  version_after INTEGER NOT NULL,
  suite TEXT NOT NULL,
  result TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX agent_proofs_by_agent ON agent_proofs (organisation_id, agent_uuid, created_at DESC, uuid);
CREATE TABLE agent_splits (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  agent_uuid TEXT NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  user_uuid TEXT,
  version INTEGER NOT NULL,
  other_version INTEGER NOT NULL,
  percent INTEGER NOT NULL,
  hash_key TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  ended_by TEXT CHECK (ended_by IN ('stopped', 'promoted'))
);
CREATE INDEX agent_splits_by_agent ON agent_splits (organisation_id, agent_uuid, started_at DESC, uuid);
CREATE UNIQUE INDEX agent_splits_in_progress ON agent_splits (agent_uuid) WHERE ended_at IS NULL;
CREATE INDEX calls_by_agent_version ON calls (organisation_id, voice_agent_uuid, agent_version, started_at) WHERE agent_version IS NOT NULL;
