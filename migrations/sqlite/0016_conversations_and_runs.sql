-- Conversations that people have with the document and the audio agent.
CREATE TABLE conversation_numbers (
  organisation_id TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE conversations (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  -- What it is called outside, in its organisation.
  number INTEGER NOT NULL,
  -- ocr or audio.
  agent TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  -- Null for one about no document.
  document_uuid TEXT REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  title TEXT NOT NULL,
  started_at TEXT NOT NULL,
  last_message_at TEXT NOT NULL,
  message_count INTEGER NOT NULL
);
CREATE UNIQUE INDEX conversations_by_number ON conversations (organisation_id, number);
CREATE INDEX conversations_by_user ON conversations (organisation_id, user_uuid, agent, last_message_at);
CREATE INDEX conversations_by_document ON conversations (document_uuid);

CREATE TABLE conversation_messages (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  conversation_uuid TEXT NOT NULL REFERENCES conversations (uuid) ON DELETE CASCADE,
  -- From 1, in the order of their times.
  position INTEGER NOT NULL,
  -- user or assistant.
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  sent_at TEXT NOT NULL
);
CREATE UNIQUE INDEX conversation_messages_in_order ON conversation_messages (conversation_uuid, position);

-- Long work on a document: the run that is open, or the last one, of each kind.
CREATE TABLE document_runs (
  organisation_id TEXT NOT NULL,
  document_uuid TEXT NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  -- ocr or audio.
  kind TEXT NOT NULL,
  -- The job that carries it out.
  job_uuid TEXT NOT NULL,
  -- open, done or failed.
  status TEXT NOT NULL,
  error_code TEXT,
  error TEXT,
  began_at TEXT NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (document_uuid, kind)
) WITHOUT ROWID;
CREATE UNIQUE INDEX document_runs_by_job ON document_runs (job_uuid);
