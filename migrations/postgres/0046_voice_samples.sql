-- Audition clips of voices.
CREATE TABLE voice_samples (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  speaker TEXT COLLATE "C" NOT NULL,
  language_code TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT NOT NULL,
  size_bytes BIGINT NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX voice_samples_by_voice ON voice_samples (organisation_id, speaker, language_code);
-- The last run that made some of them.
CREATE TABLE voice_sample_runs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  error TEXT COLLATE "C"
);
CREATE UNIQUE INDEX voice_sample_runs_running ON voice_sample_runs (organisation_id) WHERE finished_at IS NULL;
CREATE INDEX voice_sample_runs_by_start ON voice_sample_runs (organisation_id, started_at);
