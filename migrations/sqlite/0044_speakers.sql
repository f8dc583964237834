-- Voices made from a reference clip.
CREATE TABLE speakers (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  description TEXT NOT NULL,
  deployed INTEGER NOT NULL,
  voice_sample_uuid TEXT,
  -- How it is spoken: engine, voice, parameters.
  voice TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  -- Who confirmed that the person agreed, and when.
  consent TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX speakers_by_name ON speakers (organisation_id, name);
-- Further clips with their words.
CREATE TABLE speaker_samples (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  speaker_uuid TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  transcript TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX speaker_samples_by_speaker ON speaker_samples (organisation_id, speaker_uuid);
