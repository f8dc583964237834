ALTER TABLE practice_runs ADD COLUMN clock TEXT COLLATE "C";
UPDATE practice_runs SET clock = 'real' WHERE mode = 'voice' AND target_kind <> 'human_rep';
