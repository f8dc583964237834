-- Simulated customers.
CREATE TABLE personas (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  profile TEXT NOT NULL,
  objections TEXT NOT NULL,
  hidden_state TEXT NOT NULL,
  speech_habits TEXT NOT NULL,
  language_code TEXT NOT NULL,
  voice TEXT NOT NULL,
  document_uuids TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX personas_by_time ON personas (organisation_id, created_at, uuid);
-- What simulated customers know.
CREATE TABLE coach_documents (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL,
  -- Null where a document of the knowledge base has it.
  body TEXT,
  kb_document_uuid TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX coach_documents_by_time ON coach_documents (organisation_id, created_at, uuid);
CREATE TABLE scenarios (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  persona_uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  situation TEXT NOT NULL,
  objective TEXT NOT NULL,
  difficulty TEXT NOT NULL CHECK (difficulty IN ('easy', 'medium', 'hard', 'adversarial')),
  category TEXT,
  agent_opens INTEGER NOT NULL,
  hidden_state TEXT NOT NULL,
  stop_conditions TEXT NOT NULL,
  rubric TEXT,
  rubric_field_ids TEXT,
  tool_mocks TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX scenarios_by_time ON scenarios (organisation_id, created_at, uuid);
CREATE INDEX scenarios_by_persona ON scenarios (organisation_id, persona_uuid);
-- Practice calls.
CREATE TABLE practice_runs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  scenario_uuid TEXT NOT NULL,
  scenario_name TEXT NOT NULL,
  persona_uuid TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_uuid TEXT,
  mode TEXT NOT NULL,
  seed INTEGER NOT NULL,
  agent_opens INTEGER NOT NULL,
  agent_prompt TEXT,
  agent_model TEXT,
  status TEXT NOT NULL,
  verdict TEXT,
  score INTEGER,
  -- Persona, scenario, rubric and documents as they were when the run was created.
  snapshot TEXT NOT NULL,
  transcript TEXT NOT NULL,
  scores TEXT NOT NULL,
  summary TEXT,
  ended_reason TEXT,
  error TEXT,
  has_audio INTEGER NOT NULL,
  -- Of live practice.
  session_uuid TEXT,
  session_expires_at TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);
CREATE INDEX practice_runs_by_time ON practice_runs (organisation_id, created_at, uuid);
CREATE UNIQUE INDEX practice_runs_by_session ON practice_runs (session_uuid) WHERE session_uuid IS NOT NULL;
