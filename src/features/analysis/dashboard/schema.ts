import { z } from 'zod';
import { outcomes } from '../../../analysis/types.ts';
import { callOutcomes, callStatuses } from '../../../data/index.ts';
import { pageFields, pageQuery, queryInteger, range, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { segmentUuidsQuery } from '../../../http/segment-uuids.ts';
import { windows } from './windows.ts';

const days = 'must be a whole number from 1 to 90';

export const windowQuery = z.object({
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }).default('today'),
  segment_uuids: segmentUuidsQuery,
});

export const trendQuery = z.object({
  days: queryInteger(1, 90, days).default(14),
  window: z
    .enum(windows, { error: `must be one of ${windows.join(', ')}` })
    .optional()
    .describe('Replaces `days`. `today` and `yesterday` are returned by the hour, longer windows by the day.'),
  segment_uuids: segmentUuidsQuery,
});

const count = z.number().int();

export const stats = z.object({
  calls_total: count,
  calls_inbound: count,
  calls_outbound: count,
  calls_uploaded: count,
  picked_up: count,
  /** Share of all calls, 0 to 1. */
  pickup_rate: z.number(),
  /** Mean over calls that were picked up. */
  avg_duration_seconds: z.number(),
  /** Values without calls are omitted. */
  outcome_breakdown: z.record(z.string(), count),
  outcome_unsure: count.describe(
    'Picked up and analysed, but the words show no outcome. They count as no success. The stage `unsure` lists them.',
  ),
  sentiment_breakdown: z.object({
    positive: count.optional(),
    neutral: count.optional(),
    negative: count.optional(),
  }),
});

export const summary = z.object({
  window: z.enum(windows),
  range,
  stats,
});

export const trend = z.object({
  trend: z.array(
    z.object({
      date: z.string().describe("A day, or the start of an hour without its offset, in the organisation's time zone."),
      from: z.string(),
      to: z.string().describe('Not included.'),
      calls: count,
      picked_up: count,
      pickup_rate: z.number().describe('Share of all calls, 0 to 1.'),
      avg_duration_seconds: z.number().describe('Mean over calls that were picked up.'),
    }),
  ),
});

const line = z.object({
  agent_name: z.string(),
  calls_total: count,
  picked_up: count,
  pickup_rate: z.number(),
  avg_duration_seconds: z.number(),
  performance_score: count
    .nullable()
    .optional()
    .describe('As of reports, 0 to 100; null with fewer than five calls, absent from older reports.'),
});

export const leaderboard = z.object({
  ai_agents: z.array(
    line.extend({
      agent_id: count,
      /** Null with fewer than five calls that have a sentiment. */
      positive_sentiment_rate: z.number().nullable(),
    }),
  ),
  human_agents: z.array(line.extend({ agent_uuid: z.string() })),
  unassigned: z.array(line),
});

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: 'write a date as 2026-01-31 or a time as 2026-01-31T09:00:00Z',
});
const kinds = ['inbound', 'outbound', 'upload'] as const;
const stages = ['picked_up', 'with_outcome', 'successful', 'unsure'] as const;
const sentiments = ['positive', 'neutral', 'negative'] as const;
const analyses = ['pending', 'awaiting_recording', 'transcribing', 'completed', 'failed'] as const;
const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const projectRule = 'must be active, none or the id of a project';
export const projectQuery = z.string().regex(/^(active|none|[1-9]\d{0,14})$/, projectRule);

/** Of analysed conversations and of calls without one. */
const conversationOutcomes = [...new Set([...outcomes, ...callOutcomes])] as [string, ...string[]];

