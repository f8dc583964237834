-- One row for each recorded conversation, whatever it came from.
CREATE TABLE interactions (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- A call's own uuid where the source is a call or a browser test.
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  error TEXT COLLATE "C",
  direction TEXT COLLATE "C",
  -- Whether both sides were on the line.
  connected BIGINT NOT NULL,
  flow_uuid TEXT COLLATE "C",
  contact_uuid TEXT COLLATE "C",
  customer_name TEXT COLLATE "C",
  customer_phone TEXT COLLATE "C",
  voice_agent_uuid TEXT COLLATE "C",
  agent_user_uuid TEXT COLLATE "C",
  agent_name TEXT COLLATE "C",
  language_code TEXT COLLATE "C",
  called_at TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT,
  -- In effect: what a person entered, else what the analysis found.
  outcome TEXT COLLATE "C",
  sentiment TEXT COLLATE "C",
  summary TEXT COLLATE "C",
  -- The uploaded recording; a call's own is kept with the call.
  recording_digest TEXT COLLATE "C",
  recording_name TEXT COLLATE "C",
  -- Replaced as a whole by every analysis.
  analysis TEXT COLLATE "C",
  -- Written by people only.
  edits TEXT COLLATE "C" NOT NULL,
  idempotency_key TEXT COLLATE "C",
  -- In lower case: names, number and summary.
  search TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX interactions_by_uuid ON interactions (uuid);
CREATE UNIQUE INDEX interactions_by_key ON interactions (organisation_id, idempotency_key);
CREATE INDEX interactions_by_time ON interactions (organisation_id, called_at, id);
CREATE INDEX interactions_by_contact ON interactions (organisation_id, contact_uuid, called_at);

-- What was said, once a conversation is over.
CREATE TABLE transcripts (
  interaction_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  turns TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
