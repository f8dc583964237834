-- Reports that are made and sent by e-mail every week or every month.
CREATE TABLE report_schedules (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  -- Who sees the calls that the reports cover.
  user_uuid TEXT NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('week', 'month')),
  recipients TEXT NOT NULL,
  segment_uuids TEXT NOT NULL,
  next_at TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX report_schedules_by_uuid ON report_schedules (uuid);
CREATE INDEX report_schedules_of ON report_schedules (organisation_id, id);
CREATE INDEX report_schedules_due ON report_schedules (next_at);
-- The schedule that made it.
ALTER TABLE reports ADD COLUMN schedule_uuid TEXT;
