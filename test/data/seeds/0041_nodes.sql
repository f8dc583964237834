INSERT INTO nodes (id, role, state, version, media_base_url, capacity, used, reserved, heartbeat_ms)
  VALUES ('n1', 'media', 'serving', '0.1.0', NULL, 24, 3, 1, 1700000000000);
INSERT INTO stream_tickets
  (token_hash, session_kind, session_uuid, dialect, issued_by, node_id, reserved_until_ms, expires_at_ms, claimed_by)
  VALUES ('h1', 'call', 'c1', 'browser', 'n2', 'n1', 1700000020000, 1700000060000, NULL);
