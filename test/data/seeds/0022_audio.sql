INSERT INTO audio_transcripts (document_uuid, organisation_id, job_uuid, duration_ms, full_text, processed_at) VALUES
  ('d1', 'o1', 'j1', 1500, 'We are open.', '2026-01-01T00:00:00.000Z');
INSERT INTO audio_sentences (organisation_id, document_uuid, job_uuid, position, start_ms, end_ms, piece_end_ms, text) VALUES
  ('o1', 'd1', 'j1', 0, 100, 1200, 1500, 'We are open.');
