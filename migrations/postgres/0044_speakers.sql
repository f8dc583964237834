-- Voices made from a reference clip.
CREATE TABLE speakers (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  language TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  deployed INTEGER NOT NULL,
  voice_sample_uuid TEXT COLLATE "C",
  -- How it is spoken: engine, voice, parameters.
  voice TEXT COLLATE "C" NOT NULL,
  mime_type TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  -- Who confirmed that the person agreed, and when.
  consent TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX speakers_by_name ON speakers (organisation_id, name);
-- Further clips with their words.
CREATE TABLE speaker_samples (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  speaker_uuid TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT NOT NULL,
  transcript TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX speaker_samples_by_speaker ON speaker_samples (organisation_id, speaker_uuid);
