import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

const interactionSources = ['call', 'test', 'upload', 'api', 'practice', 'simulation'] as const;
/** Conversations of other systems: uploaded in the console, or sent to the developer API. */
export const uploadedSources = ['upload', 'api'] as const;
/** Lists and figures are about these by default: what customers said. */
export const countedSources = ['call', ...uploadedSources] as const;

export const isUploaded = (source: (typeof interactionSources)[number]): boolean =>
  source === 'upload' || source === 'api';

/** `awaiting_recording`: the row exists, and its audio has not arrived. */
const interactionStatuses = ['pending', 'awaiting_recording', 'transcribing', 'completed', 'failed'] as const;

export const interactionTables = (c: Columns) => ({
  interactions: c.table('interactions', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    /** That of the call where the source is a call or a browser test, and that of the run where it is practice or a simulation. */
    uuid: c.text('uuid').notNull(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    source: c.text('source', { enum: interactionSources }).notNull(),
    status: c.text('status', { enum: interactionStatuses }).notNull(),
    error: c.text('error'),
    direction: c.text('direction', { enum: ['inbound', 'outbound'] }),
    /** Whether both sides were on the line. */
    connected: c.flag('connected').notNull(),
    flowUuid: c.text('flow_uuid'),
    contactUuid: c.text('contact_uuid'),
    customerName: c.text('customer_name'),
    customerPhone: c.text('customer_phone'),
    voiceAgentUuid: c.text('voice_agent_uuid'),
    agentUserUuid: c.text('agent_user_uuid'),
    agentName: c.text('agent_name'),
    languageCode: c.text('language_code'),
    calledAt: c.text('called_at').notNull(),
    durationMs: c.integer('duration_ms'),
    /** In effect: what a person entered, else what the analysis found. */
    outcome: c.text('outcome'),
    sentiment: c.text('sentiment', { enum: ['positive', 'neutral', 'negative'] }),
    summary: c.text('summary'),
    /** The uploaded recording; a call's own is kept with the call. */
    recordingDigest: c.text('recording_digest'),
    recordingName: c.text('recording_name'),
    /** Of the uploaded recording. */
    recordingBytes: c.integer('recording_bytes'),
    /** Where it is still to be fetched from; an address that a client gave. */
    recordingSource: c.text('recording_source'),
    /** What is wrong with a recording that was transcribed nevertheless. */
    recordingNote: c.text('recording_note', { enum: ['truncated'] }),
    /** How the speakers of a recording were named. */
    sides: c.json('sides'),
    /** Replaced as a whole by every analysis. */
    analysis: c.json('analysis'),
    /** Written by people only. */
    edits: c.json('edits').notNull(),
    idempotencyKey: c.text('idempotency_key'),
    /** Of the request that had the key; null in rows of earlier versions. */
    requestDigest: c.text('request_digest'),
    /** In lower case: names, number and summary. */
    search: c.text('search').notNull(),
    createdAt: c.text('created_at').notNull(),
    updatedAt: c.text('updated_at').notNull(),
  }),
  transcripts: c.table('transcripts', {
    interactionUuid: c.text('interaction_uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    turns: c.json('turns').notNull(),
    /** Texts of the turns in English, as the last analysis read them; null where it read `turns`. */
    english: c.json('english'),
    updatedAt: c.text('updated_at').notNull(),
  }),
  /** Recordings that were uploaded together. */
  bulkUploads: c.table('bulk_uploads', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    userUuid: c.text('user_uuid').notNull(),
    /** Items that were refused. */
    errors: c.json('errors').notNull(),
    createdAt: c.text('created_at').notNull(),
  }),
  bulkUploadItems: c.table(
    'bulk_upload_items',
    {
      uploadUuid: c.text('upload_uuid').notNull(),
      /** The place of the file in the form. */
      position: c.integer('position').notNull(),
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      interactionUuid: c.text('interaction_uuid').notNull(),
      fileName: c.text('file_name').notNull(),
      /** The same audio came before in this upload. */
      isDuplicate: c.flag('is_duplicate').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.uploadUuid, table.position] })],
  ),
  /** Questions asked of every conversation, of the whole installation. */
  extractionFields: c.table('extraction_fields', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    key: c.text('key').notNull(),
    name: c.text('name').notNull(),
    groupName: c.text('group_name').notNull(),
    fieldType: c.text('field_type', { enum: ['text', 'enum', 'boolean', 'number', 'date', 'score'] }).notNull(),
    options: c.json('options').notNull(),
    description: c.text('description').notNull(),
    required: c.flag('required').notNull(),
    onlyIfConnected: c.flag('only_if_connected').notNull(),
    minSeconds: c.integer('min_seconds').notNull(),
    /** Of a score, in the total of its category. */
    weight: c.integer('weight').notNull().default(1),
    isActive: c.flag('is_active').notNull(),
    position: c.integer('position').notNull(),
  }),
});
