import { z } from 'zod';
import { range } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { stages } from './call-quality.ts';

const windows = ['today', 'yesterday', '7d', '14d', '30d'] as const;

export const windowQuery = z.object({
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }).default('today'),
});

const count = z.number().int();
const percentiles = z.object({ p50: z.number().nullable(), p95: z.number().nullable() });
const latency = z
  .object(
    Object.fromEntries(stages.map((stage) => [stage, percentiles])) as Record<
      (typeof stages)[number],
      typeof percentiles
    >,
  )
  .describe('Milliseconds, accurate to 4 %; null without turns.');

const quality = z.object({
  calls: count.describe('Calls with at least one answered turn.'),
  turns: count,
  latency_ms: latency,
  interruptions: count.describe('Replies that the caller cut off.'),
  interruption_rate: z.number().nullable().describe('Share of turns, 0 to 1.'),
  backchannels: count.describe('Speech over a reply that did not interrupt it.'),
  word_confidence: z.number().nullable().describe("Mean of the recogniser's confidence in the caller's words, 0 to 1."),
});

const refused = count.describe('Calls rejected because the server was at capacity.');
const line = quality.extend({ refused_calls: refused });
const day = line.extend({ date: z.string() });

export const voiceQuality = z.object({
  window: z.enum(windows),
  range,
  total: quality,
  refused_calls: refused,
  days: z.array(day),
  agents: z.array(
    line.extend({
      agent_uuid: z.string().nullable(),
      agent_name: z.string(),
      days: z.array(day),
    }),
  ),
});
export type VoiceQuality = z.output<typeof voiceQuality>;
export type QualityLine = z.output<typeof quality>;
export type QualityWindow = (typeof windows)[number];

nameSchemas({
  VoiceQuality: voiceQuality,
  VoiceQualityOfDay: day,
  VoiceQualityOfAgent: voiceQuality.shape.agents.element,
});
