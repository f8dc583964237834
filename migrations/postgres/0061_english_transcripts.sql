-- JSON: the text of each turn in English, as the last analysis read it; NULL where it read what was said.
ALTER TABLE transcripts ADD COLUMN english TEXT COLLATE "C";
