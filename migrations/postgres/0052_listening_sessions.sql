-- People who listened to calls in progress.
CREATE TABLE listening_sessions (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  call_uuid TEXT COLLATE "C" NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  user_uuid TEXT COLLATE "C" NOT NULL,
  -- Of the request; the stream is opened later, or never.
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  ended_at TEXT COLLATE "C",
  -- When the person first spoke in the place of the agent.
  taken_over_at TEXT COLLATE "C"
);
CREATE INDEX listening_sessions_of_call ON listening_sessions (call_uuid, created_at);
CREATE INDEX listening_sessions_open ON listening_sessions (organisation_id, created_at) WHERE ended_at IS NULL;
