-- Why a run has no verdict.
ALTER TABLE practice_runs ADD COLUMN error_code TEXT COLLATE "C";
UPDATE practice_runs SET error_code = 'customer_mistake' WHERE error LIKE 'The simulated customer made a mistake%';
UPDATE practice_runs SET error_code = 'timeout' WHERE status = 'timeout';
-- Criteria that a call failed, and that the run shows once more.
ALTER TABLE practice_runs ADD COLUMN proves TEXT COLLATE "C";
-- What a language model made of lines of simulated customers: said again when a run is repeated.
CREATE TABLE practice_wordings (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX practice_wordings_by_digest ON practice_wordings (organisation_id, digest);
CREATE INDEX practice_wordings_by_time ON practice_wordings (organisation_id, created_at);
