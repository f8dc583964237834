INSERT INTO flows (uuid, organisation_id, kind, name, status, provider, speaker, language_code, phone_number, phone_key, config, created_at) VALUES
  ('f1', 'o1', 'inbound', 'Reception', 'active', 'telephony_a', 'asha', 'en', '+12025550143', '2025550143', '{}', '2026-01-01T00:00:00.000Z'),
  ('f2', 'o1', 'outbound', 'Reminders', 'draft', 'telephony_b', 'asha', 'hi', NULL, NULL, '{}', '2026-01-02T00:00:00.000Z'),
  ('f3', 'o2', 'inbound', 'रिसेप्शन', 'paused', 'telephony_b', 'asha', 'hi', '+12025550143', '2025550143', '{}', '2026-01-03T00:00:00.000Z');
INSERT INTO flow_knowledge (organisation_id, flow_uuid, document_id, position, title, text) VALUES
  ('o1', 'f1', 'hours', 0, 'Hours', 'From nine to five.'),
  ('o1', 'f1', 'prices', 1, 'Prices', '');
INSERT INTO calls (uuid, organisation_id, flow_uuid, call_type, dialect, status, from_number, to_number, provider_call_id, outcome, end_reason, created_at, started_at, ended_at, duration_ms) VALUES
  ('c1', 'o1', 'f1', 'inbound', 'telephony_a', 'completed', '+1', '+2', 'p1', 'connected', 'caller_hung_up', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:09.000Z', 8000),
  ('c2', 'o1', 'f1', 'test', 'browser', 'in_progress', 'browser', '', NULL, NULL, NULL, '2026-01-01T00:01:00.000Z', '2026-01-01T00:01:01.000Z', NULL, NULL),
  ('c3', 'o2', 'f3', 'outbound', 'telephony_b', 'no_answer', '+1', '+2', 'p1', 'no-answer', 'no_answer', '2026-01-01T00:02:00.000Z', NULL, NULL, NULL);
INSERT INTO call_events (organisation_id, call_uuid, seq, type, at_ms, body, recorded_at) VALUES
  ('o1', 'c1', 1, 'started', 0, '{"type":"started"}', '2026-01-01T00:00:01.000Z'),
  ('o1', 'c1', 2, 'turn', 1500.5, '{"type":"turn","latency":{"total":412.5}}', '2026-01-01T00:00:03.000Z'),
  ('o1', 'c1', 3, 'turn', 3500, '{"type":"turn","latency":{"total":388}}', '2026-01-01T00:00:05.000Z');
