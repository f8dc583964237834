INSERT INTO voice_samples (uuid, organisation_id, speaker, language_code, provider, model, duration_ms, size_bytes, digest, created_at)
  VALUES ('vs1', 'o1', 'ava', 'en-US', 'platform', 'hibari', 3000, 1, 'd3', '2026-01-01T00:00:00.000Z');
INSERT INTO voice_sample_runs (uuid, organisation_id, started_at, finished_at, error)
  VALUES ('vr1', 'o1', '2026-01-01T00:00:00.000Z', NULL, NULL);
