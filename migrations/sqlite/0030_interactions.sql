-- One row for each recorded conversation, whatever it came from.
CREATE TABLE interactions (
  id INTEGER PRIMARY KEY,
  -- A call's own uuid where the source is a call or a browser test.
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  error TEXT,
  direction TEXT,
  -- Whether both sides were on the line.
  connected INTEGER NOT NULL,
  flow_uuid TEXT,
  contact_uuid TEXT,
  customer_name TEXT,
  customer_phone TEXT,
  voice_agent_uuid TEXT,
  agent_user_uuid TEXT,
  agent_name TEXT,
  language_code TEXT,
  called_at TEXT NOT NULL,
  duration_ms INTEGER,
  -- In effect: what a person entered, else what the analysis found.
  outcome TEXT,
  sentiment TEXT,
  summary TEXT,
  -- The uploaded recording; a call's own is kept with the call.
  recording_digest TEXT,
  recording_name TEXT,
  -- Replaced as a whole by every analysis.
  analysis TEXT,
  -- Written by people only.
  edits TEXT NOT NULL,
  idempotency_key TEXT,
  -- In lower case: names, number and summary.
  search TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX interactions_by_uuid ON interactions (uuid);
CREATE UNIQUE INDEX interactions_by_key ON interactions (organisation_id, idempotency_key);
CREATE INDEX interactions_by_time ON interactions (organisation_id, called_at, id);
CREATE INDEX interactions_by_contact ON interactions (organisation_id, contact_uuid, called_at);

-- What was said, once a conversation is over.
CREATE TABLE transcripts (
  interaction_uuid TEXT PRIMARY KEY REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  turns TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
