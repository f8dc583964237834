INSERT INTO personas (uuid, organisation_id, name, profile, objections, hidden_state, speech_habits, language_code, voice,
    document_uuids, created_at)
  VALUES ('p1', 'o1', 'Ada', '""', '[]', '{}', '{}', 'en-US', '{}', '[]', '2026-01-01T00:00:00.000Z');
INSERT INTO coach_documents (uuid, organisation_id, user_uuid, title, source, body, created_at)
  VALUES ('d1', 'o1', 'u1', 'Prices', 'text', 'Ten a month.', '2026-01-01T00:00:00.000Z');
INSERT INTO scenarios (uuid, organisation_id, persona_uuid, name, situation, objective, difficulty, agent_opens,
    hidden_state, stop_conditions, tool_mocks, created_at)
  VALUES ('s1', 'o1', 'p1', 'First', 'You call.', '', 'easy', 1, '{}', '{}', '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO practice_runs (uuid, organisation_id, user_uuid, scenario_uuid, scenario_name, persona_uuid, target_kind,
    mode, seed, agent_opens, status, snapshot, transcript, scores, has_audio, created_at)
  VALUES ('r1', 'o1', 'u1', 's1', 'First', 'p1', 'flow', 'text', 1, 1, 'queued', '{}', '[]', '[]', 0,
    '2026-01-01T00:00:00.000Z');
