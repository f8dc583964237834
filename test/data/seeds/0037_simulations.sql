INSERT INTO simulations (uuid, organisation_id, run_uuid, result, created_at)
  VALUES ('s1', 'o1', 'r1', '{}', '2026-01-01T00:00:00.000Z');
