import type { Columns } from '../columns.ts';
import type { OrganisationId } from '../organisation.ts';

export const callStatuses = [
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
] as const;

export const callTables = (c: Columns) => ({
  calls: c.table('calls', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    flowUuid: c.text('flow_uuid').notNull(),
    callType: c.text('call_type', { enum: ['inbound', 'outbound', 'test'] }).notNull(),
    dialect: c.text('dialect', { enum: ['telephony_a', 'telephony_b', 'browser'] }).notNull(),
    status: c.text('status', { enum: callStatuses }).notNull(),
    fromNumber: c.text('from_number').notNull(),
    toNumber: c.text('to_number').notNull(),
    providerCallId: c.text('provider_call_id'),
    outcome: c.text('outcome', { enum: ['connected', 'voicemail', 'no-answer', 'failed'] }),
    endReason: c.text('end_reason'),
    createdAt: c.text('created_at').notNull(),
    startedAt: c.text('started_at'),
    endedAt: c.text('ended_at'),
    durationMs: c.integer('duration_ms'),
    leaseOwner: c.text('lease_owner'),
    leaseUntil: c.text('lease_until'),
    answeredBy: c.text('answered_by', { enum: ['human', 'machine', 'unknown'] }),
    answeredConfidence: c.real('answered_confidence'),
    turns: c.integer('turns').notNull().default(0),
    medianLatencyMs: c.real('median_latency_ms'),
  }),
  callEvents: c.table(
    'call_events',
    {
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      callUuid: c.text('call_uuid').notNull(),
      seq: c.integer('seq').notNull(),
      type: c.text('type').notNull(),
      atMs: c.real('at_ms').notNull(),
      body: c.json('body').notNull(),
      recordedAt: c.text('recorded_at').notNull(),
    },
    (table) => [c.primaryKey({ columns: [table.callUuid, table.seq] })],
  ),
});
