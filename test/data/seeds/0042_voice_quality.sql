INSERT INTO call_quality_days (organisation_id, day, voice_agent_uuid, calls, turns, interruptions, backchannels, words, confidence_sum, latencies)
  VALUES ('o1', '2026-01-01', '', 1, 2, 0, 0, 3, 2.5, '{}');
