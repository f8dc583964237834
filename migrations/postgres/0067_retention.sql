CREATE TABLE call_deletions (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  filter TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'done')),
  matched BIGINT NOT NULL,
  deleted BIGINT NOT NULL,
  kept BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C"
);
CREATE INDEX call_deletions_by_time ON call_deletions (organisation_id, created_at, uuid);

-- Calls that neither retention nor deletion removes.
CREATE TABLE call_holds (
  call_uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX call_holds_by_organisation ON call_holds (organisation_id, created_at, call_uuid);


CREATE TABLE retention_settings (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  recordings_days BIGINT,
  transcripts_days BIGINT,
  results_days BIGINT,
  webhooks_days BIGINT,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE TABLE retention_runs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  ended TEXT COLLATE "C" NOT NULL,
  failed TEXT COLLATE "C" NOT NULL
);
CREATE INDEX retention_runs_by_time ON retention_runs (organisation_id, started_at);
