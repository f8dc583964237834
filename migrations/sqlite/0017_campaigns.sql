-- JSON, an array of tags: whom an outbound campaign calls.
ALTER TABLE flows ADD COLUMN branches TEXT NOT NULL DEFAULT '[]';
ALTER TABLE flows ADD COLUMN start_date TEXT;
ALTER TABLE flows ADD COLUMN end_date TEXT;
ALTER TABLE flows ADD COLUMN time_window TEXT;
-- Why the server itself changed the status.
ALTER TABLE flows ADD COLUMN status_reason TEXT;
-- Calls in a row that the provider did not take.
ALTER TABLE flows ADD COLUMN provider_failures INTEGER NOT NULL DEFAULT 0;
ALTER TABLE flows ADD COLUMN updated_at TEXT NOT NULL DEFAULT '';
UPDATE flows SET updated_at = created_at;
-- Holds all that the figures of a campaign are made of, so that they read nothing else.
DROP INDEX calls_by_flow;
CREATE INDEX calls_by_flow ON calls (organisation_id, flow_uuid, created_at DESC, uuid, outcome, call_type, duration_ms);
