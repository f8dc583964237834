-- Size of the clip in bytes, for the quota of uploads; 0 for older samples.
ALTER TABLE speaker_samples ADD COLUMN size_bytes BIGINT NOT NULL DEFAULT 0;
