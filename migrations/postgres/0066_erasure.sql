-- Erasures of people and their proofs. The number is a keyed hash, so no row names the person.
CREATE TABLE erasures (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  number_hash TEXT COLLATE "C" NOT NULL,
  origin TEXT COLLATE "C" NOT NULL CHECK (origin IN ('person', 'command_line', 'restore')),
  user_uuid TEXT COLLATE "C",
  requested_at TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'done')),
  waiting TEXT COLLATE "C" NOT NULL,
  removed TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C",
  finished_at TEXT COLLATE "C"
);
CREATE INDEX erasures_by_time ON erasures (organisation_id, requested_at, uuid);

-- The call that practice material was made from.
ALTER TABLE personas ADD COLUMN source_call_uuid TEXT COLLATE "C";
CREATE INDEX personas_by_source ON personas (source_call_uuid) WHERE source_call_uuid IS NOT NULL;

-- The calls of a number.
CREATE INDEX calls_by_caller ON calls (organisation_id, from_number);
CREATE INDEX calls_by_callee ON calls (organisation_id, to_number);
