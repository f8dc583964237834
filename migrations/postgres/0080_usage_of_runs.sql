-- Tokens of the language models in a practice run.
ALTER TABLE practice_runs ADD COLUMN usage TEXT COLLATE "C";
