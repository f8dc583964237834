-- Twins of the tables by which several nodes share the calls. One process keeps this in memory: these stay empty.
CREATE TABLE nodes (
  -- Name of the process; another one after each start.
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  state TEXT NOT NULL,
  version TEXT NOT NULL,
  -- Where its streams are opened; null where that is derived from requests.
  media_base_url TEXT,
  capacity INTEGER NOT NULL,
  used INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  heartbeat_ms INTEGER NOT NULL
);

CREATE TABLE stream_tickets (
  -- SHA-256 of the token in the address of a stream.
  token_hash TEXT PRIMARY KEY,
  session_kind TEXT NOT NULL,
  session_uuid TEXT NOT NULL,
  dialect TEXT NOT NULL,
  issued_by TEXT NOT NULL,
  -- The node that keeps a slot for it until then.
  node_id TEXT,
  reserved_until_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  -- The node that has the stream: written once.
  claimed_by TEXT
);
CREATE INDEX stream_tickets_of_session ON stream_tickets (session_uuid);
CREATE INDEX stream_tickets_over ON stream_tickets (expires_at_ms);
