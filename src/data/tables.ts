import { integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';

const organisationId = () => text('organisation_id').notNull();

export const flows = sqliteTable('flows', {
  uuid: text('uuid').primaryKey(),
  organisationId: organisationId(),
  kind: text('kind', { enum: ['inbound', 'outbound'] }).notNull(),
  name: text('name').notNull(),
  status: text('status', { enum: ['draft', 'active', 'paused', 'completed'] }).notNull(),
  provider: text('provider').notNull(),
  speaker: text('speaker').notNull(),
  languageCode: text('language_code').notNull(),
  phoneNumber: text('phone_number'),
  phoneKey: text('phone_key'),
  config: text('config', { mode: 'json' }).notNull(),
  createdAt: text('created_at').notNull(),
});

export const flowKnowledge = sqliteTable(
  'flow_knowledge',
  {
    organisationId: organisationId(),
    flowUuid: text('flow_uuid').notNull(),
    documentId: text('document_id').notNull(),
    position: integer('position').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
  },
  (table) => [primaryKey({ columns: [table.flowUuid, table.documentId] })],
);

export const calls = sqliteTable('calls', {
  uuid: text('uuid').primaryKey(),
  organisationId: organisationId(),
  flowUuid: text('flow_uuid').notNull(),
  callType: text('call_type', { enum: ['inbound', 'outbound', 'test'] }).notNull(),
  dialect: text('dialect', { enum: ['telephony_a', 'telephony_b', 'browser'] }).notNull(),
  status: text('status', {
    enum: [
      'queued',
      'dialing',
      'ringing',
      'in_progress',
      'transferring',
      'completed',
      'no_answer',
      'busy',
      'failed',
      'cancelled',
    ],
  }).notNull(),
  fromNumber: text('from_number').notNull(),
  toNumber: text('to_number').notNull(),
  providerCallId: text('provider_call_id'),
  outcome: text('outcome', { enum: ['connected', 'voicemail', 'no-answer', 'failed'] }),
  endReason: text('end_reason'),
  createdAt: text('created_at').notNull(),
  startedAt: text('started_at'),
  endedAt: text('ended_at'),
  durationMs: integer('duration_ms'),
  leaseOwner: text('lease_owner'),
  leaseUntil: text('lease_until'),
  answeredBy: text('answered_by', { enum: ['human', 'machine', 'unknown'] }),
  answeredConfidence: real('answered_confidence'),
  turns: integer('turns').notNull().default(0),
  medianLatencyMs: real('median_latency_ms'),
});

export const callEvents = sqliteTable(
  'call_events',
  {
    organisationId: organisationId(),
    callUuid: text('call_uuid').notNull(),
    seq: integer('seq').notNull(),
    type: text('type').notNull(),
    atMs: real('at_ms').notNull(),
    body: text('body', { mode: 'json' }).notNull(),
    recordedAt: text('recorded_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.callUuid, table.seq] })],
);