export const callQuery = pageQuery.extend({
  window: oneOf(windows).optional().describe('Default: `today`. Not together with dates.'),
  date_from: moment.optional().describe("A day in the organisation's time zone, or a moment."),
  date_to: moment.optional().describe('A day, included, or a moment, not included.'),
  segment_uuids: segmentUuidsQuery,
  project: projectQuery
    .default('active')
    .describe('The project that narrows the calls: the active one of the caller, none, or the id of one.'),
  kind: oneOf(kinds).optional(),
  stage: oneOf(stages)
    .optional()
    .describe('How far calls came, at least; the stages of `headline_metrics`, or `unsure` of `outcome_unsure`.'),
  outcome: oneOf(conversationOutcomes).optional().describe('A key of `outcome_breakdown`.'),
  sentiment: oneOf(sentiments).optional(),
  agent_id: queryInteger(1, Number.MAX_SAFE_INTEGER, 'must be the agent_id of an AI agent').optional(),
  agent_uuid: uuid.optional().describe('A teammate.'),
  agent_name: z.string().max(200).optional().describe('A name under `unassigned` of the leaderboard.'),
  status: oneOf(callStatuses).optional(),
  end_reason: z.string().max(200).optional(),
  analysis: oneOf(analyses).optional(),
});

export const countedCalls = z.object({
  range,
  timezone: z.string().describe("The organisation's time zone; days begin at its midnight."),
  calls: z.array(
    z.object({
      uuid: z.string(),
      id: count.nullable().describe('Of the analysed call; null while the call is in progress.'),
      kind: z.enum(kinds),
      called_at: z.string(),
      status: z.enum(callStatuses).nullable().describe('Null for uploads.'),
      end_reason: z.string().nullable(),
      analysis: z.enum(analyses).nullable().describe('Null while the call is in progress.'),
      picked_up: z.boolean(),
      duration: count.nullable().describe('Seconds.'),
      outcome: z.string().nullable(),
      sentiment: z.enum(sentiments).nullable(),
      campaign_uuid: z.string().nullable(),
      customer: z.object({ uuid: z.string().nullable(), name: z.string().nullable(), phone: z.string().nullable() }),
      agent: z.object({ name: z.string().nullable(), kind: z.enum(['ai', 'human']).nullable() }),
    }),
  ),
  ...pageFields,
});
export type CountedCallJson = z.output<typeof countedCalls>['calls'][number];

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ total: count, items: z.array(item).describe('At most five entries.') });

export const attention = z.object({
  window: z.enum(windows),
  range,
  timezone: z.string().describe("The organisation's time zone; days begin at its midnight."),
  /** Newest first. */
  failed_calls: listOf(
    z.object({
      call_uuid: z.string(),
      call_type: z.enum(['inbound', 'outbound', 'test']),
      from_number: z.string(),
      to_number: z.string(),
      reason: z.string().nullable(),
      created_at: z.string(),
    }),
  ).extend({
    reasons: z
      .array(z.object({ reason: z.string().nullable(), calls: count }))
      .describe('Up to ten reasons with the number of their calls, most first.'),
  }),
  /** Most failures first. */
  failing_webhooks: listOf(
    z.object({
      webhook_uuid: z.string(),
      name: z.string(),
      deliveries: count,
      failures: count,
      last_failed_at: z.string(),
    }),
  ),
  numbers_without_agent: listOf(
    z.object({
      provider: z.string(),
      number_ending: z.string().describe('The last ten digits of a connected number that no active campaign answers.'),
    }),
  ),
  /** Newest first. */
  failed_analyses: listOf(
    z.object({ id: count, call_uuid: z.string(), error: z.string().nullable(), called_at: z.string() }),
  ),
});

nameSchemas({
  DashboardSummary: summary,
  DashboardTrend: trend,
  CallsOfDay: trend.shape.trend.element,
  Leaderboard: leaderboard,
  VoiceAgentRank: leaderboard.shape.ai_agents.element,
  TeammateRank: leaderboard.shape.human_agents.element,
  UnassignedRank: leaderboard.shape.unassigned.element,
  DashboardCall: countedCalls.shape.calls.element,
  DashboardCallList: countedCalls,
  Attention: attention,
  FailureReason: attention.shape.failed_calls.shape.reasons.element,
  FailedCall: attention.shape.failed_calls.shape.items.element,
  FailingWebhook: attention.shape.failing_webhooks.shape.items.element,
  UnansweredNumber: attention.shape.numbers_without_agent.shape.items.element,
  FailedAnalysis: attention.shape.failed_analyses.shape.items.element,
});
