-- The database of version 0.1.0. A database that has these migrations records this file in their place:
-- replaces the migrations up to 0072_phones.sql 6ef025628db64484574b329012a1c5791f996e98b6b3445637bbe0ae8066fd45

CREATE TABLE projects (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX projects_by_name ON projects (organisation_id, name);
CREATE UNIQUE INDEX projects_by_uuid ON projects (uuid);

CREATE TABLE active_projects (
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  project_uuid TEXT COLLATE "C" NOT NULL REFERENCES projects (uuid) ON DELETE CASCADE,
  PRIMARY KEY (organisation_id, user_uuid)
);
CREATE INDEX active_projects_by_project ON active_projects (project_uuid);

CREATE TABLE organisations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  name TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE users (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  email TEXT COLLATE "C" NOT NULL UNIQUE,
  name TEXT COLLATE "C",
  password_hash TEXT COLLATE "C",
  superadmin INTEGER NOT NULL,
  waitlist_status TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  email_verified_at TEXT COLLATE "C"
);
CREATE INDEX users_waiting ON users (waitlist_status, created_at);

CREATE TABLE memberships (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES users (uuid),
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid),
  role TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX memberships_by_organisation ON memberships (organisation_id);

CREATE TABLE agent_availability (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  available BIGINT NOT NULL,
  changed_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX agent_availability_of ON agent_availability (organisation_id);

CREATE TABLE agent_phone_numbers (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  phone_number TEXT COLLATE "C" NOT NULL
);
CREATE INDEX agent_phone_numbers_of ON agent_phone_numbers (organisation_id);

CREATE TABLE agent_tag_assignments (
  user_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  tags TEXT COLLATE "C" NOT NULL
);
CREATE INDEX agent_tag_assignments_of ON agent_tag_assignments (organisation_id);

CREATE TABLE analysis_routing (
  id BIGINT PRIMARY KEY,
  settings TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE analysis_settings (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  redaction BIGINT NOT NULL
);

CREATE TABLE api_keys (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  name TEXT COLLATE "C" NOT NULL,
  prefix TEXT COLLATE "C" NOT NULL UNIQUE,
  sha256 TEXT COLLATE "C" NOT NULL,
  scopes TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  last_used_at TEXT COLLATE "C",
  restricted BIGINT NOT NULL DEFAULT 0,
  expires_at TEXT COLLATE "C",
  removed_scopes TEXT COLLATE "C"
);
CREATE INDEX api_keys_by_organisation ON api_keys (organisation_id, created_at);
CREATE INDEX api_keys_by_user ON api_keys (user_uuid);

CREATE TABLE kb_documents (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  file_name TEXT COLLATE "C" NOT NULL,
  mime_type TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX kb_documents_by_user ON kb_documents (organisation_id, user_uuid, created_at DESC, uuid DESC);

CREATE TABLE audio_sentences (
  organisation_id TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  job_uuid TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  start_ms BIGINT NOT NULL,
  end_ms BIGINT NOT NULL,
  piece_end_ms BIGINT NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_uuid, position)
);
CREATE INDEX audio_sentences_by_document ON audio_sentences (document_uuid);

CREATE TABLE audio_transcripts (
  document_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  job_uuid TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT NOT NULL,
  full_text TEXT COLLATE "C" NOT NULL,
  processed_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE audit_events (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  at TEXT COLLATE "C" NOT NULL,
  actor_method TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C",
  credential_uuid TEXT COLLATE "C",
  address TEXT COLLATE "C",
  request_id TEXT COLLATE "C" NOT NULL,
  action TEXT COLLATE "C" NOT NULL,
  subject TEXT COLLATE "C" NOT NULL,
  fields TEXT COLLATE "C" NOT NULL,
  status BIGINT
);
CREATE INDEX audit_events_by_time ON audit_events (organisation_id, at DESC, uuid DESC);

CREATE TABLE bulk_uploads (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  errors TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE interactions (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  error TEXT COLLATE "C",
  direction TEXT COLLATE "C",
  connected BIGINT NOT NULL,
  flow_uuid TEXT COLLATE "C",
  contact_uuid TEXT COLLATE "C",
  customer_name TEXT COLLATE "C",
  customer_phone TEXT COLLATE "C",
  voice_agent_uuid TEXT COLLATE "C",
  agent_user_uuid TEXT COLLATE "C",
  agent_name TEXT COLLATE "C",
  language_code TEXT COLLATE "C",
  called_at TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT,
  outcome TEXT COLLATE "C",
  sentiment TEXT COLLATE "C",
  summary TEXT COLLATE "C",
  recording_digest TEXT COLLATE "C",
  recording_name TEXT COLLATE "C",
  analysis TEXT COLLATE "C",
  edits TEXT COLLATE "C" NOT NULL,
  idempotency_key TEXT COLLATE "C",
  search TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  recording_bytes BIGINT,
  recording_source TEXT COLLATE "C",
  sides TEXT COLLATE "C",
  recording_note TEXT COLLATE "C",
  request_digest TEXT COLLATE "C"
);
CREATE INDEX interactions_by_contact ON interactions (organisation_id, contact_uuid, called_at);
CREATE INDEX interactions_by_customer_phone ON interactions (customer_phone) WHERE customer_phone IS NOT NULL;
CREATE INDEX interactions_by_duration ON interactions
  (organisation_id, duration_ms NULLS FIRST, id, source, status, outcome, sentiment, direction, flow_uuid);
CREATE UNIQUE INDEX interactions_by_key ON interactions (organisation_id, idempotency_key);
CREATE INDEX interactions_by_time ON interactions
  (organisation_id, called_at, id, source, status, outcome, sentiment, direction, flow_uuid);
CREATE UNIQUE INDEX interactions_by_uuid ON interactions (uuid);
CREATE INDEX interactions_failed ON interactions (organisation_id, called_at) WHERE status = 'failed';

CREATE TABLE bulk_upload_items (
  upload_uuid TEXT COLLATE "C" NOT NULL REFERENCES bulk_uploads (uuid) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  interaction_uuid TEXT COLLATE "C" NOT NULL REFERENCES interactions (uuid) ON DELETE CASCADE,
  file_name TEXT COLLATE "C" NOT NULL,
  is_duplicate BIGINT NOT NULL,
  PRIMARY KEY (upload_uuid, position)
);
CREATE INDEX bulk_upload_items_by_interaction ON bulk_upload_items (interaction_uuid);

CREATE TABLE call_count_changes (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL,
  sentiment TEXT COLLATE "C" NOT NULL,
  calls BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL
);
CREATE INDEX call_count_changes_of ON call_count_changes (organisation_id);

CREATE TABLE call_counts (
  organisation_id TEXT COLLATE "C" NOT NULL,
  grain TEXT COLLATE "C" NOT NULL CHECK (grain IN ('day', 'month', 'flow_day', 'flow_month')),
  flow_uuid TEXT COLLATE "C" NOT NULL,
  period TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C" NOT NULL,
  sentiment TEXT COLLATE "C" NOT NULL,
  calls BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  PRIMARY KEY (organisation_id, grain, flow_uuid, period, outcome, sentiment)
);

CREATE TABLE call_deletions (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  filter TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'done')),
  matched BIGINT NOT NULL,
  deleted BIGINT NOT NULL,
  kept BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C"
);
CREATE INDEX call_deletions_by_time ON call_deletions (organisation_id, created_at, uuid);

CREATE TABLE calls (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL,
  call_type TEXT COLLATE "C" NOT NULL CHECK (call_type IN ('inbound', 'outbound', 'test')),
  dialect TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN (
      'queued', 'dialing', 'ringing', 'in_progress', 'transferring', 'completed', 'no_answer', 'busy', 'failed',
      'cancelled'
    )),
  from_number TEXT COLLATE "C" NOT NULL,
  to_number TEXT COLLATE "C" NOT NULL,
  provider_call_id TEXT COLLATE "C",
  outcome TEXT COLLATE "C",
  end_reason TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  ended_at TEXT COLLATE "C",
  duration_ms BIGINT,
  lease_owner TEXT COLLATE "C",
  lease_until TEXT COLLATE "C",
  answered_by TEXT COLLATE "C" CHECK (answered_by IN ('human', 'machine', 'unknown')),
  answered_confidence DOUBLE PRECISION,
  turns BIGINT NOT NULL DEFAULT 0,
  median_latency_ms DOUBLE PRECISION,
  contact_uuid TEXT COLLATE "C",
  target_uuid TEXT COLLATE "C",
  dialled_at TEXT COLLATE "C",
  provider_request_id TEXT COLLATE "C",
  key_details TEXT COLLATE "C",
  sentiment TEXT COLLATE "C" CHECK (sentiment IN ('positive', 'neutral', 'negative')),
  summary TEXT COLLATE "C",
  agent_user_uuid TEXT COLLATE "C",
  caller_verified INTEGER,
  written_sentiment TEXT COLLATE "C" CHECK (written_sentiment IN ('positive', 'neutral', 'negative')),
  written_summary TEXT COLLATE "C",
  conversation_outcome TEXT COLLATE "C",
  conversation_agent TEXT COLLATE "C"
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
  organisation_id TEXT COLLATE "C" NOT NULL,
  call_uuid TEXT COLLATE "C" NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  seq BIGINT NOT NULL,
  type TEXT COLLATE "C" NOT NULL,
  at_ms DOUBLE PRECISION NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  recorded_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (call_uuid, seq)
);

CREATE TABLE call_holds (
  call_uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX call_holds_by_organisation ON call_holds (organisation_id, created_at, call_uuid);

CREATE TABLE call_quality_days (
  organisation_id TEXT COLLATE "C" NOT NULL,
  day TEXT COLLATE "C" NOT NULL,
  voice_agent_uuid TEXT COLLATE "C" NOT NULL,
  calls BIGINT NOT NULL,
  turns BIGINT NOT NULL,
  interruptions BIGINT NOT NULL,
  backchannels BIGINT NOT NULL,
  words BIGINT NOT NULL,
  confidence_sum DOUBLE PRECISION NOT NULL,
  latencies TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, day, voice_agent_uuid)
);

CREATE TABLE contacts (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  phone TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C",
  email TEXT COLLATE "C",
  language_code TEXT COLLATE "C",
  timezone TEXT COLLATE "C",
  metadata TEXT COLLATE "C" NOT NULL,
  opted_out INTEGER NOT NULL,
  dnc_reason TEXT COLLATE "C",
  attempts BIGINT NOT NULL,
  last_called_at TEXT COLLATE "C",
  last_outcome TEXT COLLATE "C",
  search TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX contacts_by_consent ON contacts (organisation_id, opted_out, created_at DESC, uuid);
CREATE INDEX contacts_by_name ON contacts (organisation_id, search, uuid);
CREATE UNIQUE INDEX contacts_by_phone ON contacts (organisation_id, phone);
CREATE INDEX contacts_by_time ON contacts (organisation_id, created_at DESC, uuid);

CREATE TABLE voice_agents (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  persona_prompt TEXT COLLATE "C" NOT NULL,
  greeting TEXT COLLATE "C" NOT NULL,
  voice_config TEXT COLLATE "C" NOT NULL,
  languages TEXT COLLATE "C" NOT NULL,
  turn TEXT COLLATE "C" NOT NULL,
  tools TEXT COLLATE "C" NOT NULL,
  max_call_seconds BIGINT NOT NULL,
  voicemail TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C",
  model_trouble TEXT COLLATE "C"
);
CREATE UNIQUE INDEX voice_agents_by_number ON voice_agents (organisation_id, number);

CREATE TABLE flows (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('inbound', 'outbound')),
  name TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'completed')),
  provider TEXT COLLATE "C" NOT NULL,
  speaker TEXT COLLATE "C" NOT NULL,
  language_code TEXT COLLATE "C" NOT NULL,
  phone_number TEXT COLLATE "C",
  phone_key TEXT COLLATE "C",
  config TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  voice_agent_uuid TEXT COLLATE "C" REFERENCES voice_agents (uuid) ON DELETE SET NULL,
  branches TEXT COLLATE "C" NOT NULL DEFAULT '[]',
  start_date TEXT COLLATE "C",
  end_date TEXT COLLATE "C",
  time_window TEXT COLLATE "C",
  status_reason TEXT COLLATE "C",
  provider_failures BIGINT NOT NULL DEFAULT 0,
  updated_at TEXT COLLATE "C" NOT NULL DEFAULT '',
  extension TEXT COLLATE "C"
);
CREATE INDEX flows_by_agent ON flows (voice_agent_uuid) WHERE voice_agent_uuid IS NOT NULL;
CREATE INDEX flows_by_extension ON flows (organisation_id, extension) WHERE extension IS NOT NULL;
CREATE INDEX flows_by_organisation ON flows (organisation_id, created_at);
CREATE INDEX flows_by_phone ON flows (phone_key) WHERE phone_key IS NOT NULL;

