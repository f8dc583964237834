INSERT INTO report_schedules
  (uuid, organisation_id, user_uuid, every, recipients, segment_uuids, next_at, created_at)
  VALUES ('rs1', 'o1', 'u1', 'week', '["a@example.com"]', '[]', '2026-01-12T06:00:00.000Z', '2026-01-08T00:00:00.000Z');
