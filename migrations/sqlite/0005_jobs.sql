CREATE TABLE jobs (
  uuid TEXT PRIMARY KEY,
  -- 'system' for the server's own.
  organisation_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('delayed', 'waiting', 'running', 'done', 'cancelled', 'dead')),
  priority INTEGER NOT NULL,
  unique_key TEXT,
  key_stays INTEGER NOT NULL,
  payload TEXT NOT NULL,
  run_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  owner TEXT,
  token INTEGER NOT NULL,
  beat INTEGER NOT NULL,
  cancel_asked INTEGER NOT NULL,
  progress REAL NOT NULL,
  note TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT
);
-- Each organisation's next job of a kind, and the organisations that have one, without reading the others.
CREATE INDEX jobs_by_turn ON jobs (kind, organisation_id, priority, run_at) WHERE status = 'waiting';
CREATE INDEX jobs_running ON jobs (kind) WHERE status = 'running';
CREATE INDEX jobs_due ON jobs (run_at) WHERE status = 'delayed';
CREATE INDEX jobs_over ON jobs (status, finished_at) WHERE finished_at IS NOT NULL;
CREATE UNIQUE INDEX jobs_by_key ON jobs (kind, organisation_id, unique_key)
  WHERE unique_key IS NOT NULL AND (key_stays = 1 OR status IN ('delayed', 'waiting', 'running'));

CREATE TABLE job_steps (
  job_uuid TEXT NOT NULL REFERENCES jobs (uuid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  result TEXT NOT NULL,
  PRIMARY KEY (job_uuid, name)
) WITHOUT ROWID;