CREATE TABLE campaign_targets (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('queued', 'waiting', 'dialing', 'finished', 'skipped')),
  reason TEXT COLLATE "C",
  attempts BIGINT NOT NULL,
  next_at TEXT COLLATE "C",
  call_uuid TEXT COLLATE "C",
  dialled_at TEXT COLLATE "C",
  outcome TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX campaign_targets_by_contact ON campaign_targets (flow_uuid, contact_uuid);
CREATE INDEX campaign_targets_by_status ON campaign_targets (flow_uuid, status, updated_at DESC, uuid);
CREATE INDEX campaign_targets_by_time ON campaign_targets (flow_uuid, updated_at DESC, uuid);
CREATE INDEX campaign_targets_due ON campaign_targets (flow_uuid, next_at, uuid) WHERE next_at IS NOT NULL;
CREATE INDEX campaign_targets_of_contact ON campaign_targets (contact_uuid);

CREATE TABLE coach_documents (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  source TEXT COLLATE "C" NOT NULL,
  body TEXT COLLATE "C",
  kb_document_uuid TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX coach_documents_by_time ON coach_documents (organisation_id, created_at, uuid);

CREATE TABLE connected_numbers (
  organisation_id TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  phone_key TEXT COLLATE "C" NOT NULL,
  requires_signature INTEGER NOT NULL,
  connected_at TEXT COLLATE "C" NOT NULL,
  proof TEXT COLLATE "C" NOT NULL DEFAULT 'pending',
  next_proof_at TEXT COLLATE "C" NOT NULL DEFAULT '',
  PRIMARY KEY (organisation_id, provider)
);
CREATE INDEX connected_numbers_by_number ON connected_numbers (phone_key, connected_at);
CREATE INDEX connected_numbers_by_proof ON connected_numbers (next_proof_at);

CREATE TABLE contact_import_changes (
  organisation_id TEXT COLLATE "C" NOT NULL,
  import_uuid TEXT COLLATE "C" NOT NULL,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  before TEXT COLLATE "C",
  stored_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (import_uuid, contact_uuid)
);
CREATE INDEX contact_import_changes_by_contact ON contact_import_changes (contact_uuid);
CREATE INDEX contact_import_changes_by_time ON contact_import_changes (stored_at);

CREATE TABLE contact_import_refusals (
  organisation_id TEXT COLLATE "C" NOT NULL,
  import_uuid TEXT COLLATE "C" NOT NULL,
  row_number BIGINT NOT NULL,
  cells TEXT COLLATE "C" NOT NULL,
  detail TEXT COLLATE "C" NOT NULL,
  stored_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (import_uuid, row_number)
);
CREATE INDEX contact_import_refusals_by_time ON contact_import_refusals (stored_at);

CREATE TABLE contact_imports (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  dry_run INTEGER NOT NULL,
  file_name TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  format TEXT COLLATE "C" NOT NULL,
  country TEXT COLLATE "C",
  mapping TEXT COLLATE "C" NOT NULL,
  tags TEXT COLLATE "C" NOT NULL,
  rows_done BIGINT NOT NULL,
  created BIGINT NOT NULL,
  updated BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  errors TEXT COLLATE "C" NOT NULL,
  progress DOUBLE PRECISION NOT NULL,
  error TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  undo_status TEXT COLLATE "C",
  undo_removed BIGINT NOT NULL DEFAULT 0,
  undo_restored BIGINT NOT NULL DEFAULT 0,
  undo_kept BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX contact_imports_open ON contact_imports (organisation_id, status);

CREATE TABLE contact_tags (
  organisation_id TEXT COLLATE "C" NOT NULL,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE,
  tag TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (contact_uuid, tag)
);
CREATE INDEX contact_tags_by_tag ON contact_tags (organisation_id, tag, contact_uuid);

CREATE TABLE conversations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  number BIGINT NOT NULL,
  agent TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  title TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  last_message_at TEXT COLLATE "C" NOT NULL,
  message_count BIGINT NOT NULL
);
CREATE INDEX conversations_by_document ON conversations (document_uuid);
CREATE UNIQUE INDEX conversations_by_number ON conversations (organisation_id, number);
CREATE INDEX conversations_by_user ON conversations (organisation_id, user_uuid, agent, last_message_at);

CREATE TABLE conversation_messages (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  conversation_uuid TEXT COLLATE "C" NOT NULL REFERENCES conversations (uuid) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  role TEXT COLLATE "C" NOT NULL,
  content TEXT COLLATE "C" NOT NULL,
  sent_at TEXT COLLATE "C" NOT NULL,
  answer TEXT COLLATE "C"
);
CREATE UNIQUE INDEX conversation_messages_in_order ON conversation_messages (conversation_uuid, position);

CREATE TABLE conversation_numbers (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  last_number BIGINT NOT NULL
);

CREATE TABLE customer_numbers (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  contact_uuid TEXT COLLATE "C" NOT NULL REFERENCES contacts (uuid) ON DELETE CASCADE
);
CREATE UNIQUE INDEX customer_numbers_by_contact ON customer_numbers (contact_uuid);

CREATE TABLE deployment_settings (
  name TEXT COLLATE "C" PRIMARY KEY,
  value TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE document_runs (
  organisation_id TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  kind TEXT COLLATE "C" NOT NULL,
  job_uuid TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  error_code TEXT COLLATE "C",
  error TEXT COLLATE "C",
  began_at TEXT COLLATE "C" NOT NULL,
  ended_at TEXT COLLATE "C",
  PRIMARY KEY (document_uuid, kind)
);
CREATE UNIQUE INDEX document_runs_by_job ON document_runs (job_uuid);

CREATE TABLE erasures (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  number_hash TEXT COLLATE "C" NOT NULL,
  origin TEXT COLLATE "C" NOT NULL CHECK (origin IN ('person', 'command_line', 'restore')),
  user_uuid TEXT COLLATE "C",
  requested_at TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('pending', 'done')),
  waiting TEXT COLLATE "C" NOT NULL,
  removed TEXT COLLATE "C" NOT NULL,
  outcome TEXT COLLATE "C",
  finished_at TEXT COLLATE "C"
);
CREATE INDEX erasures_by_time ON erasures (organisation_id, requested_at, uuid);

CREATE TABLE extraction_fields (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  group_name TEXT COLLATE "C" NOT NULL,
  field_type TEXT COLLATE "C" NOT NULL,
  options TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  required BIGINT NOT NULL,
  is_active BIGINT NOT NULL,
  position BIGINT NOT NULL,
  only_if_connected BIGINT NOT NULL DEFAULT 0,
  min_seconds BIGINT NOT NULL DEFAULT 0,
  weight BIGINT NOT NULL DEFAULT 1,
  organisation_id TEXT COLLATE "C",
  measure TEXT COLLATE "C"
);
CREATE UNIQUE INDEX extraction_fields_by_key ON extraction_fields (COALESCE(organisation_id, ''), key);

CREATE TABLE file_references (
  organisation_id TEXT COLLATE "C" NOT NULL,
  holder_kind TEXT COLLATE "C" NOT NULL,
  holder_uuid TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  place TEXT COLLATE "C",
  PRIMARY KEY (holder_kind, holder_uuid, digest)
);
CREATE INDEX file_references_by_digest ON file_references (digest);
CREATE INDEX file_references_by_place ON file_references (place) WHERE place IS NOT NULL;

CREATE TABLE flow_knowledge (
  organisation_id TEXT COLLATE "C" NOT NULL,
  flow_uuid TEXT COLLATE "C" NOT NULL REFERENCES flows (uuid) ON DELETE CASCADE,
  document_id TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  title TEXT COLLATE "C" NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (flow_uuid, document_id)
);

CREATE TABLE segments (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  campaign_uuid TEXT COLLATE "C",
  tags TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX segments_by_name ON segments (organisation_id, name);
CREATE UNIQUE INDEX segments_by_uuid ON segments (uuid);

CREATE TABLE interaction_segments (
  segment_uuid TEXT COLLATE "C" NOT NULL REFERENCES segments (uuid) ON DELETE CASCADE,
  interaction_uuid TEXT COLLATE "C" NOT NULL REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (segment_uuid, interaction_uuid)
);
CREATE INDEX interaction_segments_by_interaction ON interaction_segments (interaction_uuid);

CREATE TABLE invitations (
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid),
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  role TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, user_uuid)
);
CREATE INDEX invitations_by_user ON invitations (user_uuid);

