CREATE TABLE flows (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('inbound', 'outbound')),
  name TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'completed')),
  provider TEXT COLLATE "C" NOT NULL,
  speaker TEXT COLLATE "C" NOT NULL,
  language_code TEXT COLLATE "C" NOT NULL,
  phone_number TEXT COLLATE "C",
  -- The digits by which a dialled number finds its flow; see phone_key in the code.
  phone_key TEXT COLLATE "C",
  config TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX flows_by_phone ON flows (phone_key) WHERE phone_key IS NOT NULL;
CREATE INDEX flows_by_organisation ON flows (organisation_id, created_at);

CREATE TABLE flow_knowledge (
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  document_id TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (flow_uuid, document_id)
);

CREATE TABLE calls (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL,
  call_type TEXT COLLATE "C" NOT NULL CHECK (call_type IN ('inbound', 'outbound', 'test')),
  dialect TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('queued', 'dialing', 'ringing', 'in_progress', 'transferring', 'completed', 'no_answer', 'busy', 'failed', 'cancelled')),
  from_number TEXT COLLATE "C" NOT NULL,
  to_number TEXT COLLATE "C" NOT NULL,
  -- The provider's identifier of the call; what its repeated callbacks are recognised by.
  provider_call_id TEXT COLLATE "C",
  outcome TEXT COLLATE "C",
  end_reason TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  ended_at TEXT COLLATE "C",
  duration_ms BIGINT
);
CREATE UNIQUE INDEX calls_by_provider ON calls (organisation_id, dialect, provider_call_id) WHERE provider_call_id IS NOT NULL;
CREATE INDEX calls_by_time ON calls (organisation_id, created_at DESC, uuid);
CREATE INDEX calls_open ON calls (status) WHERE status NOT IN ('completed', 'no_answer', 'busy', 'failed', 'cancelled');

CREATE TABLE call_events (
  organisation_id TEXT COLLATE "C" NOT NULL,
  call_uuid TEXT COLLATE "C" NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  seq BIGINT NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  at_ms DOUBLE PRECISION NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  recorded_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (call_uuid, seq)
);
