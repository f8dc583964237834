CREATE TABLE flows (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('inbound', 'outbound')),
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'completed')),
  provider TEXT NOT NULL,
  speaker TEXT NOT NULL,
  language_code TEXT NOT NULL,
  phone_number TEXT,
  -- The digits by which a dialled number finds its flow; see phone_key in the code.
  phone_key TEXT,
  config TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX flows_by_phone ON flows (phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX flows_by_organisation ON flows (organisation_id, created_at);

CREATE TABLE flow_knowledge (
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  document_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (flow_uuid, document_id)
);

CREATE TABLE calls (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL,
  call_type TEXT NOT NULL CHECK (call_type IN ('inbound', 'outbound', 'test')),
  dialect TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'dialing', 'ringing', 'in_progress', 'transferring', 'completed', 'no_answer', 'busy', 'failed', 'cancelled')),
  from_number TEXT NOT NULL,
  to_number TEXT NOT NULL,
  -- The provider's identifier of the call; what its repeated callbacks are recognised by.
  provider_call_id TEXT,
  outcome TEXT,
  end_reason TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  ended_at TEXT,
  duration_ms INTEGER
);
CREATE UNIQUE INDEX calls_by_provider ON calls (organisation_id, dialect, provider_call_id) WHERE provider_call_id IS NOT NULL;
CREATE INDEX calls_by_time ON calls (organisation_id, created_at DESC, uuid);
CREATE INDEX calls_open ON calls (status) WHERE status NOT IN ('completed', 'no_answer', 'busy', 'failed', 'cancelled');

CREATE TABLE call_events (
  organisation_id TEXT NOT NULL,
  call_uuid TEXT NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  at_ms REAL NOT NULL,
  body TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (call_uuid, seq)
) WITHOUT ROWID;
