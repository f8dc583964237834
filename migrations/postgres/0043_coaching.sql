-- Simulated customers.
CREATE TABLE personas (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  profile TEXT COLLATE "C" NOT NULL,
  objections TEXT COLLATE "C" NOT NULL,
  hidden_state TEXT COLLATE "C" NOT NULL,
  speech_habits TEXT COLLATE "C" NOT NULL,
  language_code TEXT COLLATE "C" NOT NULL,
  voice TEXT COLLATE "C" NOT NULL,
  document_uuids TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX personas_by_time ON personas (organisation_id, created_at, uuid);
-- What simulated customers know.
CREATE TABLE coach_documents (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  -- Null where a document of the knowledge base has it.
  body TEXT COLLATE "C",
  kb_document_uuid TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX coach_documents_by_time ON coach_documents (organisation_id, created_at, uuid);
CREATE TABLE scenarios (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  persona_uuid TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  situation TEXT COLLATE "C" NOT NULL,
  objective TEXT COLLATE "C" NOT NULL,
  difficulty TEXT COLLATE "C" NOT NULL CHECK (difficulty IN ('easy', 'medium', 'hard', 'adversarial')),
  category TEXT COLLATE "C",
  agent_opens BIGINT NOT NULL,
  hidden_state TEXT COLLATE "C" NOT NULL,
  stop_conditions TEXT COLLATE "C" NOT NULL,
  rubric TEXT COLLATE "C",
  rubric_field_ids TEXT COLLATE "C",
  tool_mocks TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX scenarios_by_time ON scenarios (organisation_id, created_at, uuid);
CREATE INDEX scenarios_by_persona ON scenarios (organisation_id, persona_uuid);
-- Practice calls.
CREATE TABLE practice_runs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  scenario_uuid TEXT COLLATE "C" NOT NULL,
  scenario_name TEXT COLLATE "C" NOT NULL,
  persona_uuid TEXT COLLATE "C" NOT NULL,
  target_kind TEXT COLLATE "C" NOT NULL,
  target_uuid TEXT COLLATE "C",
  mode TEXT COLLATE "C" NOT NULL,
  seed BIGINT NOT NULL,
  agent_opens BIGINT NOT NULL,
  agent_prompt TEXT COLLATE "C",
  agent_model TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  verdict TEXT COLLATE "C",
  score BIGINT,
  -- Persona, scenario, rubric and documents as they were when the run was created.
  snapshot TEXT COLLATE "C" NOT NULL,
  transcript TEXT COLLATE "C" NOT NULL,
  scores TEXT COLLATE "C" NOT NULL,
  summary TEXT COLLATE "C",
  ended_reason TEXT COLLATE "C",
  error TEXT COLLATE "C",
  has_audio BIGINT NOT NULL,
  -- Of live practice.
  session_uuid TEXT COLLATE "C",
  session_expires_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  finished_at TEXT COLLATE "C"
);
CREATE INDEX practice_runs_by_time ON practice_runs (organisation_id, created_at, uuid);
CREATE UNIQUE INDEX practice_runs_by_session ON practice_runs (session_uuid) WHERE session_uuid IS NOT NULL;
