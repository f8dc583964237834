ALTER TABLE scenarios ADD COLUMN line_quality TEXT NOT NULL DEFAULT 'clear';
