ALTER TABLE calls ADD COLUMN caller_verified INTEGER;
