INSERT INTO webhooks (uuid, organisation_id, name, url, events, is_active, created_at, last_triggered_at) VALUES
  ('w1', 'o1', 'crm', 'https://example.com/hook', '["call.ended"]', 1, '2026-01-01T00:00:00.000Z', NULL);
INSERT INTO webhook_deliveries (uuid, organisation_id, webhook_uuid, event_uuid, event_type, position, body, created_at, attempted_at, response_status, success, error_message) VALUES
  ('d1', 'o1', 'w1', 'e1', 'call.ended', 1, '{}', '2026-01-01T00:00:00.000Z', NULL, 0, 0, ''),
  ('d2', 'o1', 'w1', 'e2', 'call.ended', 2, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 200, 1, '');
