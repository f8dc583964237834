-- JSON: how the speakers of the recording were named, and whether its channels were exchanged.
ALTER TABLE interactions ADD COLUMN sides TEXT;
-- What is wrong with a recording that was transcribed nevertheless.
ALTER TABLE interactions ADD COLUMN recording_note TEXT;
ALTER TABLE extraction_fields ADD COLUMN only_if_connected INTEGER NOT NULL DEFAULT 0;
ALTER TABLE extraction_fields ADD COLUMN min_seconds INTEGER NOT NULL DEFAULT 0;
