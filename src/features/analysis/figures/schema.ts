import { z } from 'zod';
import { lineOf, range } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { callFilters } from '../call-analysis/index.ts';
import { projectQuery, windows } from '../dashboard/index.ts';

const measures = [
  ...(['calls', 'minutes', 'length', 'score', 'latency'] as const),
  ...(['cost', 'cost_per_call', 'connected', 'successful', 'positive'] as const),
] as const;
export type Measure = (typeof measures)[number];

const charts = ['columns', 'rows', 'number'] as const;

const splits = [
  ...(['none', 'time', 'agent', 'campaign', 'outcome', 'sentiment'] as const),
  ...(['direction', 'source', 'end_reason'] as const),
] as const;
export type Split = (typeof splits)[number];

// `window` takes the place of dates.
const { date_from: _, date_to: __, ...filters } = callFilters;

export const figureQuery = z.object({
  ...filters,
  project: projectQuery
    .default('none')
    .describe('The project that narrows the calls: the active one of the caller, none, or the id of one.'),
  measure: z
    .enum(measures, { error: `must be one of ${measures.join(', ')}` })
    .default('calls')
    .describe(
      '`calls`: their number. `minutes`: their length together. `length`: its mean in seconds. `score`: mean of the scores, 0 to 100. `latency`: mean of the median latencies in ms. `cost`: what the calls cost together, and `cost_per_call` its mean, both of the `counted` calls alone: those whose services all had prices. `connected`: share of calls with both sides on the line. `successful`: share with a successful outcome among connected calls with an outcome. `positive`: share among those with a sentiment. Shares are 0 to 1.',
    ),
  split: z
    .enum(splits, { error: `must be one of ${splits.join(', ')}` })
    .default('none')
    .describe('`time`: the hours of one day, or the days of longer windows.'),
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }).default('7d'),
});
export type FigureQuery = z.output<typeof figureQuery>;

const value = z.number().nullable().describe('Null where no call has what is measured.');

const counted = z.number().int().describe('The calls that have what is measured: the value is of these alone.');

const group = z.object({
  name: z
    .string()
    .nullable()
    .describe(
      'The value of the split, the name of an agent or a campaign, or the local start of a day or an hour. Null: none.',
    ),
  calls: z.number().int(),
  counted,
  value,
  filter: z
    .record(z.string(), z.string())
    .nullable()
    .describe(
      'What `GET /api/calls` needs in addition to list the calls of the group. Null where no filter selects them.',
    ),
});

export const figure = z.object({
  range,
  calls: z.number().int(),
  counted,
  value,
  currency: z.string().nullable().describe('Of a cost; null for other measures and without prices.'),
  is_at_least: z.boolean().describe('Whether calls used more than was measured, so that the cost is higher.'),
  groups: z
    .array(group)
    .describe('In the order of time, otherwise the largest first, at most 100. Empty without a split.'),
});
export type Figure = z.output<typeof figure>;

const mostCards = 12;

/** How a figure is shown on Home, and which calls it measures. */
const card = z.object({
  id: lineOf(64),
  measure: z.enum(measures, { error: `must be one of ${measures.join(', ')}` }),
  split: z.enum(splits, { error: `must be one of ${splits.join(', ')}` }),
  window: z.enum(windows, { error: `must be one of ${windows.join(', ')}` }),
  chart: z.enum(charts, { error: `must be one of ${charts.join(', ')}` }),
  campaign: z.string().max(200).describe('Uuid of a campaign; empty for all.'),
  agent: z.string().max(200).describe('Uuid of an agent, or the name of one without; empty for all.'),
  direction: z.enum(['', 'inbound', 'outbound']).describe('Empty for both.'),
});

export const homeCards = z.object({
  cards: z
    .array(card)
    .max(mostCards, `must have at most ${mostCards} cards`)
    .describe('In the order in which they are shown.'),
});
export type HomeCards = z.output<typeof homeCards>;

nameSchemas({ Figure: figure, FigureGroup: group, HomeCards: homeCards, HomeCard: card });
