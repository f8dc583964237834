-- The database of version 0.1.0. A database that has these migrations records this file in their place:
-- replaces the migrations up to 0072_phones.sql a2ae5edfabf97da5153b7740b7a9634c739d0694831aaa98473b4ddb29b80949

CREATE TABLE projects (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX projects_by_name ON projects (organisation_id, name);
CREATE UNIQUE INDEX projects_by_uuid ON projects (uuid);

CREATE TABLE active_projects (
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  project_uuid TEXT NOT NULL REFERENCES projects (uuid) ON DELETE CASCADE,
  PRIMARY KEY (organisation_id, user_uuid)
);
CREATE INDEX active_projects_by_project ON active_projects (project_uuid);

CREATE TABLE organisations (
  uuid TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE users (
  uuid TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT,
  password_hash TEXT,
  superadmin INTEGER NOT NULL,
  waitlist_status TEXT NOT NULL,
  created_at TEXT NOT NULL,
  email_verified_at TEXT
);
CREATE INDEX users_waiting ON users (waitlist_status, created_at);

CREATE TABLE memberships (
  user_uuid TEXT PRIMARY KEY REFERENCES users (uuid),
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid),
  role TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX memberships_by_organisation ON memberships (organisation_id);

CREATE TABLE agent_availability (
  user_uuid TEXT PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  available INTEGER NOT NULL,
  changed_at TEXT NOT NULL
);
CREATE INDEX agent_availability_of ON agent_availability (organisation_id);

CREATE TABLE agent_phone_numbers (
  user_uuid TEXT PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  phone_number TEXT NOT NULL
);
CREATE INDEX agent_phone_numbers_of ON agent_phone_numbers (organisation_id);

CREATE TABLE agent_tag_assignments (
  user_uuid TEXT PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  tags TEXT NOT NULL
);
CREATE INDEX agent_tag_assignments_of ON agent_tag_assignments (organisation_id);

CREATE TABLE analysis_routing (
  id INTEGER PRIMARY KEY,
  settings TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE analysis_settings (
  organisation_id TEXT PRIMARY KEY,
  redaction INTEGER NOT NULL
);

CREATE TABLE api_keys (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  name TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  sha256 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  created_at TEXT NOT NULL,
  last_used_at TEXT,
  restricted INTEGER NOT NULL DEFAULT 0,
  expires_at TEXT,
  removed_scopes TEXT
);
CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id, created_at);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

CREATE TABLE kb_documents (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  title TEXT NOT NULL,
  file_name TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX kb_documents_by_user ON kb_documents (organisation_id, user_uuid, created_at DESC, uuid DESC);

CREATE TABLE audio_sentences (
  organisation_id TEXT NOT NULL,
  document_uuid TEXT NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  job_uuid TEXT NOT NULL,
  position INTEGER NOT NULL,
  start_ms INTEGER NOT NULL,
  end_ms INTEGER NOT NULL,
  piece_end_ms INTEGER NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (job_uuid, position)
) WITHOUT ROWID;
CREATE INDEX audio_sentences_by_document ON audio_sentences (document_uuid);

CREATE TABLE audio_transcripts (
  document_uuid TEXT PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  job_uuid TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  full_text TEXT NOT NULL,
  processed_at TEXT NOT NULL
);

CREATE TABLE audit_events (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  at TEXT NOT NULL,
  actor_method TEXT NOT NULL,
  user_uuid TEXT,
  credential_uuid TEXT,
  address TEXT,
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  fields TEXT NOT NULL,
  status INTEGER
);
CREATE INDEX audit_events_by_time ON audit_events (organisation_id, at DESC, uuid DESC);

CREATE TABLE bulk_uploads (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  errors TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE interactions (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  source TEXT NOT NULL,
  status TEXT NOT NULL,
  error TEXT,
  direction TEXT,
  connected INTEGER NOT NULL,
  flow_uuid TEXT,
  contact_uuid TEXT,
  customer_name TEXT,
  customer_phone TEXT,
  voice_agent_uuid TEXT,
  agent_user_uuid TEXT,
  agent_name TEXT,
  language_code TEXT,
  called_at TEXT NOT NULL,
  duration_ms INTEGER,
  outcome TEXT,
  sentiment TEXT,
  summary TEXT,
  recording_digest TEXT,
  recording_name TEXT,
  analysis TEXT,
  edits TEXT NOT NULL,
  idempotency_key TEXT,
  search TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  recording_bytes INTEGER,
  recording_source TEXT,
  sides TEXT,
  recording_note TEXT,
  request_digest TEXT
);
CREATE INDEX interactions_by_contact ON interactions (organisation_id, contact_uuid, called_at);
CREATE INDEX interactions_by_customer_phone ON interactions (customer_phone) WHERE customer_phone IS NOT NULL;
CREATE INDEX interactions_by_duration ON interactions
  (organisation_id, duration_ms, id, source, status, outcome, sentiment, direction, flow_uuid);
CREATE UNIQUE INDEX interactions_by_key ON interactions (organisation_id, idempotency_key);
CREATE INDEX interactions_by_time ON interactions
  (organisation_id, called_at, id, source, status, outcome, sentiment, direction, flow_uuid);
CREATE UNIQUE INDEX interactions_by_uuid ON interactions (uuid);
CREATE INDEX interactions_failed ON interactions (organisation_id, called_at) WHERE status = 'failed';

CREATE TABLE bulk_upload_items (
  upload_uuid TEXT NOT NULL REFERENCES bulk_uploads (uuid) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  organisation_id TEXT NOT NULL,
  interaction_uuid TEXT NOT NULL REFERENCES interactions (uuid) ON DELETE CASCADE,
  file_name TEXT NOT NULL,
  is_duplicate INTEGER NOT NULL,
  PRIMARY KEY (upload_uuid, position)
);
CREATE INDEX bulk_upload_items_by_interaction ON bulk_upload_items (interaction_uuid);

CREATE TABLE call_count_changes (
  id INTEGER PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL,
  day TEXT NOT NULL,
  outcome TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  calls INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL
);
CREATE INDEX call_count_changes_of ON call_count_changes (organisation_id);

CREATE TABLE call_counts (
  organisation_id TEXT NOT NULL,
  grain TEXT NOT NULL CHECK (grain IN ('day', 'month', 'flow_day', 'flow_month')),
  flow_uuid TEXT NOT NULL,
  period TEXT NOT NULL,
  outcome TEXT NOT NULL,
  sentiment TEXT NOT NULL,
  calls INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (organisation_id, grain, flow_uuid, period, outcome, sentiment)
) WITHOUT ROWID;

CREATE TABLE call_deletions (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  filter TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'done')),
  matched INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  kept INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  finished_at TEXT
);
CREATE INDEX call_deletions_by_time ON call_deletions (organisation_id, created_at, uuid);

CREATE TABLE calls (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL,
  call_type TEXT NOT NULL CHECK (call_type IN ('inbound', 'outbound', 'test')),
  dialect TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN (
      'queued', 'dialing', 'ringing', 'in_progress', 'transferring', 'completed', 'no_answer', 'busy', 'failed',
      'cancelled'
    )),
  from_number TEXT NOT NULL,
  to_number TEXT NOT NULL,
  provider_call_id TEXT,
  outcome TEXT,
  end_reason TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  ended_at TEXT,
  duration_ms INTEGER,
  lease_owner TEXT,
  lease_until TEXT,
  answered_by TEXT CHECK (answered_by IN ('human', 'machine', 'unknown')),
  answered_confidence REAL,
  turns INTEGER NOT NULL DEFAULT 0,
  median_latency_ms REAL,
  contact_uuid TEXT,
  target_uuid TEXT,
  dialled_at TEXT,
  provider_request_id TEXT,
  key_details TEXT,
  sentiment TEXT CHECK (sentiment IN ('positive', 'neutral', 'negative')),
  summary TEXT,
  agent_user_uuid TEXT,
  caller_verified INTEGER,
  written_sentiment TEXT CHECK (written_sentiment IN ('positive', 'neutral', 'negative')),
  written_summary TEXT,
  conversation_outcome TEXT,
  conversation_agent TEXT
);
CREATE INDEX calls_by_callee ON calls (organisation_id, to_number);
CREATE INDEX calls_by_caller ON calls (organisation_id, from_number);
CREATE INDEX calls_by_contact ON calls
  (organisation_id, contact_uuid, created_at DESC, uuid) WHERE contact_uuid IS NOT NULL;
CREATE INDEX calls_by_flow ON calls
  (organisation_id, flow_uuid, created_at DESC, uuid, outcome, call_type, duration_ms);
CREATE INDEX calls_by_outcome ON calls (organisation_id, outcome, created_at DESC, uuid);
CREATE UNIQUE INDEX calls_by_provider ON calls
  (organisation_id, dialect, provider_call_id) WHERE provider_call_id IS NOT NULL;
CREATE INDEX calls_by_provider_call ON calls (provider_call_id) WHERE provider_call_id IS NOT NULL;
CREATE INDEX calls_by_sentiment ON calls
  (organisation_id, sentiment, created_at DESC, uuid) WHERE sentiment IS NOT NULL;
CREATE INDEX calls_by_status ON calls (status, organisation_id, created_at DESC, uuid);
CREATE INDEX calls_by_time ON calls (organisation_id, created_at DESC, uuid);
CREATE INDEX calls_figures ON calls
  (organisation_id, outcome, sentiment, created_at, flow_uuid, duration_ms, contact_uuid);
CREATE INDEX calls_for_dashboard ON calls
  (organisation_id, created_at, call_type, outcome, conversation_outcome, sentiment, duration_ms, flow_uuid,
   agent_user_uuid, conversation_agent, contact_uuid);
CREATE INDEX calls_for_targets ON calls (organisation_id, status) WHERE target_uuid IS NOT NULL;
CREATE INDEX calls_of_people ON calls (organisation_id, agent_user_uuid, created_at) WHERE agent_user_uuid IS NOT NULL;

CREATE TABLE call_events (
  organisation_id TEXT NOT NULL,
  call_uuid TEXT NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  seq INTEGER NOT NULL,
  type TEXT NOT NULL,
  at_ms REAL NOT NULL,
  body TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  PRIMARY KEY (call_uuid, seq)
) WITHOUT ROWID;

CREATE TABLE call_holds (
  call_uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX call_holds_by_organisation ON call_holds (organisation_id, created_at, call_uuid);

CREATE TABLE call_quality_days (
  organisation_id TEXT NOT NULL,
  day TEXT NOT NULL,
  voice_agent_uuid TEXT NOT NULL,
  calls INTEGER NOT NULL,
  turns INTEGER NOT NULL,
  interruptions INTEGER NOT NULL,
  backchannels INTEGER NOT NULL,
  words INTEGER NOT NULL,
  confidence_sum REAL NOT NULL,
  latencies TEXT NOT NULL,
  PRIMARY KEY (organisation_id, day, voice_agent_uuid)
);

CREATE TABLE contacts (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  phone TEXT NOT NULL,
  name TEXT,
  email TEXT,
  language_code TEXT,
  timezone TEXT,
  metadata TEXT NOT NULL,
  opted_out INTEGER NOT NULL,
  dnc_reason TEXT,
  attempts INTEGER NOT NULL,
  last_called_at TEXT,
  last_outcome TEXT,
  search TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX contacts_by_consent ON contacts (organisation_id, opted_out, created_at DESC, uuid);
CREATE INDEX contacts_by_name ON contacts (organisation_id, search, uuid);
CREATE UNIQUE INDEX contacts_by_phone ON contacts (organisation_id, phone);
CREATE INDEX contacts_by_time ON contacts (organisation_id, created_at DESC, uuid);

CREATE TABLE voice_agents (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  name TEXT NOT NULL,
  persona_prompt TEXT NOT NULL,
  greeting TEXT NOT NULL,
  voice_config TEXT NOT NULL,
  languages TEXT NOT NULL,
  turn TEXT NOT NULL,
  tools TEXT NOT NULL,
  max_call_seconds INTEGER NOT NULL,
  voicemail TEXT,
  created_at TEXT NOT NULL,
  model TEXT,
  model_trouble TEXT
);
CREATE UNIQUE INDEX voice_agents_by_number ON voice_agents (organisation_id, number);

CREATE TABLE flows (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('inbound', 'outbound')),
  name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'completed')),
  provider TEXT NOT NULL,
  speaker TEXT NOT NULL,
  language_code TEXT NOT NULL,
  phone_number TEXT,
  phone_key TEXT,
  config TEXT NOT NULL,
  created_at TEXT NOT NULL,
  voice_agent_uuid TEXT REFERENCES voice_agents (uuid) ON DELETE SET NULL,
  branches TEXT NOT NULL DEFAULT '[]',
  start_date TEXT,
  end_date TEXT,
  time_window TEXT,
  status_reason TEXT,
  provider_failures INTEGER NOT NULL DEFAULT 0,
  updated_at TEXT NOT NULL DEFAULT '',
  extension TEXT
);
CREATE INDEX flows_by_agent ON flows (voice_agent_uuid) WHERE voice_agent_uuid IS NOT NULL;
CREATE INDEX flows_by_extension ON flows (organisation_id, extension) WHERE extension IS NOT NULL;
CREATE INDEX flows_by_organisation ON flows (organisation_id, created_at);
CREATE INDEX flows_by_phone ON flows (phone_key) WHERE phone_key IS NOT NULL;

