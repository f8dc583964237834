ALTER TABLE practice_runs ADD COLUMN metrics TEXT COLLATE "C";
