-- Who changed what. Written before the change; `status` is that of the answer, and NULL when there was none.
CREATE TABLE audit_events (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  at TEXT NOT NULL,
  actor_method TEXT NOT NULL,
  user_uuid TEXT,
  credential_uuid TEXT,
  address TEXT,
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  fields TEXT NOT NULL,
  status BIGINT
);
CREATE INDEX audit_events_by_time ON audit_events (organisation_id, at DESC, uuid DESC);
