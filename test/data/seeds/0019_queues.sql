INSERT INTO queues (uuid, organisation_id, name, tags, created_at) VALUES
  ('q1', 'o1', 'sales', '["City:Pune"]', '2026-01-01T00:00:00.000Z');
INSERT INTO queue_members (queue_uuid, user_uuid, organisation_id) VALUES ('q1', 'u1', 'o1');
INSERT INTO agent_availability (user_uuid, organisation_id, available, changed_at) VALUES
  ('u1', 'o1', 1, '2026-01-01T00:00:00.000Z');
INSERT INTO transfers (uuid, organisation_id, call_uuid, target, user_uuid, phone_number, agent_brief, context, result, created_at, finished_at) VALUES
  ('t1', 'o1', 'c1', 'sales', 'u1', '+12025550143', 'Wants a cleaning.', '{"plan":"gold"}', 'accepted', '2026-01-01T00:00:05.000Z', '2026-01-01T00:00:09.000Z');
