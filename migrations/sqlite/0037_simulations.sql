-- Judged practice calls, once for each run.
CREATE TABLE simulations (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  run_uuid TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX simulations_by_run ON simulations (organisation_id, run_uuid);
