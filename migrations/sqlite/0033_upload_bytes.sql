ALTER TABLE interactions ADD COLUMN recording_bytes INTEGER;
