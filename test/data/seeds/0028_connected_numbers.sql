INSERT INTO connected_numbers (organisation_id, provider, phone_key, requires_signature, connected_at) VALUES
  ('o1', 'telephony_a', '2025550143', 1, '2026-01-01T00:00:00.000Z');
