-- What a person decided about a run, beside the judge's verdict and scores.
CREATE TABLE practice_reviews (
  run_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  -- Null where the judge's verdict is right.
  verdict TEXT COLLATE "C",
  -- Scores that are other than the judge's.
  scores TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX practice_reviews_by_time ON practice_reviews (organisation_id, updated_at);
-- Runs that were judged once more.
CREATE TABLE judge_checks (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  run_uuid TEXT COLLATE "C" NOT NULL REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  verdict_before TEXT COLLATE "C" NOT NULL,
  verdict_after TEXT COLLATE "C" NOT NULL,
  scores_after TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX judge_checks_by_time ON judge_checks (organisation_id, created_at);
CREATE INDEX judge_checks_by_run ON judge_checks (run_uuid);