CREATE TABLE jobs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  kind TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL CHECK (status IN ('delayed', 'waiting', 'running', 'done', 'cancelled', 'dead')),
  priority BIGINT NOT NULL,
  unique_key TEXT COLLATE "C",
  key_stays INTEGER NOT NULL,
  payload TEXT COLLATE "C" NOT NULL,
  run_at TEXT COLLATE "C" NOT NULL,
  attempts BIGINT NOT NULL,
  max_attempts BIGINT NOT NULL,
  owner TEXT COLLATE "C",
  token BIGINT NOT NULL,
  beat BIGINT NOT NULL,
  cancel_asked INTEGER NOT NULL,
  progress DOUBLE PRECISION NOT NULL,
  note TEXT COLLATE "C",
  error TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  finished_at TEXT COLLATE "C",
  advanced INTEGER NOT NULL DEFAULT 0,
  place TEXT COLLATE "C"
);
CREATE UNIQUE INDEX jobs_by_key ON jobs
  (kind, organisation_id, unique_key) WHERE unique_key IS NOT NULL AND (key_stays = 1 OR (status IN ('delayed',
   'waiting', 'running')));
CREATE INDEX jobs_by_turn ON jobs (kind, organisation_id, priority, run_at) WHERE status = 'waiting';
CREATE INDEX jobs_due ON jobs (run_at) WHERE status = 'delayed';
CREATE INDEX jobs_over ON jobs (status, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX jobs_running ON jobs (kind) WHERE status = 'running';

CREATE TABLE job_steps (
  job_uuid TEXT COLLATE "C" NOT NULL REFERENCES jobs (uuid) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (job_uuid, name)
);

CREATE TABLE practice_runs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  scenario_uuid TEXT COLLATE "C" NOT NULL,
  scenario_name TEXT COLLATE "C" NOT NULL,
  persona_uuid TEXT COLLATE "C" NOT NULL,
  target_kind TEXT COLLATE "C" NOT NULL,
  target_uuid TEXT COLLATE "C",
  mode TEXT COLLATE "C" NOT NULL,
  seed BIGINT NOT NULL,
  agent_opens BIGINT NOT NULL,
  agent_prompt TEXT COLLATE "C",
  agent_model TEXT COLLATE "C",
  status TEXT COLLATE "C" NOT NULL,
  verdict TEXT COLLATE "C",
  score BIGINT,
  snapshot TEXT COLLATE "C" NOT NULL,
  transcript TEXT COLLATE "C" NOT NULL,
  scores TEXT COLLATE "C" NOT NULL,
  summary TEXT COLLATE "C",
  ended_reason TEXT COLLATE "C",
  error TEXT COLLATE "C",
  has_audio BIGINT NOT NULL,
  session_uuid TEXT COLLATE "C",
  session_expires_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  finished_at TEXT COLLATE "C",
  metrics TEXT COLLATE "C",
  error_code TEXT COLLATE "C",
  proves TEXT COLLATE "C",
  clock TEXT COLLATE "C"
);
CREATE INDEX practice_runs_by_score ON practice_runs (organisation_id, score NULLS FIRST, uuid);
CREATE UNIQUE INDEX practice_runs_by_session ON practice_runs (session_uuid) WHERE session_uuid IS NOT NULL;
CREATE INDEX practice_runs_by_time ON practice_runs (organisation_id, created_at, uuid);

