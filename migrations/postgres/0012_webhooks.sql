CREATE TABLE webhooks (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  events TEXT COLLATE "C" NOT NULL,
  is_active BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  last_triggered_at TEXT COLLATE "C"
);
CREATE INDEX webhooks_by_time ON webhooks (organisation_id, created_at);

-- What is to be sent, and from its attempt on what became of it.
CREATE TABLE webhook_deliveries (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  webhook_uuid TEXT COLLATE "C" NOT NULL,
  event_uuid TEXT COLLATE "C" NOT NULL,
  event_type TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  attempted_at TEXT COLLATE "C",
  response_status BIGINT NOT NULL,
  success BIGINT NOT NULL,
  error_message TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (event_uuid, webhook_uuid);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organisation_id, position) WHERE attempted_at IS NULL;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_uuid, position);
