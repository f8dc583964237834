INSERT INTO website_widgets VALUES ('a1', 'o1', 'web_AAAAAAAAAAAAAAAAAAAAAAAA', 1, '["https://www.example.com"]', NULL, 1, 1, 3, 3, 10, 200, 600, '2026-01-01', 2, '2026-01-01T00:00:00.000Z');
-- Replies of language models, which a later version adds up.
INSERT INTO call_events (organisation_id, call_uuid, seq, type, at_ms, body, recorded_at) VALUES
  ('o1', 'c1', 7, 'models', 1600.0, '{"type":"models","used":{"refusal":"no \u0000\u0001 \\\\u0000 \ud800 here","models":[{"name":"small","requests":1,"reported":1,"promptTokens":100,"completionTokens":10},{"name":"small","requests":2,"reported":1,"promptTokens":50,"completionTokens":5},{"connection":"m1","name":"Big","requests":1,"reported":1,"promptTokens":7,"completionTokens":3}]}}', '2026-01-01T00:00:03.000Z'),
  ('o1', 'c1', 8, 'models', 3600.0, '{"type":"models","used":{"models":[{"name":"small","requests":1,"reported":1,"promptTokens":1,"completionTokens":1}]}}', '2026-01-01T00:00:05.000Z'),
  ('o1', 'c1', 9, 'models', 3700.0, '{"type":"models","used":{"models":[]}}', '2026-01-01T00:00:05.000Z');
