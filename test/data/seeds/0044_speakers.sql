INSERT INTO speakers (uuid, organisation_id, name, language, description, deployed, voice_sample_uuid, voice, mime_type, size_bytes, digest, consent, created_at)
  VALUES ('sp1', 'o1', 'our-voice', 'en', '', 1, 'vs1', '{"engine":"hibari"}', 'audio/wav', 1, 'd1', '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO speaker_samples (uuid, organisation_id, speaker_uuid, duration_ms, transcript, digest, created_at)
  VALUES ('ss1', 'o1', 'sp1', 6000, 'Hello.', 'd2', '2026-01-01T00:00:00.000Z');
