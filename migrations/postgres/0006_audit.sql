-- Who changed what. Written before the change; `status` is that of the answer, and NULL when there was none.
CREATE TABLE audit_events (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  at TEXT COLLATE "C" NOT NULL,
  actor_method TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C",
  credential_uuid TEXT COLLATE "C",
  address TEXT COLLATE "C",
  request_id TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  fields TEXT COLLATE "C" NOT NULL,
  status BIGINT
);
CREATE INDEX audit_events_by_time ON audit_events (organisation_id, at DESC, uuid DESC);
