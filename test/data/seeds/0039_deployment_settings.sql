INSERT INTO deployment_settings (name, value, updated_at)
  VALUES ('model_routing', '{"stt_model":"speech_a"}', '2026-01-01T00:00:00.000Z');
