-- Audition clips of voices.
CREATE TABLE voice_samples (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  speaker TEXT NOT NULL,
  language_code TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX voice_samples_by_voice ON voice_samples (organisation_id, speaker, language_code);
-- The last run that made some of them.
CREATE TABLE voice_sample_runs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  error TEXT
);
CREATE UNIQUE INDEX voice_sample_runs_running ON voice_sample_runs (organisation_id) WHERE finished_at IS NULL;
CREATE INDEX voice_sample_runs_by_start ON voice_sample_runs (organisation_id, started_at);
