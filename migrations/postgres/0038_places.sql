ALTER TABLE file_references ADD COLUMN place TEXT COLLATE "C";
ALTER TABLE jobs ADD COLUMN place TEXT COLLATE "C";
CREATE INDEX file_references_by_place ON file_references (place) WHERE place IS NOT NULL;
