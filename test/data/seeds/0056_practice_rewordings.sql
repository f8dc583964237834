UPDATE practice_runs SET error = 'It does not exist.', error_code = 'target_missing' WHERE uuid = 'r1';
INSERT INTO practice_wordings (uuid, organisation_id, digest, text, created_at)
  VALUES ('w1', 'o1', 'abc', 'I want a lamp.', '2026-01-01T00:00:00.000Z');
