-- What the nodes of an installation say of themselves. Lost in a crash of the server, and said again within seconds.
CREATE UNLOGGED TABLE nodes (
  -- Name of the process; another one after each start.
  id TEXT COLLATE "C" PRIMARY KEY,
  role TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  version TEXT COLLATE "C" NOT NULL,
  -- Where its streams are opened; null where that is derived from requests.
  media_base_url TEXT COLLATE "C",
  capacity BIGINT NOT NULL,
  used BIGINT NOT NULL,
  reserved BIGINT NOT NULL,
  heartbeat_ms BIGINT NOT NULL
);

CREATE TABLE stream_tickets (
  -- SHA-256 of the token in the address of a stream.
  token_hash TEXT COLLATE "C" PRIMARY KEY,
  session_kind TEXT COLLATE "C" NOT NULL,
  session_uuid TEXT COLLATE "C" NOT NULL,
  dialect TEXT COLLATE "C" NOT NULL,
  issued_by TEXT COLLATE "C" NOT NULL,
  -- The node that keeps a slot for it until then.
  node_id TEXT COLLATE "C",
  reserved_until_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  -- The node that has the stream: written once.
  claimed_by TEXT COLLATE "C"
);
CREATE INDEX stream_tickets_of_session ON stream_tickets (session_uuid);
CREATE INDEX stream_tickets_over ON stream_tickets (expires_at_ms);
