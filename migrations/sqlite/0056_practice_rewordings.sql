-- Why a run has no verdict.
ALTER TABLE practice_runs ADD COLUMN error_code TEXT;
UPDATE practice_runs SET error_code = 'customer_mistake' WHERE error LIKE 'The simulated customer made a mistake%';
UPDATE practice_runs SET error_code = 'timeout' WHERE status = 'timeout';
-- Criteria that a call failed, and that the run shows once more.
ALTER TABLE practice_runs ADD COLUMN proves TEXT;
-- What a language model made of lines of simulated customers: said again when a run is repeated.
CREATE TABLE practice_wordings (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX practice_wordings_by_digest ON practice_wordings (organisation_id, digest);
CREATE INDEX practice_wordings_by_time ON practice_wordings (organisation_id, created_at);
