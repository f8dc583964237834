-- What a person decided about a run, beside the judge's verdict and scores.
CREATE TABLE practice_reviews (
  run_uuid TEXT PRIMARY KEY REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  -- Null where the judge's verdict is right.
  verdict TEXT,
  -- Scores that are other than the judge's.
  scores TEXT NOT NULL,
  reason TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX practice_reviews_by_time ON practice_reviews (organisation_id, updated_at);
-- Runs that were judged once more.
CREATE TABLE judge_checks (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  run_uuid TEXT NOT NULL REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  verdict_before TEXT NOT NULL,
  verdict_after TEXT NOT NULL,
  scores_after TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX judge_checks_by_time ON judge_checks (organisation_id, created_at);
CREATE INDEX judge_checks_by_run ON judge_checks (run_uuid);
