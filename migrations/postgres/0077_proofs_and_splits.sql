-- Versions under test: in practice runs, in proofs before publishing, and in split tests of calls.
ALTER TABLE practice_runs ADD COLUMN agent_version BIGINT;
ALTER TABLE practice_runs ADD COLUMN proof_uuid TEXT COLLATE "C";
CREATE INDEX practice_runs_by_proof ON practice_runs (proof_uuid) WHERE proof_uuid IS NOT NULL;
CREATE TABLE agent_suites (
  agent_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  scenario_uuids TEXT COLLATE "C" NOT NULL,
  repeats BIGINT NOT NULL,
  mode TEXT COLLATE "C" NOT NULL CHECK (mode IN ('text', 'voice')),
  bar BIGINT,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE TABLE agent_proofs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  agent_uuid TEXT COLLATE "C" NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  user_uuid TEXT COLLATE "C",
  version_before BIGINT NOT NULL,
  version_after BIGINT NOT NULL,
  suite TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C"
);
CREATE INDEX agent_proofs_by_agent ON agent_proofs (organisation_id, agent_uuid, created_at DESC, uuid);
CREATE TABLE agent_splits (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  agent_uuid TEXT COLLATE "C" NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  user_uuid TEXT COLLATE "C",
  version BIGINT NOT NULL,
  other_version BIGINT NOT NULL,
  percent BIGINT NOT NULL,
  hash_key TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  ended_at TEXT COLLATE "C",
  ended_by TEXT COLLATE "C" CHECK (ended_by IN ('stopped', 'promoted'))
);
CREATE INDEX agent_splits_by_agent ON agent_splits (organisation_id, agent_uuid, started_at DESC, uuid);
CREATE UNIQUE INDEX agent_splits_in_progress ON agent_splits (agent_uuid) WHERE ended_at IS NULL;
CREATE INDEX calls_by_agent_version ON calls (organisation_id, voice_agent_uuid, agent_version, started_at) WHERE agent_version IS NOT NULL;
