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

/** The last four are of calls that a teammate made. */
export const callOutcomes = [
  'connected',
  'voicemail',
  'no-answer',
  'failed',
  'agent_answered',
  'agent_no_answer',
  'customer_no_answer',
  'cancelled',
] as const;

export type CallStatus = (typeof callStatuses)[number];
export type CallOutcome = (typeof callOutcomes)[number];

/** Of calls that are not over. */
export const openCallStatuses = ['queued', 'dialing', 'ringing', 'in_progress', 'transferring'] as const;

export const callTables = (c: Columns) => ({
  calls: c.table('calls', {
    uuid: c.text('uuid').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    flowUuid: c.text('flow_uuid').notNull(),
    callType: c.text('call_type', { enum: ['inbound', 'outbound', 'test'] }).notNull(),
    dialect: c.text('dialect').notNull(),
    status: c.text('status', { enum: callStatuses }).notNull(),
    fromNumber: c.text('from_number').notNull(),
    toNumber: c.text('to_number').notNull(),
    providerCallId: c.text('provider_call_id'),
    /** In effect: what a client wrote as metadata, else what the analysis found. */
    sentiment: c.text('sentiment', { enum: ['positive', 'neutral', 'negative'] }),
    summary: c.text('summary'),
    writtenSentiment: c.text('written_sentiment', { enum: ['positive', 'neutral', 'negative'] }),
    writtenSummary: c.text('written_summary'),
    /** The outcome of its interaction, kept by triggers on interactions; null until there is one. */
    conversationOutcome: c.text('conversation_outcome'),
    /** The agent of its interaction, kept by the same triggers: 'user', 'agent' or 'nobody', uuid and name, with colons between. */
    conversationAgent: c.text('conversation_agent'),
    outcome: c.text('outcome', { enum: callOutcomes }),
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
    contactUuid: c.text('contact_uuid'),
    targetUuid: c.text('target_uuid'),
    /** Written before the provider is asked to dial. */
    dialledAt: c.text('dialled_at'),
    providerRequestId: c.text('provider_request_id'),
    keyDetails: c.json('key_details'),
    /** The teammate who speaks in a call that has no agent. */
    agentUserUuid: c.text('agent_user_uuid'),
    /** Whether the provider's signature vouches for the caller's number; null for calls that did not come in. */
    callerVerified: c.flag('caller_verified'),
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
  /** Kept by triggers on calls, by way of the table below. */
  callCounts: c.table(
    'call_counts',
    {
      organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
      grain: c.text('grain', { enum: ['day', 'month', 'flow_day', 'flow_month'] }).notNull(),
      flowUuid: c.text('flow_uuid').notNull(),
      period: c.text('period').notNull(),
      outcome: c.text('outcome').notNull(),
      sentiment: c.text('sentiment').notNull(),
      calls: c.integer('calls').notNull(),
      durationMs: c.integer('duration_ms').notNull(),
    },
    (t) => [c.primaryKey({ columns: [t.organisationId, t.grain, t.flowUuid, t.period, t.outcome, t.sentiment] })],
  ),
  callCountChanges: c.table('call_count_changes', {
    /** The database gives it. */
    id: c.integer('id').primaryKey(),
    organisationId: c.text('organisation_id').notNull().$type<OrganisationId>(),
    flowUuid: c.text('flow_uuid').notNull(),
    day: c.text('day').notNull(),
    outcome: c.text('outcome').notNull(),
    sentiment: c.text('sentiment').notNull(),
    calls: c.integer('calls').notNull(),
    durationMs: c.integer('duration_ms').notNull(),
  }),
});
