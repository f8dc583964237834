INSERT INTO suppressions (organisation_id, uuid, phone, reason, created_at) VALUES ('o2', 's9', '+12025550188', 'dnc_request', '2026-01-01T00:00:00.000Z');
