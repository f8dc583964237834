-- Erasures of people and their proofs. The number is a keyed hash, so no row names the person.
CREATE TABLE erasures (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  number_hash TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('person', 'command_line', 'restore')),
  user_uuid TEXT,
  requested_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'done')),
  waiting TEXT NOT NULL,
  removed TEXT NOT NULL,
  outcome TEXT,
  finished_at TEXT
);
CREATE INDEX erasures_by_time ON erasures (organisation_id, requested_at, uuid);

-- The call that practice material was made from.
ALTER TABLE personas ADD COLUMN source_call_uuid TEXT;
CREATE INDEX personas_by_source ON personas (source_call_uuid) WHERE source_call_uuid IS NOT NULL;

-- The calls of a number.
CREATE INDEX calls_by_caller ON calls (organisation_id, from_number);
CREATE INDEX calls_by_callee ON calls (organisation_id, to_number);
