INSERT INTO prices VALUES ('p1', 'o1', 'telephony', 'telephony_a', 'inbound', '2026-01-01T00:00:00.000Z', 'EUR', 0.01, 60, NULL, NULL, NULL, '2026-01-01T00:00:00.000Z');
INSERT INTO call_events (organisation_id, call_uuid, seq, type, at_ms, body, recorded_at) VALUES
  ('o1', 'c1', 10, 'models', 4600.0, '{"type":"models","used":{"models":[{"name":"small","requests":1,"reported":1,"promptTokens":1,"completionTokens":1},{"name":"small","requests":1,"reported":0,"promptTokens":0,"completionTokens":0}]}}', '2026-01-01T00:00:06.000Z'),
  ('o1', 'c1', 11, 'speech', 4700.0, '{"type":"speech","used":[{"part":"synthesis","engine":"scribe","audioMs":1200,"characters":40}]}', '2026-01-01T00:00:06.000Z');
