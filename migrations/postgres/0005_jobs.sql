CREATE TABLE jobs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  -- 'system' for the server's own.
  organisation_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('delayed', 'waiting', 'running', 'done', 'cancelled', 'dead')),
  priority BIGINT NOT NULL,
  unique_key TEXT COLLATE "C",
  key_stays INTEGER NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  run_at TEXT COLLATE "C" NOT NULL,
  attempts BIGINT NOT NULL,
  max_attempts BIGINT NOT NULL,
  owner TEXT COLLATE "C",
  token BIGINT NOT NULL,
  beat BIGINT NOT NULL,
  cancel_asked INTEGER NOT NULL,
  progress DOUBLE PRECISION NOT NULL,
  note TEXT COLLATE "C",
  error TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  finished_at TEXT COLLATE "C"
);
-- Each organisation's next job of a kind, and the organisations that have one, without reading the others.
CREATE INDEX jobs_by_turn ON jobs (kind, organisation_id, priority, run_at) WHERE status = 'waiting';
CREATE INDEX jobs_running ON jobs (kind) WHERE status = 'running';
CREATE INDEX jobs_due ON jobs (run_at) WHERE status = 'delayed';
CREATE INDEX jobs_over ON jobs (status, finished_at) WHERE finished_at IS NOT NULL;
CREATE UNIQUE INDEX jobs_by_key ON jobs (kind, organisation_id, unique_key)
  WHERE unique_key IS NOT NULL AND (key_stays = 1 OR status IN ('delayed', 'waiting', 'running'));

CREATE TABLE job_steps (
  job_uuid TEXT COLLATE "C" NOT NULL REFERENCES jobs (uuid) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_uuid, name)
);

-- Runners on other machines need not poll: the kind that has work, or '!' when a running job is to stop.
CREATE FUNCTION jobs_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parley_jobs', CASE WHEN NEW.status = 'waiting' THEN NEW.kind ELSE '!' END);
  RETURN NULL;
END $$;
CREATE TRIGGER jobs_added AFTER INSERT ON jobs FOR EACH ROW
  WHEN (NEW.status = 'waiting') EXECUTE FUNCTION jobs_notify();
CREATE TRIGGER jobs_turned AFTER UPDATE ON jobs FOR EACH ROW
  WHEN (NEW.status = 'waiting' AND OLD.status <> 'waiting'
    OR NEW.status = 'running' AND NEW.cancel_asked <> OLD.cancel_asked)
  EXECUTE FUNCTION jobs_notify();
