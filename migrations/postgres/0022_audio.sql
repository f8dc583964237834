-- What was said in a recording of the knowledge base: one result of each, replaced as a whole.
CREATE TABLE audio_transcripts (
  document_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- The run that it came of; its sentences bear it.
  job_uuid TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT NOT NULL,
  full_text TEXT COLLATE "C" NOT NULL,
  processed_at TEXT COLLATE "C" NOT NULL
);

-- Of the result, and of the run that is open.
CREATE TABLE audio_sentences (
  organisation_id TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  job_uuid TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  start_ms BIGINT NOT NULL,
  end_ms BIGINT NOT NULL,
  -- The end of the stretch that it was recognised in: an attempt after a crash goes on behind the last.
  piece_end_ms BIGINT NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_uuid, position)
);
CREATE INDEX audio_sentences_by_document ON audio_sentences (document_uuid);
