-- Judged practice calls, once for each run.
CREATE TABLE simulations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  run_uuid TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX simulations_by_run ON simulations (organisation_id, run_uuid);
