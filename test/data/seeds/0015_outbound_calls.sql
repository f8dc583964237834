INSERT INTO calls
  (uuid, organisation_id, flow_uuid, call_type, dialect, status, from_number, to_number, created_at,
    contact_uuid, target_uuid, dialled_at, provider_request_id, key_details)
  VALUES ('call-out', 'o1', 'f1', 'outbound', 'telephony_a', 'dialing', '+12025550143', '+12025550144',
    '2026-01-01T00:00:00.000Z', 'c1', 't1', '2026-01-01T00:00:01.000Z', 'r1', '{"extraction":{}}');
