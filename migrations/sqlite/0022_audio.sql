-- What was said in a recording of the knowledge base: one result of each, replaced as a whole.
CREATE TABLE audio_transcripts (
  document_uuid TEXT PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  -- The run that it came of; its sentences bear it.
  job_uuid TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  full_text TEXT NOT NULL,
  processed_at TEXT NOT NULL
);

-- Of the result, and of the run that is open.
CREATE TABLE audio_sentences (
  organisation_id TEXT NOT NULL,
  document_uuid TEXT NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  job_uuid TEXT NOT NULL,
  position INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  -- The end of the stretch that it was recognised in: an attempt after a crash goes on behind the last.
  piece_end_ms INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (job_uuid, position)
) WITHOUT ROWID;
CREATE INDEX audio_sentences_by_document ON audio_sentences (document_uuid);
