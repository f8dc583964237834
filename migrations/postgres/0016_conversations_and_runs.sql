-- Conversations that people have with the document and the audio agent.
CREATE TABLE conversation_numbers (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  last_number BIGINT NOT NULL
);

CREATE TABLE conversations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- What it is called outside, in its organisation.
  number BIGINT NOT NULL,
  -- ocr or audio.
  agent TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  -- Null for one about no document.
  document_uuid TEXT COLLATE "C" REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  last_message_at TEXT COLLATE "C" NOT NULL,
  message_count BIGINT NOT NULL
);
CREATE UNIQUE INDEX conversations_by_number ON conversations (organisation_id, number);
CREATE INDEX conversations_by_user ON conversations (organisation_id, user_uuid, agent, last_message_at);
CREATE INDEX conversations_by_document ON conversations (document_uuid);

CREATE TABLE conversation_messages (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  conversation_uuid TEXT COLLATE "C" NOT NULL REFERENCES conversations (uuid) ON DELETE CASCADE,
  -- From 1, in the order of their times.
  position BIGINT NOT NULL,
  -- user or assistant.
  role TEXT COLLATE "C" NOT NULL,
  content TEXT COLLATE "C" NOT NULL,
  sent_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX conversation_messages_in_order ON conversation_messages (conversation_uuid, position);

-- Long work on a document: the run that is open, or the last one, of each kind.
CREATE TABLE document_runs (
  organisation_id TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  -- ocr or audio.
  kind TEXT COLLATE "C" NOT NULL,
  -- The job that carries it out.
  job_uuid TEXT COLLATE "C" NOT NULL,
  -- open, done or failed.
  status TEXT COLLATE "C" NOT NULL,
  error_code TEXT COLLATE "C",
  error TEXT COLLATE "C",
  began_at TEXT COLLATE "C" NOT NULL,
  ended_at TEXT COLLATE "C",
  PRIMARY KEY (document_uuid, kind)
);
CREATE UNIQUE INDEX document_runs_by_job ON document_runs (job_uuid);
