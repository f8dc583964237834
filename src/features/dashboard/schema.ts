import { z } from 'zod';
import { windows } from './windows.ts';

/** Repeated, or separated by commas. */
const segmentUuids = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((given) => [given ?? []].flat().flatMap((text) => text.split(',').filter((uuid) => uuid !== '')))
  .pipe(z.array(z.string()).max(50, 'must have at most 50 segments'));

const days = 'must be a whole number from 1 to 90';

export const windowQuery = z.object({
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }).default('today'),
  segment_uuids: segmentUuids,
});

export const trendQuery = z.object({
  days: z.coerce.number(days).int(days).min(1, days).max(90, days).default(14),
  segment_uuids: segmentUuids,
});

const count = z.number().int();

const stats = z.object({
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
