INSERT INTO projects (uuid, organisation_id, name, created_at, updated_at) VALUES
  ('p1', 'o1', 'Launch', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO active_projects (organisation_id, user_uuid, project_uuid) VALUES
  ('o1', 'u1', 'p1');
INSERT INTO organisations (uuid, name, created_at) VALUES
  ('o1', 'One', '2026-01-01T00:00:00.000Z'),
  ('o2', 'Two', '2026-01-02T00:00:00.000Z');
INSERT INTO users (uuid, email, name, password_hash, superadmin, waitlist_status, created_at) VALUES
  ('u1', 'one@example.com', 'One', '$argon2id$', 1, 'approved', '2026-01-01T00:00:00.000Z'),
  ('u2', 'two@example.com', NULL, NULL, 0, 'pending', '2026-01-02T00:00:00.000Z');
INSERT INTO memberships (user_uuid, organisation_id, role, created_at) VALUES
  ('u1', 'o1', 'admin', '2026-01-01T00:00:00.000Z');
INSERT INTO agent_availability (user_uuid, organisation_id, available, changed_at) VALUES
  ('u1', 'o1', 1, '2026-01-01T00:00:00.000Z');
INSERT INTO agent_phone_numbers (user_uuid, organisation_id, phone_number) VALUES
  ('u1', 'o1', '+12025550143');
INSERT INTO agent_tag_assignments (user_uuid, organisation_id, tags) VALUES
  ('u1', 'o1', '["City:Pune"]');
INSERT INTO analysis_routing (id, settings, updated_at) VALUES
  (1, '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO analysis_settings (organisation_id, redaction) VALUES
  ('o1', 1);
INSERT INTO api_keys (uuid, organisation_id, user_uuid, name, prefix, sha256, scopes, created_at, restricted) VALUES
  ('k1', 'o1', 'u1', 'Key', 'pk_1', 'aa', '["voice:calls:read"]', '2026-01-01T00:00:00.000Z', 0);
INSERT INTO kb_documents (uuid, organisation_id, user_uuid, title, file_name, mime_type, size_bytes, digest, created_at) VALUES
  ('d1', 'o1', 'u1', 'Opening hours', 'hours.pdf', 'application/pdf', 5000000000, 'aa', '2026-01-01T00:00:00.000Z'),
  ('d2', 'o2', 'u2', 'Opening hours', 'hours.pdf', 'application/pdf', 1, 'aa', '2026-01-01T00:00:00.000Z');
INSERT INTO audio_sentences (organisation_id, document_uuid, job_uuid, position, start_ms, end_ms, piece_end_ms, text) VALUES
  ('o1', 'd1', 'j1', 0, 100, 1200, 1500, 'We are open.');
INSERT INTO audio_transcripts (document_uuid, organisation_id, job_uuid, duration_ms, full_text, processed_at) VALUES
  ('d1', 'o1', 'j1', 1500, 'We are open.', '2026-01-01T00:00:00.000Z');
INSERT INTO audit_events (uuid, organisation_id, at, actor_method, user_uuid, credential_uuid, address, request_id, action, subject, fields, status) VALUES
  ('a1', 'o1', '2026-01-01T00:00:00.000Z', 'session', 'u1', 's1', '127.0.0.1', 'r1', 'flow.create', 'f1', '{}', 200),
  ('a2', 'o2', '2026-01-01T00:00:00.000Z', 'system', NULL, NULL, NULL, 'r2', 'flow.create', 'f3', '{}', NULL);
INSERT INTO bulk_uploads (uuid, organisation_id, user_uuid, errors, created_at) VALUES
  ('b1', 'o1', 'u1', '[]', '2026-01-01T00:00:00.000Z');
INSERT INTO interactions (uuid, organisation_id, source, status, connected, called_at, edits, search, created_at, updated_at) VALUES
  ('i1', 'o1', 'call', 'completed', 1, '2026-01-01T00:00:00.000Z', '{}', '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO bulk_upload_items (upload_uuid, position, organisation_id, interaction_uuid, file_name, is_duplicate) VALUES
  ('b1', 0, 'o1', 'i1', 'a.wav', 0);
INSERT INTO call_counts (organisation_id, grain, flow_uuid, period, outcome, sentiment, calls, duration_ms) VALUES
  ('o1', 'day', '', '2026-01-01', '', '', 2, 0),
  ('o1', 'day', '', '2026-01-01', 'connected', 'positive', 1, 8000),
  ('o1', 'flow_day', 'f1', '2026-01-01', '', '', 2, 0),
  ('o1', 'flow_day', 'f1', '2026-01-01', 'connected', 'positive', 1, 8000),
  ('o1', 'flow_month', 'f1', '2026-01', '', '', 2, 0),
  ('o1', 'flow_month', 'f1', '2026-01', 'connected', 'positive', 1, 8000),
  ('o1', 'month', '', '2026-01', '', '', 2, 0),
  ('o1', 'month', '', '2026-01', 'connected', 'positive', 1, 8000),
  ('o2', 'day', '', '2026-01-01', 'no-answer', '', 1, 0),
  ('o2', 'flow_day', 'f3', '2026-01-01', 'no-answer', '', 1, 0),
  ('o2', 'flow_month', 'f3', '2026-01', 'no-answer', '', 1, 0),
  ('o2', 'month', '', '2026-01', 'no-answer', '', 1, 0);
INSERT INTO call_deletions (uuid, organisation_id, user_uuid, filter, status, matched, deleted, kept, created_at) VALUES
  ('deletion-1', 'o', 'u', '{}', 'done', 0, 0, 0, '2026-01-01T00:00:00.000Z');
INSERT INTO calls (uuid, organisation_id, flow_uuid, call_type, dialect, status, from_number, to_number, provider_call_id, outcome, end_reason, created_at, started_at, ended_at, duration_ms, turns, median_latency_ms, contact_uuid, target_uuid, dialled_at, provider_request_id, key_details, sentiment, summary, written_sentiment, written_summary) VALUES
  ('c1', 'o1', 'f1', 'inbound', 'telephony_a', 'completed', '+1', '+2', 'p1', 'connected', 'caller_hung_up', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:09.000Z', 8000, 2, 388.0, NULL, NULL, NULL, NULL, NULL, 'positive', 'A cleaning was booked.', 'positive', 'A cleaning was booked.'),
  ('c2', 'o1', 'f1', 'test', 'browser', 'in_progress', 'browser', '', NULL, NULL, NULL, '2026-01-01T00:01:00.000Z', '2026-01-01T00:01:01.000Z', NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('c3', 'o2', 'f3', 'outbound', 'telephony_b', 'no_answer', '+1', '+2', 'p1', 'no-answer', 'no_answer', '2026-01-01T00:02:00.000Z', NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('call-out', 'o1', 'f1', 'outbound', 'telephony_a', 'dialing', '+12025550143', '+12025550144', NULL, NULL, NULL, '2026-01-01T00:00:00.000Z', NULL, NULL, NULL, 0, NULL, 'c1', 't1', '2026-01-01T00:00:01.000Z', 'r1', '{"extraction":{}}', NULL, NULL, NULL, NULL),
  ('c9', 'o1', 'f1', 'inbound', 'telephony_a', 'ringing', '+12025550111', '+12025550143', NULL, NULL, NULL, '2026-01-02T00:00:00.000Z', NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
  ('c10', 'o1', 'f1', 'test', 'browser', 'completed', 'browser', '', NULL, NULL, NULL, '2026-01-03T00:00:00.000Z', NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO call_events (organisation_id, call_uuid, seq, type, at_ms, body, recorded_at) VALUES
  ('o1', 'c1', 1, 'started', 0.0, '{"type":"started"}', '2026-01-01T00:00:01.000Z'),
  ('o1', 'c1', 2, 'turn', 1500.5, '{"type":"turn","latency":{"total":412.5}}', '2026-01-01T00:00:03.000Z'),
  ('o1', 'c1', 3, 'turn', 3500.0, '{"type":"turn","latency":{"total":388}}', '2026-01-01T00:00:05.000Z');
INSERT INTO call_holds (call_uuid, organisation_id, user_uuid, created_at) VALUES
  ('call-1', 'o', 'u', '2026-01-01T00:00:00.000Z');
INSERT INTO call_quality_days (organisation_id, day, voice_agent_uuid, calls, turns, interruptions, backchannels, words, confidence_sum, latencies) VALUES
  ('o1', '2026-01-01', '', 1, 2, 0, 0, 3, 2.5, '{}');
INSERT INTO contacts (uuid, organisation_id, phone, name, metadata, opted_out, attempts, search, created_at, updated_at) VALUES
  ('c1', 'o1', '+12025550143', 'Ada', '{"plan":"gold"}', 1, 2, 'ada', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO voice_agents (uuid, organisation_id, number, name, persona_prompt, greeting, voice_config, languages, turn, tools, max_call_seconds, voicemail, created_at) VALUES
  ('a1', 'o1', 1, 'Reception', '', 'नमस्ते', '{}', '[]', '{}', '[]', 600, NULL, '2026-01-01T00:00:00.000Z'),
  ('a2', 'o2', 1, 'Reception', 'Be brief.', 'Hello', '{}', '["en-US"]', '{}', '[]', 600, '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO flows (uuid, organisation_id, kind, name, status, provider, speaker, language_code, phone_number, phone_key, config, created_at, voice_agent_uuid, branches, provider_failures, updated_at) VALUES
  ('f1', 'o1', 'inbound', 'Reception', 'active', 'telephony_a', 'asha', 'en', '+12025550143', '2025550143', '{}', '2026-01-01T00:00:00.000Z', 'a1', '[]', 0, '2026-01-01T00:00:00.000Z'),
  ('f2', 'o1', 'outbound', 'Reminders', 'draft', 'telephony_b', 'asha', 'hi', NULL, NULL, '{}', '2026-01-02T00:00:00.000Z', NULL, '[]', 0, '2026-01-02T00:00:00.000Z'),
  ('f3', 'o2', 'inbound', 'रिसेप्शन', 'paused', 'telephony_b', 'asha', 'hi', '+12025550143', '2025550143', '{}', '2026-01-03T00:00:00.000Z', NULL, '[]', 0, '2026-01-03T00:00:00.000Z');
INSERT INTO campaign_targets (uuid, organisation_id, flow_uuid, contact_uuid, status, reason, attempts, next_at, call_uuid, dialled_at, outcome, created_at, updated_at) VALUES
  ('t1', 'o1', 'f2', 'c1', 'waiting', 'retry', 1, '2026-01-02T00:15:00.000Z', 'c3', '2026-01-02T00:00:00.000Z', 'busy', '2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z');
INSERT INTO coach_documents (uuid, organisation_id, user_uuid, title, source, body, created_at) VALUES
  ('d1', 'o1', 'u1', 'Prices', 'text', 'Ten a month.', '2026-01-01T00:00:00.000Z');
INSERT INTO connected_numbers (organisation_id, provider, phone_key, requires_signature, connected_at, proof, next_proof_at) VALUES
  ('o1', 'telephony_a', '2025550143', 1, '2026-01-01T00:00:00.000Z', 'proven', '2026-01-02T00:00:00.000Z');
INSERT INTO contact_import_changes (organisation_id, import_uuid, contact_uuid, before, stored_at) VALUES
  ('o1', 'i1', 'c1', '{"name":"Ada"}', '2026-01-01T00:00:00.000Z');
INSERT INTO contact_import_refusals (organisation_id, import_uuid, row_number, cells, detail, stored_at) VALUES
  ('o1', 'i1', 3, '["5"]', 'no number', '2026-01-01T00:00:00.000Z');
INSERT INTO contact_imports (uuid, organisation_id, user_uuid, status, dry_run, file_name, digest, format, mapping, tags, rows_done, created, updated, failed, errors, progress, created_at, undo_removed, undo_restored, undo_kept) VALUES
  ('i1', 'o1', 'u1', 'completed', 0, 'a.csv', 'd', 'csv', '{}', '[]', 2, 1, 0, 1, '[{"row":3,"phone":"5","detail":"no number"}]', 1.0, '2026-01-01T00:00:00.000Z', 0, 0, 0);
INSERT INTO contact_tags (organisation_id, contact_uuid, tag) VALUES
  ('o1', 'c1', 'City:Pune');
INSERT INTO conversations (uuid, organisation_id, number, agent, user_uuid, document_uuid, title, started_at, last_message_at, message_count) VALUES
  ('c1', 'o1', 1, 'ocr', 'u1', 'd1', 'Hours', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 1);
INSERT INTO conversation_messages (uuid, organisation_id, conversation_uuid, position, role, content, sent_at, answer) VALUES
  ('m1', 'o1', 'c1', 1, 'user', 'When are you open?', '2026-01-01T00:00:01.000Z', NULL),
  ('m2', 'o1', 'c1', 2, 'assistant', 'At nine. (page 1)', '2026-01-01T00:00:02.000Z', '{"isFound":true,"by":"text","sources":[{"place":"page 1","text":"At nine."}]}');
INSERT INTO conversation_numbers (organisation_id, last_number) VALUES
  ('o1', 1);
INSERT INTO customer_numbers (organisation_id, contact_uuid) VALUES
  ('o1', 'c1');
INSERT INTO deployment_settings (name, value, updated_at) VALUES
  ('model_routing', '{"stt_model":"speech_a"}', '2026-01-01T00:00:00.000Z');
INSERT INTO document_runs (organisation_id, document_uuid, kind, job_uuid, status, began_at, ended_at) VALUES
  ('o1', 'd1', 'ocr', 'j1', 'done', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z');
INSERT INTO erasures (uuid, organisation_id, number_hash, origin, requested_at, status, waiting, removed) VALUES
  ('erasure-1', 'o', 'hmac:00', 'person', '2026-01-01T00:00:00.000Z', 'done', '[]', '{}');
INSERT INTO extraction_fields (key, name, group_name, field_type, options, description, required, is_active, position, only_if_connected, min_seconds, weight, organisation_id, measure) VALUES
  ('budget', 'Budget', 'needs', 'number', '[]', '', 0, 1, 4, 0, 0, 1, NULL, NULL),
  ('scorecard_greeting', 'Greeting', 'Default scorecard', 'score', '[]', 'The agent greets the customer in one of the first two turns.', 0, 1, 10, 1, 0, 1, 'o1', 'greeting'),
  ('scorecard_next_step', 'Next step agreed', 'Default scorecard', 'score', '[]', 'Both sides agree on a visit or another call, with a day or a time. Left out if the call led to something else.', 0, 1, 11, 1, 0, 1, 'o1', 'next_step'),
  ('scorecard_talk_ratio', 'Talk ratio', 'Default scorecard', 'score', '[]', 'The share of the agent in the speech, or in the words of a text: 100 up to 55 %, 0 from 90 %.', 0, 1, 12, 1, 0, 1, 'o1', 'talk_ratio'),
  ('scorecard_dead_air', 'Dead air', 'Default scorecard', 'score', '[]', 'Silences over 3 s as a share of the call: 100 up to 5 %, 0 from 30 %. Left out for texts.', 0, 1, 13, 1, 0, 1, 'o1', 'dead_air'),
  ('scorecard_questions', 'Questions answered', 'Default scorecard', 'score', '[]', 'The share of the questions of the customer that the agent answers. Left out if the words do not show it.', 0, 1, 14, 1, 0, 1, 'o1', 'question_answered'),
  ('scorecard_greeting', 'Greeting', 'Default scorecard', 'score', '[]', 'The agent greets the customer in one of the first two turns.', 0, 1, 10, 1, 0, 1, 'o2', 'greeting'),
  ('scorecard_next_step', 'Next step agreed', 'Default scorecard', 'score', '[]', 'Both sides agree on a visit or another call, with a day or a time. Left out if the call led to something else.', 0, 1, 11, 1, 0, 1, 'o2', 'next_step'),
  ('scorecard_talk_ratio', 'Talk ratio', 'Default scorecard', 'score', '[]', 'The share of the agent in the speech, or in the words of a text: 100 up to 55 %, 0 from 90 %.', 0, 1, 12, 1, 0, 1, 'o2', 'talk_ratio'),
  ('scorecard_dead_air', 'Dead air', 'Default scorecard', 'score', '[]', 'Silences over 3 s as a share of the call: 100 up to 5 %, 0 from 30 %. Left out for texts.', 0, 1, 13, 1, 0, 1, 'o2', 'dead_air'),
  ('scorecard_questions', 'Questions answered', 'Default scorecard', 'score', '[]', 'The share of the questions of the customer that the agent answers. Left out if the words do not show it.', 0, 1, 14, 1, 0, 1, 'o2', 'question_answered');
INSERT INTO file_references (organisation_id, holder_kind, holder_uuid, digest) VALUES
  ('o1', 'kb_document', 'd1', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'),
  ('o2', 'kb_document', 'd2', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa');
INSERT INTO flow_knowledge (organisation_id, flow_uuid, document_id, position, title, text) VALUES
  ('o1', 'f1', 'hours', 0, 'Hours', 'From nine to five.'),
  ('o1', 'f1', 'prices', 1, 'Prices', '');
INSERT INTO segments (uuid, organisation_id, name, kind, tags, created_at, updated_at) VALUES
  ('s1', 'o1', 'North', 'region', '["City:Pune"]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO interaction_segments (segment_uuid, interaction_uuid, organisation_id) VALUES
  ('s1', 'i1', 'o1');
INSERT INTO invitations (organisation_id, user_uuid, role, created_at) VALUES
  ('o1', 'u2', 'manager', '2026-01-03T00:00:00.000Z');
INSERT INTO jobs (uuid, organisation_id, kind, status, priority, unique_key, key_stays, payload, run_at, attempts, max_attempts, owner, token, beat, cancel_asked, progress, note, error, created_at, started_at, finished_at, advanced) VALUES
  ('j1', 'o1', 'mail', 'waiting', 1, 'once', 0, '{}', '2026-01-01T00:00:00.000Z', 0, 8, NULL, 0, 0, 0, 0.0, NULL, NULL, '2026-01-01T00:00:00.000Z', NULL, NULL, 0),
  ('j2', 'system', 'jobs.sweep', 'dead', 1, NULL, 1, '{"personal":{}}', '2026-01-01T00:00:00.000Z', 8, 8, 'gone', 9007199254740991, 3, 1, 0.5, 'a note', 'why', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z', 0);
INSERT INTO job_steps (job_uuid, name, result) VALUES
  ('j2', 'first', '{"ok":true}');
INSERT INTO practice_runs (uuid, organisation_id, user_uuid, scenario_uuid, scenario_name, persona_uuid, target_kind, mode, seed, agent_opens, status, snapshot, transcript, scores, error, has_audio, created_at, error_code) VALUES
  ('r1', 'o1', 'u1', 's1', 'First', 'p1', 'flow', 'text', 1, 1, 'queued', '{}', '[]', '[]', 'It does not exist.', 0, '2026-01-01T00:00:00.000Z', 'target_missing');
INSERT INTO judge_checks (uuid, organisation_id, run_uuid, verdict_before, verdict_after, scores_after, created_at) VALUES
  ('jc-1', 'o1', 'r1', 'pass', 'fail', '[]', '2026-10-01T00:00:00.000Z');
INSERT INTO listening_sessions (uuid, organisation_id, call_uuid, user_uuid, created_at, started_at, ended_at, taken_over_at) VALUES
  ('ls-1', 'o1', 'c1', 'u1', '2026-01-01T00:00:02.000Z', '2026-01-01T00:00:03.000Z', '2026-01-01T00:00:08.000Z', '2026-01-01T00:00:05.000Z');
INSERT INTO login_tries (name, times, keep_until_ms) VALUES
  ('n2', '[1700000000000]', 1700000600000);
INSERT INTO mcp_servers (uuid, organisation_id, name, url, headers, tools, last_error, created_at) VALUES
  ('5d0b1f9e-0000-4000-8000-000000000069', '00000000-0000-4000-8000-000000000001', 'Orders', 'https://mcp.example.com/mcp', '{}', '[]', '', '2026-01-01T00:00:00.000Z');
INSERT INTO model_connections (uuid, organisation_id, name, base_url, model, is_default, created_at) VALUES
  ('5d0b1f9e-0000-4000-8000-000000000071', '00000000-0000-4000-8000-000000000001', 'Local', 'http://127.0.0.1:1/v1', 'small', 0, '2026-01-01T00:00:00.000Z');
INSERT INTO nodes (id, role, state, version, capacity, used, reserved, heartbeat_ms) VALUES
  ('n1', 'media', 'serving', '0.1.0', 24, 3, 1, 1700000000000);
INSERT INTO ocr_documents (document_uuid, organisation_id, ocr_choice, total_pages, company_name, report_year, processed_at, company_evidence, year_evidence) VALUES
  ('d1', 'o1', 'general', 1, 'Acme', 2026, '2026-01-01T00:00:00.000Z', NULL, NULL),
  ('d2', 'o2', 'general', 1, 'Acme', 2026, '2026-01-01T00:00:00.000Z', 'title page, 3 mentions', 'title page');
INSERT INTO ocr_pages (organisation_id, document_uuid, page_number, chunks) VALUES
  ('o1', 'd1', 1, '[{"text":"We are open.","kind":"body"}]');
INSERT INTO password_resets (token_sha256, user_uuid, expires_at, proves_email) VALUES
  ('aa', 'u2', '2026-02-01T00:00:00.000Z', 0);
INSERT INTO personas (uuid, organisation_id, name, profile, objections, hidden_state, speech_habits, language_code, voice, document_uuids, created_at) VALUES
  ('p1', 'o1', 'Ada', '""', '[]', '{}', '{}', 'en-US', '{}', '[]', '2026-01-01T00:00:00.000Z');
INSERT INTO phones (uuid, organisation_id, name, extension, sip_username, created_at) VALUES
  ('5d0b1f9e-0000-4000-8000-000000000072', 'o1', 'Desk', '201', 'p0000000001', '2026-01-01T00:00:00.000Z');
INSERT INTO practice_reviews (run_uuid, organisation_id, user_uuid, verdict, scores, reason, updated_at) VALUES
  ('r1', 'o1', 'u1', 'fail', '[{"field_id":"1","score":null}]', 'Seen.', '2026-10-01T00:00:00.000Z');
INSERT INTO practice_wordings (uuid, organisation_id, digest, text, created_at) VALUES
  ('w1', 'o1', 'abc', 'I want a lamp.', '2026-01-01T00:00:00.000Z');
INSERT INTO project_segments (project_uuid, segment_uuid, organisation_id) VALUES
  ('p1', 's1', 'o1');
INSERT INTO pronunciations (uuid, organisation_id, word, word_key, phonemes, created_at) VALUES
  ('pr1', 'o1', 'Nguyen', 'nguyen', 'wɪn', '2026-01-01T00:00:00.000Z');
INSERT INTO queues (uuid, organisation_id, name, tags, created_at) VALUES
  ('q1', 'o1', 'sales', '["City:Pune"]', '2026-01-01T00:00:00.000Z');
INSERT INTO queue_members (queue_uuid, user_uuid, organisation_id) VALUES
  ('q1', 'u1', 'o1');
INSERT INTO removed_upload_keys (organisation_id, key_hash, removed_at) VALUES
  ('00000000-0000-4000-8000-000000000001', 'a0b1', '2026-01-01T00:00:00.000Z');
INSERT INTO report_schedules (uuid, organisation_id, user_uuid, every, recipients, segment_uuids, next_at, created_at) VALUES
  ('rs1', 'o1', 'u1', 'week', '["a@example.com"]', '[]', '2026-01-12T06:00:00.000Z', '2026-01-08T00:00:00.000Z');
INSERT INTO reports (uuid, organisation_id, user_uuid, status, window_name, range_from, range_to, segment_uuids, created_at) VALUES
  ('r1', 'o1', 'u1', 'pending', 'week', '2026-01-01T00:00:00.000Z', '2026-01-08T00:00:00.000Z', '[]', '2026-01-08T00:00:00.000Z');
INSERT INTO request_counts (name, count, ends_at_ms) VALUES
  ('n1', 3, 1700000000000);
INSERT INTO retention_runs (uuid, organisation_id, started_at, ended, failed) VALUES
  ('retention-1', 'o', '2026-01-01T00:00:00.000Z', '{}', '[]');
INSERT INTO retention_settings (organisation_id, recordings_days, webhooks_days, updated_at) VALUES
  ('o', 30, 7, '2026-01-01T00:00:00.000Z');
INSERT INTO scenarios (uuid, organisation_id, persona_uuid, name, situation, objective, difficulty, agent_opens, hidden_state, stop_conditions, tool_mocks, created_at, line_quality) VALUES
  ('s1', 'o1', 'p1', 'First', 'You call.', '', 'easy', 1, '{}', '{}', '{}', '2026-01-01T00:00:00.000Z', 'clear');
INSERT INTO sealed_settings (organisation_id, name, sealed, updated_at) VALUES
  ('o1', 'provider', 'v1.x', '2026-01-01T00:00:00.000Z');
INSERT INTO sessions (uuid, user_uuid, created_at, expires_at) VALUES
  ('s1', 'u1', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z');
INSERT INTO simulations (uuid, organisation_id, run_uuid, result, created_at) VALUES
  ('s1', 'o1', 'r1', '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO speaker_samples (uuid, organisation_id, speaker_uuid, duration_ms, transcript, digest, created_at, size_bytes) VALUES
  ('ss1', 'o1', 'sp1', 6000, 'Hello.', 'd2', '2026-01-01T00:00:00.000Z', 0);
INSERT INTO speakers (uuid, organisation_id, name, language, description, deployed, voice_sample_uuid, voice, mime_type, size_bytes, digest, consent, created_at) VALUES
  ('sp1', 'o1', 'our-voice', 'en', '', 1, 'vs1', '{"engine":"hibari"}', 'audio/wav', 1, 'd1', '{}', '2026-01-01T00:00:00.000Z');
INSERT INTO stream_tickets (token_hash, session_kind, session_uuid, dialect, issued_by, node_id, reserved_until_ms, expires_at_ms) VALUES
  ('h1', 'call', 'c1', 'browser', 'n2', 'n1', 1700000020000, 1700000060000);
INSERT INTO suppressions (organisation_id, uuid, phone, reason, created_at) VALUES
  ('o1', 'c1', '+12025550143', NULL, '2026-01-01T00:00:00.000Z'),
  ('o2', 's9', '+12025550188', 'dnc_request', '2026-01-01T00:00:00.000Z');
INSERT INTO tool_secrets (organisation_id, name, created_at, updated_at) VALUES
  ('00000000-0000-4000-8000-000000000001', 'SHOP_KEY', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
INSERT INTO transcripts (interaction_uuid, organisation_id, turns, updated_at) VALUES
  ('i1', 'o1', '[]', '2026-01-01T00:00:00.000Z');
INSERT INTO transfers (uuid, organisation_id, call_uuid, target, user_uuid, phone_number, agent_brief, context, result, created_at, finished_at, provider_request_id, provider_call_id, joined_at) VALUES
  ('t1', 'o1', 'c1', 'sales', 'u1', '+12025550143', 'Wants a cleaning.', '{"plan":"gold"}', 'accepted', '2026-01-01T00:00:05.000Z', '2026-01-01T00:00:09.000Z', 'r1', 'p1', '2026-01-01T00:00:08.000Z');
INSERT INTO voice_agent_documents (organisation_id, agent_uuid, document_uuid, position) VALUES
  ('o1', 'a1', 'd1', 0);
INSERT INTO voice_agent_numbers (organisation_id, last_number) VALUES
  ('o1', 1),
  ('o2', 4);
INSERT INTO voice_sample_runs (uuid, organisation_id, started_at) VALUES
  ('vr1', 'o1', '2026-01-01T00:00:00.000Z');
INSERT INTO voice_samples (uuid, organisation_id, speaker, language_code, provider, model, duration_ms, size_bytes, digest, created_at) VALUES
  ('vs1', 'o1', 'ava', 'en-US', 'platform', 'hibari', 3000, 1, 'd3', '2026-01-01T00:00:00.000Z');
INSERT INTO webhook_deliveries (uuid, organisation_id, webhook_uuid, event_uuid, event_type, position, body, created_at, attempted_at, response_status, success, error_message, attempts) VALUES
  ('d1', 'o1', 'w1', 'e1', 'call.ended', 1, '{}', '2026-01-01T00:00:00.000Z', NULL, 0, 0, '', '[]'),
  ('d2', 'o1', 'w1', 'e2', 'call.ended', 2, '', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:01.000Z', 200, 1, '', '[]');
INSERT INTO webhooks (uuid, organisation_id, name, url, events, is_active, created_at) VALUES
  ('w1', 'o1', 'crm', 'https://example.com/hook', '["call.ended"]', 1, '2026-01-01T00:00:00.000Z');
