-- Statistics of a window, computed once and kept.
CREATE TABLE reports (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  error TEXT COLLATE "C",
  window_name TEXT COLLATE "C" NOT NULL,
  range_from TEXT COLLATE "C" NOT NULL,
  range_to TEXT COLLATE "C" NOT NULL,
  segment_uuids TEXT COLLATE "C" NOT NULL,
  -- Null until it is completed.
  result TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C"
);
CREATE UNIQUE INDEX reports_by_uuid ON reports (uuid);
CREATE INDEX reports_by_time ON reports (organisation_id, created_at, id);
