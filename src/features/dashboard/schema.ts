import { z } from 'zod';
import { queryInteger } from '../../http/fields.ts';
import { segmentUuidsQuery } from '../../http/segment-uuids.ts';
import { windows } from './windows.ts';

const days = 'must be a whole number from 1 to 90';

export const windowQuery = z.object({
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }).default('today'),
  segment_uuids: segmentUuidsQuery,
});

export const trendQuery = z.object({
  days: queryInteger(1, 90, days).default(14),
  segment_uuids: segmentUuidsQuery,
});

const count = z.number().int();

export const stats = z.object({
  calls_total: count,
  calls_inbound: count,
  calls_outbound: count,
  calls_uploaded: count,
  picked_up: count,
  /** Of all calls, 0 to 1. */
  pickup_rate: z.number(),
  /** Of calls that were picked up. */
  avg_duration_seconds: z.number(),
  /** Values that no call has are left out. */
  outcome_breakdown: z.record(z.string(), count),
  sentiment_breakdown: z.object({
    positive: count.optional(),
    neutral: count.optional(),
    negative: count.optional(),
  }),
});

export const summary = z.object({
  window: z.enum(windows),
  /** What was covered: `from` included, `to` not. */
  range: z.object({ from: z.string(), to: z.string() }),
  stats,
});

export const trend = z.object({ trend: z.array(z.object({ date: z.string(), calls: count })) });

const line = z.object({
  agent_name: z.string(),
  calls_total: count,
  picked_up: count,
  pickup_rate: z.number(),
  avg_duration_seconds: z.number(),
});

export const leaderboard = z.object({
  ai_agents: z.array(
    line.extend({
      agent_id: count,
      /** Null for fewer than five calls with a sentiment. */
      positive_sentiment_rate: z.number().nullable(),
    }),
  ),
  human_agents: z.array(line.extend({ agent_uuid: z.string() })),
  unassigned: z.array(line),
});

const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ total: count, items: z.array(item).describe('At most five entries.') });

export const attention = z.object({
  window: z.enum(windows),
  range: z.object({ from: z.string(), to: z.string() }),
  timezone: z.string().describe('The time zone of the server; days begin at its midnight.'),
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
  ),
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
