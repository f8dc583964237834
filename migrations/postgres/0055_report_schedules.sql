-- Reports that are made and sent by e-mail every week or every month.
CREATE TABLE report_schedules (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  -- Who sees the calls that the reports cover.
  user_uuid TEXT COLLATE "C" NOT NULL,
  every TEXT COLLATE "C" NOT NULL CHECK (every IN ('week', 'month')),
  recipients TEXT COLLATE "C" NOT NULL,
  segment_uuids TEXT COLLATE "C" NOT NULL,
  next_at TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX report_schedules_by_uuid ON report_schedules (uuid);
CREATE INDEX report_schedules_of ON report_schedules (organisation_id, id);
CREATE INDEX report_schedules_due ON report_schedules (next_at);
-- The schedule that made it.
ALTER TABLE reports ADD COLUMN schedule_uuid TEXT COLLATE "C";
