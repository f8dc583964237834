INSERT INTO listening_sessions (uuid, organisation_id, call_uuid, user_uuid, created_at, started_at, ended_at, taken_over_at)
  VALUES ('ls-1', 'o1', 'c1', 'u1', '2026-01-01T00:00:02.000Z', '2026-01-01T00:00:03.000Z', '2026-01-01T00:00:08.000Z', '2026-01-01T00:00:05.000Z');
