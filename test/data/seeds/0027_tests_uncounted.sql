INSERT INTO calls (uuid, organisation_id, flow_uuid, call_type, dialect, status, from_number, to_number, created_at) VALUES
  ('c10', 'o1', 'f1', 'test', 'browser', 'completed', 'browser', '', '2026-01-03T00:00:00.000Z');
