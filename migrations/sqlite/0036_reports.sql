-- Statistics of a window, computed once and kept.
CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  status TEXT NOT NULL,
  error TEXT,
  window_name TEXT NOT NULL,
  range_from TEXT NOT NULL,
  range_to TEXT NOT NULL,
  segment_uuids TEXT NOT NULL,
  -- Null until it is completed.
  result TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE UNIQUE INDEX reports_by_uuid ON reports (uuid);
CREATE INDEX reports_by_time ON reports (organisation_id, created_at, id);
