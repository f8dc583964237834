INSERT INTO calls (uuid, organisation_id, flow_uuid, call_type, dialect, status, from_number, to_number, created_at) VALUES
  ('c9', 'o1', 'f1', 'inbound', 'telephony_a', 'ringing', '+12025550111', '+12025550143', '2026-01-02T00:00:00.000Z');
