CREATE TABLE webhooks (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  last_triggered_at TEXT
);
CREATE INDEX webhooks_by_time ON webhooks (organisation_id, created_at);

-- What is to be sent, and from its attempt on what became of it.
CREATE TABLE webhook_deliveries (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  webhook_uuid TEXT NOT NULL,
  event_uuid TEXT NOT NULL,
  event_type TEXT NOT NULL,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  attempted_at TEXT,
  response_status INTEGER NOT NULL,
  success INTEGER NOT NULL,
  error_message TEXT NOT NULL
);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (event_uuid, webhook_uuid);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organisation_id, position) WHERE attempted_at IS NULL;
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_uuid, position);
