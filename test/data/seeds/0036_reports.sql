INSERT INTO reports
  (uuid, organisation_id, user_uuid, status, window_name, range_from, range_to, segment_uuids, created_at)
  VALUES ('r1', 'o1', 'u1', 'pending', 'week', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '[]',
    '2026-01-08T00:00:00.000Z');