CREATE TABLE campaign_targets (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  contact_uuid TEXT NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('queued', 'waiting', 'dialing', 'finished', 'skipped')),
  reason TEXT,
  attempts INTEGER NOT NULL,
  next_at TEXT,
  call_uuid TEXT,
  dialled_at TEXT,
  outcome TEXT,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX campaign_targets_by_contact ON campaign_targets (flow_uuid, contact_uuid);
CREATE INDEX campaign_targets_by_status ON campaign_targets (flow_uuid, status, updated_at DESC, uuid);
CREATE INDEX campaign_targets_by_time ON campaign_targets (flow_uuid, updated_at DESC, uuid);
CREATE INDEX campaign_targets_due ON campaign_targets (flow_uuid, next_at, uuid) WHERE next_at IS NOT NULL;
CREATE INDEX campaign_targets_of_contact ON campaign_targets (contact_uuid);

CREATE TABLE coach_documents (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  title TEXT NOT NULL,
  source TEXT NOT NULL,
  body TEXT,
  kb_document_uuid TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX coach_documents_by_time ON coach_documents (organisation_id, created_at, uuid);

CREATE TABLE connected_numbers (
  organisation_id TEXT NOT NULL,
  provider TEXT NOT NULL,
  phone_key TEXT NOT NULL,
  requires_signature INTEGER NOT NULL,
  connected_at TEXT NOT NULL,
  proof TEXT NOT NULL DEFAULT 'pending',
  next_proof_at TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (organisation_id, provider)
);
CREATE INDEX connected_numbers_by_number ON connected_numbers (phone_key, connected_at);
CREATE INDEX connected_numbers_by_proof ON connected_numbers (next_proof_at);

CREATE TABLE contact_import_changes (
  organisation_id TEXT NOT NULL,
  import_uuid TEXT NOT NULL,
  contact_uuid TEXT NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  before TEXT,
  stored_at TEXT NOT NULL,
  PRIMARY KEY (import_uuid, contact_uuid)
) WITHOUT ROWID;
CREATE INDEX contact_import_changes_by_contact ON contact_import_changes (contact_uuid);
CREATE INDEX contact_import_changes_by_time ON contact_import_changes (stored_at);

CREATE TABLE contact_import_refusals (
  organisation_id TEXT NOT NULL,
  import_uuid TEXT NOT NULL,
  row_number INTEGER NOT NULL,
  cells TEXT NOT NULL,
  detail TEXT NOT NULL,
  stored_at TEXT NOT NULL,
  PRIMARY KEY (import_uuid, row_number)
) WITHOUT ROWID;
CREATE INDEX contact_import_refusals_by_time ON contact_import_refusals (stored_at);

CREATE TABLE contact_imports (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  status TEXT NOT NULL,
  dry_run INTEGER NOT NULL,
  file_name TEXT NOT NULL,
  digest TEXT NOT NULL,
  format TEXT NOT NULL,
  country TEXT,
  mapping TEXT NOT NULL,
  tags TEXT NOT NULL,
  rows_done INTEGER NOT NULL,
  created INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  errors TEXT NOT NULL,
  progress REAL NOT NULL,
  error TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  undo_status TEXT,
  undo_removed INTEGER NOT NULL DEFAULT 0,
  undo_restored INTEGER NOT NULL DEFAULT 0,
  undo_kept INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX contact_imports_open ON contact_imports (organisation_id, status);

CREATE TABLE contact_tags (
  organisation_id TEXT NOT NULL,
  contact_uuid TEXT NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  tag TEXT NOT NULL,
  PRIMARY KEY (contact_uuid, tag)
) WITHOUT ROWID;
CREATE INDEX contact_tags_by_tag ON contact_tags (organisation_id, tag, contact_uuid);

CREATE TABLE conversations (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  agent TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  document_uuid TEXT REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  title TEXT NOT NULL,
  started_at TEXT NOT NULL,
  last_message_at TEXT NOT NULL,
  message_count INTEGER NOT NULL
);
CREATE INDEX conversations_by_document ON conversations (document_uuid);
CREATE UNIQUE INDEX conversations_by_number ON conversations (organisation_id, number);
CREATE INDEX conversations_by_user ON conversations (organisation_id, user_uuid, agent, last_message_at);

CREATE TABLE conversation_messages (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  conversation_uuid TEXT NOT NULL REFERENCES conversations (uuid) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  role TEXT NOT NULL,
  content TEXT NOT NULL,
  sent_at TEXT NOT NULL,
  answer TEXT
);
CREATE UNIQUE INDEX conversation_messages_in_order ON conversation_messages (conversation_uuid, position);

CREATE TABLE conversation_numbers (
  organisation_id TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE customer_numbers (
  id INTEGER PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  contact_uuid TEXT NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX customer_numbers_by_contact ON customer_numbers (contact_uuid);

CREATE TABLE deployment_settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE document_runs (
  organisation_id TEXT NOT NULL,
  document_uuid TEXT NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  job_uuid TEXT NOT NULL,
  status TEXT NOT NULL,
  error_code TEXT,
  error TEXT,
  began_at TEXT NOT NULL,
  ended_at TEXT,
  PRIMARY KEY (document_uuid, kind)
) WITHOUT ROWID;
CREATE UNIQUE INDEX document_runs_by_job ON document_runs (job_uuid);

CREATE TABLE erasures (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  number_hash TEXT NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('person', 'command_line', 'restore')),
  user_uuid TEXT,
  requested_at TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'done')),
  waiting TEXT NOT NULL,
  removed TEXT NOT NULL,
  outcome TEXT,
  finished_at TEXT
);
CREATE INDEX erasures_by_time ON erasures (organisation_id, requested_at, uuid);

CREATE TABLE extraction_fields (
  id INTEGER PRIMARY KEY,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  group_name TEXT NOT NULL,
  field_type TEXT NOT NULL,
  options TEXT NOT NULL,
  description TEXT NOT NULL,
  required INTEGER NOT NULL,
  is_active INTEGER NOT NULL,
  position INTEGER NOT NULL,
  only_if_connected INTEGER NOT NULL DEFAULT 0,
  min_seconds INTEGER NOT NULL DEFAULT 0,
  weight INTEGER NOT NULL DEFAULT 1,
  organisation_id TEXT,
  measure TEXT
);
CREATE UNIQUE INDEX extraction_fields_by_key ON extraction_fields (coalesce(organisation_id, ''), key);

CREATE TABLE file_references (
  organisation_id TEXT NOT NULL,
  holder_kind TEXT NOT NULL,
  holder_uuid TEXT NOT NULL,
  digest TEXT NOT NULL,
  place TEXT,
  PRIMARY KEY (holder_kind, holder_uuid, digest)
);
CREATE INDEX file_references_by_digest ON file_references (digest);
CREATE INDEX file_references_by_place ON file_references (place) WHERE place IS NOT NULL;

CREATE TABLE flow_knowledge (
  organisation_id TEXT NOT NULL,
  flow_uuid TEXT NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  document_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (flow_uuid, document_id)
);

CREATE TABLE segments (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  campaign_uuid TEXT,
  tags TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE UNIQUE INDEX segments_by_name ON segments (organisation_id, name);
CREATE UNIQUE INDEX segments_by_uuid ON segments (uuid);

CREATE TABLE interaction_segments (
  segment_uuid TEXT NOT NULL REFERENCES segments (uuid) ON DELETE CASCADE,
  interaction_uuid TEXT NOT NULL REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  PRIMARY KEY (segment_uuid, interaction_uuid)
);
CREATE INDEX interaction_segments_by_interaction ON interaction_segments (interaction_uuid);

CREATE TABLE invitations (
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  role TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, user_uuid)
);
CREATE INDEX invitations_by_user ON invitations (user_uuid);

CREATE TABLE jobs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('delayed', 'waiting', 'running', 'done', 'cancelled', 'dead')),
  priority INTEGER NOT NULL,
  unique_key TEXT,
  key_stays INTEGER NOT NULL,
  payload TEXT NOT NULL,
  run_at TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  owner TEXT,
  token INTEGER NOT NULL,
  beat INTEGER NOT NULL,
  cancel_asked INTEGER NOT NULL,
  progress REAL NOT NULL,
  note TEXT,
  error TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  advanced INTEGER NOT NULL DEFAULT 0,
  place TEXT
);
CREATE UNIQUE INDEX jobs_by_key ON jobs
  (kind, organisation_id, unique_key) WHERE unique_key IS NOT NULL AND (key_stays = 1 OR status IN ('delayed',
   'waiting', 'running'));
