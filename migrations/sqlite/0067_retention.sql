CREATE TABLE call_deletions (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  filter TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'done')),
  matched INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX call_deletions_by_time ON call_deletions (organisation_id, created_at, uuid);

-- Calls that neither retention nor deletion removes.
CREATE TABLE call_holds (
  call_uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX call_holds_by_organisation ON call_holds (organisation_id, created_at, call_uuid);


CREATE TABLE retention_settings (
  organisation_id TEXT PRIMARY KEY,
  recordings_days INTEGER,
  transcripts_days INTEGER,
  results_days INTEGER,
  webhooks_days INTEGER,
  updated_at TEXT NOT NULL
);
CREATE TABLE retention_runs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  ended TEXT NOT NULL,
  failed TEXT NOT NULL
);
CREATE INDEX retention_runs_by_time ON retention_runs (organisation_id, started_at);
