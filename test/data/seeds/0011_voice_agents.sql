INSERT INTO voice_agents (uuid, organisation_id, number, name, persona_prompt, greeting, voice_config, languages, turn, tools, max_call_seconds, voicemail, created_at) VALUES
  ('a1', 'o1', 1, 'Reception', '', 'नमस्ते', '{}', '[]', '{}', '[]', 600, NULL, '2026-01-01T00:00:00.000Z'),
  ('a2', 'o2', 1, 'Reception', 'Be brief.', 'Hello', '{}', '["en-US"]', '{}', '[]', 600, '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO voice_agent_numbers (organisation_id, last_number) VALUES ('o1', 1), ('o2', 4);
INSERT INTO voice_agent_documents (organisation_id, agent_uuid, document_uuid, position) VALUES ('o1', 'a1', 'd1', 0);
UPDATE flows SET voice_agent_uuid = 'a1' WHERE uuid = 'f1';