CREATE INDEX jobs_by_turn ON jobs (kind, organisation_id, priority, run_at) WHERE status = 'waiting';
CREATE INDEX jobs_due ON jobs (run_at) WHERE status = 'delayed';
CREATE INDEX jobs_over ON jobs (status, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_running ON jobs (kind) WHERE status = 'running';

CREATE TABLE job_steps (
  job_uuid TEXT NOT NULL REFERENCES jobs (uuid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  result TEXT NOT NULL,
  PRIMARY KEY (job_uuid, name)
) WITHOUT ROWID;

CREATE TABLE practice_runs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  scenario_uuid TEXT NOT NULL,
  scenario_name TEXT NOT NULL,
  persona_uuid TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_uuid TEXT,
  mode TEXT NOT NULL,
  seed INTEGER NOT NULL,
  agent_opens INTEGER NOT NULL,
  agent_prompt TEXT,
  agent_model TEXT,
  status TEXT NOT NULL,
  verdict TEXT,
  score INTEGER,
  snapshot TEXT NOT NULL,
  transcript TEXT NOT NULL,
  scores TEXT NOT NULL,
  summary TEXT,
  ended_reason TEXT,
  error TEXT,
  has_audio INTEGER NOT NULL,
  session_uuid TEXT,
  session_expires_at TEXT,
  created_at TEXT NOT NULL,
  started_at TEXT,
  finished_at TEXT,
  metrics TEXT,
  error_code TEXT,
  proves TEXT,
  clock TEXT
);
CREATE INDEX practice_runs_by_score ON practice_runs (organisation_id, score, uuid);
CREATE UNIQUE INDEX practice_runs_by_session ON practice_runs (session_uuid) WHERE session_uuid IS NOT NULL;
CREATE INDEX practice_runs_by_time ON practice_runs (organisation_id, created_at, uuid);

CREATE TABLE judge_checks (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  run_uuid TEXT NOT NULL REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  verdict_before TEXT NOT NULL,
  verdict_after TEXT NOT NULL,
  scores_after TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX judge_checks_by_run ON judge_checks (run_uuid);
CREATE INDEX judge_checks_by_time ON judge_checks (organisation_id, created_at);

CREATE TABLE listening_sessions (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  call_uuid TEXT NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  user_uuid TEXT NOT NULL,
  created_at TEXT NOT NULL,
  started_at TEXT,
  ended_at TEXT,
  taken_over_at TEXT,
  credential_uuid TEXT
);
CREATE INDEX listening_sessions_of_call ON listening_sessions (call_uuid, created_at);
CREATE INDEX listening_sessions_open ON listening_sessions (organisation_id, created_at) WHERE ended_at IS NULL;

CREATE TABLE login_tries (
  name TEXT PRIMARY KEY,
  times TEXT NOT NULL,
  keep_until_ms INTEGER NOT NULL
);
CREATE INDEX login_tries_over ON login_tries (keep_until_ms);

CREATE TABLE mcp_servers (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  headers TEXT NOT NULL,
  tools TEXT NOT NULL,
  listed_at TEXT,
  last_error TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE INDEX mcp_servers_by_organisation ON mcp_servers (organisation_id);

CREATE TABLE model_connections (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  base_url TEXT NOT NULL,
  model TEXT NOT NULL,
  temperature REAL,
  max_output_tokens INTEGER,
  extra_body TEXT,
  is_default INTEGER NOT NULL,
  accepted_host TEXT,
  learned TEXT,
  last_error TEXT,
  last_error_at TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX model_connections_by_organisation ON model_connections (organisation_id, created_at);

CREATE TABLE nodes (
  id TEXT PRIMARY KEY,
  role TEXT NOT NULL,
  state TEXT NOT NULL,
  version TEXT NOT NULL,
  media_base_url TEXT,
  capacity INTEGER NOT NULL,
  used INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  heartbeat_ms INTEGER NOT NULL
);

CREATE TABLE ocr_documents (
  document_uuid TEXT PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  ocr_choice TEXT NOT NULL,
  total_pages INTEGER NOT NULL,
  company_name TEXT,
  report_year INTEGER,
  processed_at TEXT NOT NULL,
  company_evidence TEXT,
  year_evidence TEXT
);

CREATE TABLE ocr_pages (
  organisation_id TEXT NOT NULL,
  document_uuid TEXT NOT NULL REFERENCES ocr_documents (document_uuid) ON DELETE CASCADE,
  page_number INTEGER NOT NULL,
  chunks TEXT NOT NULL,
  PRIMARY KEY (document_uuid, page_number)
) WITHOUT ROWID;

CREATE TABLE password_resets (
  token_sha256 TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  expires_at TEXT NOT NULL,
  proves_email INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX password_resets_by_user ON password_resets (user_uuid);

CREATE TABLE personas (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  profile TEXT NOT NULL,
  objections TEXT NOT NULL,
  hidden_state TEXT NOT NULL,
  speech_habits TEXT NOT NULL,
  language_code TEXT NOT NULL,
  voice TEXT NOT NULL,
  document_uuids TEXT NOT NULL,
  created_at TEXT NOT NULL,
  source_call_uuid TEXT
);
CREATE INDEX personas_by_source ON personas (source_call_uuid) WHERE source_call_uuid IS NOT NULL;
CREATE INDEX personas_by_time ON personas (organisation_id, created_at, uuid);

CREATE TABLE phones (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  name TEXT NOT NULL,
  extension TEXT NOT NULL,
  user_uuid TEXT REFERENCES users (uuid) ON DELETE SET NULL,
  sip_username TEXT NOT NULL UNIQUE,
  created_at TEXT NOT NULL,
  user_agent TEXT,
  address TEXT,
  registered_at TEXT,
  expires_at TEXT
);
CREATE UNIQUE INDEX phones_by_extension ON phones (organisation_id, extension);

CREATE TABLE practice_reviews (
  run_uuid TEXT PRIMARY KEY REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  verdict TEXT,
  scores TEXT NOT NULL,
  reason TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX practice_reviews_by_time ON practice_reviews (organisation_id, updated_at);

CREATE TABLE practice_wordings (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  digest TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX practice_wordings_by_digest ON practice_wordings (organisation_id, digest);
CREATE INDEX practice_wordings_by_time ON practice_wordings (organisation_id, created_at);

CREATE TABLE project_segments (
  project_uuid TEXT NOT NULL REFERENCES projects (uuid) ON DELETE CASCADE,
  segment_uuid TEXT NOT NULL REFERENCES segments (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  PRIMARY KEY (project_uuid, segment_uuid)
);
CREATE INDEX project_segments_by_segment ON project_segments (segment_uuid);

CREATE TABLE pronunciations (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  word TEXT NOT NULL,
  word_key TEXT NOT NULL,
  phonemes TEXT,
  respelling TEXT,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX pronunciations_by_word ON pronunciations (organisation_id, word_key);

CREATE TABLE queues (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  tags TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX queues_by_name ON queues (organisation_id, name);

CREATE TABLE queue_members (
  queue_uuid TEXT NOT NULL REFERENCES queues (uuid) ON DELETE CASCADE,
  user_uuid TEXT NOT NULL REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  PRIMARY KEY (queue_uuid, user_uuid)
);
CREATE INDEX queue_members_by_user ON queue_members (user_uuid);

CREATE TABLE removed_upload_keys (
  organisation_id TEXT NOT NULL,
  key_hash TEXT NOT NULL,
  removed_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, key_hash)
);

CREATE TABLE report_schedules (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  every TEXT NOT NULL CHECK (every IN ('week', 'month')),
  recipients TEXT NOT NULL,
  segment_uuids TEXT NOT NULL,
  next_at TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX report_schedules_by_uuid ON report_schedules (uuid);
CREATE INDEX report_schedules_due ON report_schedules (next_at);
CREATE INDEX report_schedules_of ON report_schedules (organisation_id, id);

CREATE TABLE reports (
  id INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL,
  organisation_id TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  status TEXT NOT NULL,
  error TEXT,
  window_name TEXT NOT NULL,
  range_from TEXT NOT NULL,
  range_to TEXT NOT NULL,
  segment_uuids TEXT NOT NULL,
  result TEXT,
  created_at TEXT NOT NULL,
  finished_at TEXT,
  schedule_uuid TEXT
);
CREATE INDEX reports_by_time ON reports (organisation_id, created_at, id);
CREATE UNIQUE INDEX reports_by_uuid ON reports (uuid);

CREATE TABLE request_counts (
  name TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at_ms INTEGER NOT NULL
);
CREATE INDEX request_counts_over ON request_counts (ends_at_ms);

CREATE TABLE retention_runs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  ended TEXT NOT NULL,
  failed TEXT NOT NULL
);
CREATE INDEX retention_runs_by_time ON retention_runs (organisation_id, started_at);

CREATE TABLE retention_settings (
  organisation_id TEXT PRIMARY KEY,
  recordings_days INTEGER,
  transcripts_days INTEGER,
  results_days INTEGER,
  webhooks_days INTEGER,
  updated_at TEXT NOT NULL
);

CREATE TABLE scenarios (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  persona_uuid TEXT NOT NULL,
  name TEXT NOT NULL,
  situation TEXT NOT NULL,
  objective TEXT NOT NULL,
  difficulty TEXT NOT NULL CHECK (difficulty IN ('easy', 'medium', 'hard', 'adversarial')),
  category TEXT,
  agent_opens INTEGER NOT NULL,
  hidden_state TEXT NOT NULL,
  stop_conditions TEXT NOT NULL,
  rubric TEXT,
  rubric_field_ids TEXT,
  tool_mocks TEXT NOT NULL,
  created_at TEXT NOT NULL,
  line_quality TEXT NOT NULL DEFAULT 'clear'
);
CREATE INDEX scenarios_by_persona ON scenarios (organisation_id, persona_uuid);
CREATE INDEX scenarios_by_time ON scenarios (organisation_id, created_at, uuid);

CREATE TABLE sealed_settings (
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  sealed TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, name)
);

CREATE TABLE sessions (
  uuid TEXT PRIMARY KEY,
  user_uuid TEXT NOT NULL REFERENCES users (uuid),
  created_at TEXT NOT NULL,
  expires_at TEXT NOT NULL
);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_uuid);

CREATE TABLE simulations (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  run_uuid TEXT NOT NULL,
  result TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX simulations_by_run ON simulations (organisation_id, run_uuid);

CREATE TABLE speaker_samples (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  speaker_uuid TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  transcript TEXT NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL,
  size_bytes INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX speaker_samples_by_speaker ON speaker_samples (organisation_id, speaker_uuid);

CREATE TABLE speakers (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  language TEXT NOT NULL,
  description TEXT NOT NULL,
  deployed INTEGER NOT NULL,
  voice_sample_uuid TEXT,
  voice TEXT NOT NULL,
  mime_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  consent TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX speakers_by_name ON speakers (organisation_id, name);

CREATE TABLE stream_tickets (
  token_hash TEXT PRIMARY KEY,
  session_kind TEXT NOT NULL,
  session_uuid TEXT NOT NULL,
  dialect TEXT NOT NULL,
  issued_by TEXT NOT NULL,
  node_id TEXT,
  reserved_until_ms INTEGER NOT NULL,
  expires_at_ms INTEGER NOT NULL,
  claimed_by TEXT
);
CREATE INDEX stream_tickets_of_session ON stream_tickets (session_uuid);
CREATE INDEX stream_tickets_over ON stream_tickets (expires_at_ms);

CREATE TABLE suppressions (
  organisation_id TEXT NOT NULL,
  uuid TEXT NOT NULL UNIQUE,
  phone TEXT NOT NULL,
  reason TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (organisation_id, phone)
);

CREATE TABLE tool_secrets (
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  last_used_at TEXT,
  PRIMARY KEY (organisation_id, name)
);

CREATE TABLE transcripts (
  interaction_uuid TEXT PRIMARY KEY REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT NOT NULL,
  turns TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  english TEXT
);

CREATE TABLE transfers (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  call_uuid TEXT NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  target TEXT NOT NULL,
  user_uuid TEXT NOT NULL,
  phone_number TEXT NOT NULL,
  agent_brief TEXT NOT NULL,
  context TEXT NOT NULL,
  result TEXT CHECK (result IN ('accepted', 'declined', 'no_answer', 'busy', 'failed')),
  created_at TEXT NOT NULL,
  finished_at TEXT,
  provider_request_id TEXT,
  provider_call_id TEXT,
  joined_at TEXT
);
CREATE INDEX transfers_by_call ON transfers (call_uuid, created_at);
CREATE INDEX transfers_of_people ON transfers (organisation_id, user_uuid, created_at);
CREATE UNIQUE INDEX transfers_ringing ON transfers (call_uuid) WHERE result IS NULL;
CREATE UNIQUE INDEX transfers_ringing_at ON transfers (user_uuid) WHERE result IS NULL;

CREATE TABLE voice_agent_documents (
  organisation_id TEXT NOT NULL,
  agent_uuid TEXT NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  document_uuid TEXT NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  PRIMARY KEY (agent_uuid, document_uuid)
) WITHOUT ROWID;
CREATE INDEX voice_agent_documents_by_document ON voice_agent_documents (document_uuid);

CREATE TABLE voice_agent_numbers (
  organisation_id TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
);

CREATE TABLE voice_sample_runs (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  started_at TEXT NOT NULL,
  finished_at TEXT,
  error TEXT
);
CREATE INDEX voice_sample_runs_by_start ON voice_sample_runs (organisation_id, started_at);
CREATE UNIQUE INDEX voice_sample_runs_running ON voice_sample_runs (organisation_id) WHERE finished_at IS NULL;

CREATE TABLE voice_samples (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  speaker TEXT NOT NULL,
  language_code TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  created_at TEXT NOT NULL
);
CREATE UNIQUE INDEX voice_samples_by_voice ON voice_samples (organisation_id, speaker, language_code);

CREATE TABLE webhook_deliveries (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  webhook_uuid TEXT NOT NULL,
  event_uuid TEXT NOT NULL,
  event_type TEXT NOT NULL,
  position INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TEXT NOT NULL,
  attempted_at TEXT,
  response_status INTEGER NOT NULL,
  success INTEGER NOT NULL,
  error_message TEXT NOT NULL,
  attempts TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX webhook_deliveries_kept ON webhook_deliveries (created_at) WHERE body <> '';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_uuid, position);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (event_uuid, webhook_uuid);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organisation_id, position) WHERE attempted_at IS NULL;

CREATE TABLE webhooks (
  uuid TEXT PRIMARY KEY,
  organisation_id TEXT NOT NULL,
  name TEXT NOT NULL,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  is_active INTEGER NOT NULL,
  created_at TEXT NOT NULL,
  last_triggered_at TEXT
);
CREATE INDEX webhooks_by_time ON webhooks (organisation_id, created_at);

-- Changes of call counts, added up later by a job.
CREATE TRIGGER calls_added AFTER INSERT ON calls WHEN NEW.call_type <> 'test' BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
END;

CREATE TRIGGER calls_changed AFTER UPDATE OF organisation_id, flow_uuid, created_at, outcome, sentiment, duration_ms ON calls
  WHEN NEW.call_type <> 'test'
    AND (OLD.organisation_id, OLD.flow_uuid, OLD.created_at, OLD.outcome, OLD.sentiment, OLD.duration_ms)
      IS NOT (NEW.organisation_id, NEW.flow_uuid, NEW.created_at, NEW.outcome, NEW.sentiment, NEW.duration_ms) BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0)),
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
END;

CREATE TRIGGER calls_removed AFTER DELETE ON calls WHEN OLD.call_type <> 'test' BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0));
END;

-- Calls carry what lists filter by.
CREATE TRIGGER interactions_on_calls_added AFTER INSERT ON interactions WHEN NEW.source IN ('call', 'test') BEGIN
  UPDATE calls SET conversation_outcome = NEW.outcome,
    conversation_agent = CASE
      WHEN NEW.agent_user_uuid IS NOT NULL THEN 'user:' || NEW.agent_user_uuid
      WHEN NEW.voice_agent_uuid IS NOT NULL THEN 'agent:' || NEW.voice_agent_uuid
      ELSE 'nobody:' END || ':' || coalesce(NEW.agent_name, ''),
    sentiment = coalesce(written_sentiment, NEW.sentiment), summary = coalesce(written_summary, NEW.summary)
  WHERE uuid = NEW.uuid AND organisation_id = NEW.organisation_id;
END;

CREATE TRIGGER interactions_on_calls_changed
  AFTER UPDATE OF outcome, sentiment, summary, agent_user_uuid, voice_agent_uuid, agent_name ON interactions
  WHEN NEW.source IN ('call', 'test') BEGIN
  UPDATE calls SET conversation_outcome = NEW.outcome,
    conversation_agent = CASE
      WHEN NEW.agent_user_uuid IS NOT NULL THEN 'user:' || NEW.agent_user_uuid
      WHEN NEW.voice_agent_uuid IS NOT NULL THEN 'agent:' || NEW.voice_agent_uuid
      ELSE 'nobody:' END || ':' || coalesce(NEW.agent_name, ''),
    sentiment = coalesce(written_sentiment, NEW.sentiment), summary = coalesce(written_summary, NEW.summary)
  WHERE uuid = NEW.uuid AND organisation_id = NEW.organisation_id;
END;

-- Fields of every organisation.
INSERT INTO extraction_fields (key, name, group_name, field_type, options, description, required, is_active, position)
VALUES
  ('outcome', 'Outcome', 'call', 'enum',
    '["resolved","follow_up_scheduled","visit_scheduled","escalated","interested","no_interest","voicemail","failed"]',
    'What the conversation led to.', 1, 1, 1),
  ('disposition', 'Disposition', 'call', 'enum',
    '["reached","voicemail","not_reached","callback_requested","wrong_number","do_not_call"]',
    'Who was reached, and what they asked for.', 1, 1, 2),
  ('next_action', 'Next action', 'call', 'text',
    '[]',
    'What somebody said they would do after the conversation.', 1, 1, 3);