CREATE TABLE judge_checks (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  run_uuid TEXT COLLATE "C" NOT NULL REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  verdict_before TEXT COLLATE "C" NOT NULL,
  verdict_after TEXT COLLATE "C" NOT NULL,
  scores_after TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX judge_checks_by_run ON judge_checks (run_uuid);
CREATE INDEX judge_checks_by_time ON judge_checks (organisation_id, created_at);

CREATE TABLE listening_sessions (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  call_uuid TEXT COLLATE "C" NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  user_uuid TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C",
  ended_at TEXT COLLATE "C",
  taken_over_at TEXT COLLATE "C",
  credential_uuid TEXT COLLATE "C"
);
CREATE INDEX listening_sessions_of_call ON listening_sessions (call_uuid, created_at);
CREATE INDEX listening_sessions_open ON listening_sessions (organisation_id, created_at) WHERE ended_at IS NULL;

CREATE TABLE login_tries (
  name TEXT COLLATE "C" PRIMARY KEY,
  times TEXT COLLATE "C" NOT NULL,
  keep_until_ms BIGINT NOT NULL
);
CREATE INDEX login_tries_over ON login_tries (keep_until_ms);

CREATE TABLE mcp_servers (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  headers TEXT COLLATE "C" NOT NULL,
  tools TEXT COLLATE "C" NOT NULL,
  listed_at TEXT COLLATE "C",
  last_error TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX mcp_servers_by_organisation ON mcp_servers (organisation_id);

CREATE TABLE model_connections (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  base_url TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  temperature DOUBLE PRECISION,
  max_output_tokens BIGINT,
  extra_body TEXT COLLATE "C",
  is_default INTEGER NOT NULL,
  accepted_host TEXT COLLATE "C",
  learned TEXT COLLATE "C",
  last_error TEXT COLLATE "C",
  last_error_at TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX model_connections_by_organisation ON model_connections (organisation_id, created_at);

CREATE UNLOGGED TABLE nodes (
  id TEXT COLLATE "C" PRIMARY KEY,
  role TEXT COLLATE "C" NOT NULL,
  state TEXT COLLATE "C" NOT NULL,
  version TEXT COLLATE "C" NOT NULL,
  media_base_url TEXT COLLATE "C",
  capacity BIGINT NOT NULL,
  used BIGINT NOT NULL,
  reserved BIGINT NOT NULL,
  heartbeat_ms BIGINT NOT NULL
);

CREATE TABLE ocr_documents (
  document_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  ocr_choice TEXT COLLATE "C" NOT NULL,
  total_pages BIGINT NOT NULL,
  company_name TEXT COLLATE "C",
  report_year BIGINT,
  processed_at TEXT COLLATE "C" NOT NULL,
  company_evidence TEXT COLLATE "C",
  year_evidence TEXT COLLATE "C"
);

CREATE TABLE ocr_pages (
  organisation_id TEXT COLLATE "C" NOT NULL,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES ocr_documents (document_uuid) ON DELETE CASCADE,
  page_number BIGINT NOT NULL,
  chunks TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (document_uuid, page_number)
);

CREATE TABLE password_resets (
  token_sha256 TEXT COLLATE "C" PRIMARY KEY,
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  expires_at TEXT COLLATE "C" NOT NULL,
  proves_email INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX password_resets_by_user ON password_resets (user_uuid);

CREATE TABLE personas (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  profile TEXT COLLATE "C" NOT NULL,
  objections TEXT COLLATE "C" NOT NULL,
  hidden_state TEXT COLLATE "C" NOT NULL,
  speech_habits TEXT COLLATE "C" NOT NULL,
  language_code TEXT COLLATE "C" NOT NULL,
  voice TEXT COLLATE "C" NOT NULL,
  document_uuids TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  source_call_uuid TEXT COLLATE "C"
);
CREATE INDEX personas_by_source ON personas (source_call_uuid) WHERE source_call_uuid IS NOT NULL;
CREATE INDEX personas_by_time ON personas (organisation_id, created_at, uuid);

CREATE TABLE phones (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL REFERENCES organisations (uuid) ON DELETE CASCADE,
  name TEXT COLLATE "C" NOT NULL,
  extension TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" REFERENCES users (uuid) ON DELETE SET NULL,
  sip_username TEXT COLLATE "C" NOT NULL UNIQUE,
  created_at TEXT COLLATE "C" NOT NULL,
  user_agent TEXT COLLATE "C",
  address TEXT COLLATE "C",
  registered_at TEXT COLLATE "C",
  expires_at TEXT COLLATE "C"
);
CREATE UNIQUE INDEX phones_by_extension ON phones (organisation_id, extension);

CREATE TABLE practice_reviews (
  run_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES practice_runs (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  verdict TEXT COLLATE "C",
  scores TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX practice_reviews_by_time ON practice_reviews (organisation_id, updated_at);

CREATE TABLE practice_wordings (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  text TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX practice_wordings_by_digest ON practice_wordings (organisation_id, digest);
CREATE INDEX practice_wordings_by_time ON practice_wordings (organisation_id, created_at);

CREATE TABLE project_segments (
  project_uuid TEXT COLLATE "C" NOT NULL REFERENCES projects (uuid) ON DELETE CASCADE,
  segment_uuid TEXT COLLATE "C" NOT NULL REFERENCES segments (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (project_uuid, segment_uuid)
);
CREATE INDEX project_segments_by_segment ON project_segments (segment_uuid);

CREATE TABLE pronunciations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  word TEXT COLLATE "C" NOT NULL,
  word_key TEXT COLLATE "C" NOT NULL,
  phonemes TEXT COLLATE "C",
  respelling TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX pronunciations_by_word ON pronunciations (organisation_id, word_key);

CREATE TABLE queues (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  tags TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX queues_by_name ON queues (organisation_id, name);

CREATE TABLE queue_members (
  queue_uuid TEXT COLLATE "C" NOT NULL REFERENCES queues (uuid) ON DELETE CASCADE,
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES memberships (user_uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (queue_uuid, user_uuid)
);
CREATE INDEX queue_members_by_user ON queue_members (user_uuid);

CREATE TABLE removed_upload_keys (
  organisation_id TEXT COLLATE "C" NOT NULL,
  key_hash TEXT COLLATE "C" NOT NULL,
  removed_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, key_hash)
);

CREATE TABLE report_schedules (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  every TEXT COLLATE "C" NOT NULL CHECK (every IN ('week', 'month')),
  recipients TEXT COLLATE "C" NOT NULL,
  segment_uuids TEXT COLLATE "C" NOT NULL,
  next_at TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX report_schedules_by_uuid ON report_schedules (uuid);
CREATE INDEX report_schedules_due ON report_schedules (next_at);
CREATE INDEX report_schedules_of ON report_schedules (organisation_id, id);

CREATE TABLE reports (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid TEXT COLLATE "C" NOT NULL,
  organisation_id TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  status TEXT COLLATE "C" NOT NULL,
  error TEXT COLLATE "C",
  window_name TEXT COLLATE "C" NOT NULL,
  range_from TEXT COLLATE "C" NOT NULL,
  range_to TEXT COLLATE "C" NOT NULL,
  segment_uuids TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  schedule_uuid TEXT COLLATE "C"
);
CREATE INDEX reports_by_time ON reports (organisation_id, created_at, id);
CREATE UNIQUE INDEX reports_by_uuid ON reports (uuid);

CREATE UNLOGGED TABLE request_counts (
  name TEXT COLLATE "C" PRIMARY KEY,
  count BIGINT NOT NULL,
  ends_at_ms BIGINT NOT NULL
);
CREATE INDEX request_counts_over ON request_counts (ends_at_ms);

CREATE TABLE retention_runs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  ended TEXT COLLATE "C" NOT NULL,
  failed TEXT COLLATE "C" NOT NULL
);
CREATE INDEX retention_runs_by_time ON retention_runs (organisation_id, started_at);

CREATE TABLE retention_settings (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  recordings_days BIGINT,
  transcripts_days BIGINT,
  results_days BIGINT,
  webhooks_days BIGINT,
  updated_at TEXT COLLATE "C" NOT NULL
);

CREATE TABLE scenarios (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  persona_uuid TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  situation TEXT COLLATE "C" NOT NULL,
  objective TEXT COLLATE "C" NOT NULL,
  difficulty TEXT COLLATE "C" NOT NULL CHECK (difficulty IN ('easy', 'medium', 'hard', 'adversarial')),
  category TEXT COLLATE "C",
  agent_opens BIGINT NOT NULL,
  hidden_state TEXT COLLATE "C" NOT NULL,
  stop_conditions TEXT COLLATE "C" NOT NULL,
  rubric TEXT COLLATE "C",
  rubric_field_ids TEXT COLLATE "C",
  tool_mocks TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  line_quality TEXT COLLATE "C" NOT NULL DEFAULT 'clear'
);
CREATE INDEX scenarios_by_persona ON scenarios (organisation_id, persona_uuid);
CREATE INDEX scenarios_by_time ON scenarios (organisation_id, created_at, uuid);

CREATE TABLE sealed_settings (
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  sealed TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, name)
);

CREATE TABLE sessions (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  user_uuid TEXT COLLATE "C" NOT NULL REFERENCES users (uuid),
  created_at TEXT COLLATE "C" NOT NULL,
  expires_at TEXT COLLATE "C" NOT NULL
);
CREATE INDEX sessions_by_end ON sessions (expires_at);
CREATE INDEX sessions_by_user ON sessions (user_uuid);

CREATE TABLE simulations (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  run_uuid TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX simulations_by_run ON simulations (organisation_id, run_uuid);

CREATE TABLE speaker_samples (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  speaker_uuid TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT NOT NULL,
  transcript TEXT COLLATE "C" NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX speaker_samples_by_speaker ON speaker_samples (organisation_id, speaker_uuid);

CREATE TABLE speakers (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  language TEXT COLLATE "C" NOT NULL,
  description TEXT COLLATE "C" NOT NULL,
  deployed INTEGER NOT NULL,
  voice_sample_uuid TEXT COLLATE "C",
  voice TEXT COLLATE "C" NOT NULL,
  mime_type TEXT COLLATE "C" NOT NULL,
  size_bytes BIGINT NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  consent TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX speakers_by_name ON speakers (organisation_id, name);

CREATE TABLE stream_tickets (
  token_hash TEXT COLLATE "C" PRIMARY KEY,
  session_kind TEXT COLLATE "C" NOT NULL,
  session_uuid TEXT COLLATE "C" NOT NULL,
  dialect TEXT COLLATE "C" NOT NULL,
  issued_by TEXT COLLATE "C" NOT NULL,
  node_id TEXT COLLATE "C",
  reserved_until_ms BIGINT NOT NULL,
  expires_at_ms BIGINT NOT NULL,
  claimed_by TEXT COLLATE "C"
);
CREATE INDEX stream_tickets_of_session ON stream_tickets (session_uuid);
CREATE INDEX stream_tickets_over ON stream_tickets (expires_at_ms);

CREATE TABLE suppressions (
  organisation_id TEXT COLLATE "C" NOT NULL,
  uuid TEXT COLLATE "C" NOT NULL UNIQUE,
  phone TEXT COLLATE "C" NOT NULL,
  reason TEXT COLLATE "C",
  created_at TEXT COLLATE "C" NOT NULL,
  PRIMARY KEY (organisation_id, phone)
);

CREATE TABLE tool_secrets (
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  last_used_at TEXT COLLATE "C",
  PRIMARY KEY (organisation_id, name)
);

CREATE TABLE transcripts (
  interaction_uuid TEXT COLLATE "C" PRIMARY KEY REFERENCES interactions (uuid) ON DELETE CASCADE,
  organisation_id TEXT COLLATE "C" NOT NULL,
  turns TEXT COLLATE "C" NOT NULL,
  updated_at TEXT COLLATE "C" NOT NULL,
  english TEXT COLLATE "C"
);

CREATE TABLE transfers (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  call_uuid TEXT COLLATE "C" NOT NULL REFERENCES calls (uuid) ON DELETE CASCADE,
  target TEXT COLLATE "C" NOT NULL,
  user_uuid TEXT COLLATE "C" NOT NULL,
  phone_number TEXT COLLATE "C" NOT NULL,
  agent_brief TEXT COLLATE "C" NOT NULL,
  context TEXT COLLATE "C" NOT NULL,
  result TEXT COLLATE "C" CHECK (result IN ('accepted', 'declined', 'no_answer', 'busy', 'failed')),
  created_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  provider_request_id TEXT COLLATE "C",
  provider_call_id TEXT COLLATE "C",
  joined_at TEXT COLLATE "C"
);
CREATE INDEX transfers_by_call ON transfers (call_uuid, created_at);
CREATE INDEX transfers_of_people ON transfers (organisation_id, user_uuid, created_at);
CREATE UNIQUE INDEX transfers_ringing ON transfers (call_uuid) WHERE result IS NULL;
CREATE UNIQUE INDEX transfers_ringing_at ON transfers (user_uuid) WHERE result IS NULL;

CREATE TABLE voice_agent_documents (
  organisation_id TEXT COLLATE "C" NOT NULL,
  agent_uuid TEXT COLLATE "C" NOT NULL REFERENCES voice_agents (uuid) ON DELETE CASCADE,
  document_uuid TEXT COLLATE "C" NOT NULL REFERENCES kb_documents (uuid) ON DELETE CASCADE,
  position BIGINT NOT NULL,
  PRIMARY KEY (agent_uuid, document_uuid)
);
CREATE INDEX voice_agent_documents_by_document ON voice_agent_documents (document_uuid);

CREATE TABLE voice_agent_numbers (
  organisation_id TEXT COLLATE "C" PRIMARY KEY,
  last_number BIGINT NOT NULL
);

CREATE TABLE voice_sample_runs (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  started_at TEXT COLLATE "C" NOT NULL,
  finished_at TEXT COLLATE "C",
  error TEXT COLLATE "C"
);
CREATE INDEX voice_sample_runs_by_start ON voice_sample_runs (organisation_id, started_at);
CREATE UNIQUE INDEX voice_sample_runs_running ON voice_sample_runs (organisation_id) WHERE finished_at IS NULL;

CREATE TABLE voice_samples (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  speaker TEXT COLLATE "C" NOT NULL,
  language_code TEXT COLLATE "C" NOT NULL,
  provider TEXT COLLATE "C" NOT NULL,
  model TEXT COLLATE "C" NOT NULL,
  duration_ms BIGINT NOT NULL,
  size_bytes BIGINT NOT NULL,
  digest TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL
);
CREATE UNIQUE INDEX voice_samples_by_voice ON voice_samples (organisation_id, speaker, language_code);

CREATE TABLE webhook_deliveries (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  webhook_uuid TEXT COLLATE "C" NOT NULL,
  event_uuid TEXT COLLATE "C" NOT NULL,
  event_type TEXT COLLATE "C" NOT NULL,
  position BIGINT NOT NULL,
  body TEXT COLLATE "C" NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  attempted_at TEXT COLLATE "C",
  response_status BIGINT NOT NULL,
  success BIGINT NOT NULL,
  error_message TEXT COLLATE "C" NOT NULL,
  attempts TEXT COLLATE "C" NOT NULL DEFAULT '[]'
);
CREATE INDEX webhook_deliveries_kept ON webhook_deliveries (created_at) WHERE body <> '';
CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_uuid, position);
CREATE UNIQUE INDEX webhook_deliveries_once ON webhook_deliveries (event_uuid, webhook_uuid);
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (organisation_id, position) WHERE attempted_at IS NULL;

CREATE TABLE webhooks (
  uuid TEXT COLLATE "C" PRIMARY KEY,
  organisation_id TEXT COLLATE "C" NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  url TEXT COLLATE "C" NOT NULL,
  events TEXT COLLATE "C" NOT NULL,
  is_active BIGINT NOT NULL,
  created_at TEXT COLLATE "C" NOT NULL,
  last_triggered_at TEXT COLLATE "C"
);
CREATE INDEX webhooks_by_time ON webhooks (organisation_id, created_at);

-- Changes of call counts, added up later by a job.
CREATE FUNCTION calls_count_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    count(*), coalesce(sum(duration_ms), 0)
  FROM added WHERE call_type <> 'test' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE TRIGGER calls_added AFTER INSERT ON calls REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION calls_count_added();

CREATE FUNCTION calls_count_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms)
  SELECT organisation_id, flow_uuid, substr(created_at, 1, 10), coalesce(outcome, ''), coalesce(sentiment, ''),
    -count(*), -coalesce(sum(duration_ms), 0)
  FROM removed WHERE call_type <> 'test' GROUP BY 1, 2, 3, 4, 5;
  RETURN NULL;
END $$;

CREATE TRIGGER calls_removed AFTER DELETE ON calls REFERENCING OLD TABLE AS removed
  FOR EACH STATEMENT EXECUTE FUNCTION calls_count_removed();

CREATE FUNCTION calls_count_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO call_count_changes (organisation_id, flow_uuid, day, outcome, sentiment, calls, duration_ms) VALUES
    (OLD.organisation_id, OLD.flow_uuid, substr(OLD.created_at, 1, 10), coalesce(OLD.outcome, ''),
      coalesce(OLD.sentiment, ''), -1, -coalesce(OLD.duration_ms, 0)),
    (NEW.organisation_id, NEW.flow_uuid, substr(NEW.created_at, 1, 10), coalesce(NEW.outcome, ''),
      coalesce(NEW.sentiment, ''), 1, coalesce(NEW.duration_ms, 0));
  RETURN NULL;
END $$;

CREATE TRIGGER calls_changed AFTER UPDATE OF organisation_id, flow_uuid, created_at, outcome, sentiment, duration_ms ON calls
  FOR EACH ROW WHEN (NEW.call_type <> 'test'
    AND (OLD.organisation_id, OLD.flow_uuid, OLD.created_at, OLD.outcome, OLD.sentiment, OLD.duration_ms)
      IS DISTINCT FROM (NEW.organisation_id, NEW.flow_uuid, NEW.created_at, NEW.outcome, NEW.sentiment, NEW.duration_ms))
  EXECUTE FUNCTION calls_count_changed();

-- Calls carry what lists filter by.
CREATE FUNCTION interactions_to_calls() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE calls SET conversation_outcome = NEW.outcome,
    conversation_agent = CASE
      WHEN NEW.agent_user_uuid IS NOT NULL THEN 'user:' || NEW.agent_user_uuid
      WHEN NEW.voice_agent_uuid IS NOT NULL THEN 'agent:' || NEW.voice_agent_uuid
      ELSE 'nobody:' END || ':' || coalesce(NEW.agent_name, ''),
    sentiment = coalesce(written_sentiment, NEW.sentiment), summary = coalesce(written_summary, NEW.summary)
  WHERE uuid = NEW.uuid AND organisation_id = NEW.organisation_id;
  RETURN NULL;
END $$;

CREATE TRIGGER interactions_on_calls_added AFTER INSERT ON interactions
  FOR EACH ROW WHEN (NEW.source IN ('call', 'test')) EXECUTE FUNCTION interactions_to_calls();

CREATE TRIGGER interactions_on_calls_changed
  AFTER UPDATE OF outcome, sentiment, summary, agent_user_uuid, voice_agent_uuid, agent_name ON interactions
  FOR EACH ROW WHEN (NEW.source IN ('call', 'test')) EXECUTE FUNCTION interactions_to_calls();

-- Wakes the workers of every process.
CREATE FUNCTION jobs_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('parley_jobs', CASE WHEN NEW.status = 'waiting' THEN NEW.kind ELSE '!' END);
  RETURN NULL;
END $$;

CREATE TRIGGER jobs_added AFTER INSERT ON jobs FOR EACH ROW
  WHEN (NEW.status = 'waiting') EXECUTE FUNCTION jobs_notify();

CREATE TRIGGER jobs_turned AFTER UPDATE ON jobs FOR EACH ROW
  WHEN (NEW.status = 'waiting' AND OLD.status <> 'waiting'
    OR NEW.status = 'running' AND NEW.cancel_asked <> OLD.cancel_asked)
  EXECUTE FUNCTION jobs_notify();

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
