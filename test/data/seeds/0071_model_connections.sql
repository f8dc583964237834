INSERT INTO model_connections (uuid, organisation_id, name, base_url, model, is_default, created_at)
VALUES ('5d0b1f9e-0000-4000-8000-000000000071', '00000000-0000-4000-8000-000000000001', 'Local', 'http://127.0.0.1:1/v1', 'small', 0, '2026-01-01T00:00:00.000Z');
