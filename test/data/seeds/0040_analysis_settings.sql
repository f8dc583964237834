INSERT INTO analysis_routing (id, settings, updated_at) VALUES (1, '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO analysis_settings (organisation_id, redaction) VALUES ('o1', 1);
