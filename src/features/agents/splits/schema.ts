import { z } from 'zod';
import { splitEnds } from '../../../data/index.ts';
import { versionNote } from '../../../http/edits.ts';
import { pageQuery } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const splitUuid = agentUuid.extend({ split_uuid: z.uuid() });
export const splitsQuery = pageQuery;

export const newSplit = z.object({
  version: z.number().int().min(1).max(1_000_000_000).meta({
    description: 'The version to compare with the published one: the draft, or an earlier version that is kept.',
  }),
  percent: z.number().int().min(1, 'must be 1 to 99').max(99, 'must be 1 to 99').meta({
    description: 'Percentage of contacts whose calls use `version`. A contact has the same version in all calls.',
  }),
});

export const promoting = z.object({ version_note: versionNote }).prefault({});

const measureNames = ['outcome', 'score', 'sentiment', 'length', 'latency', 'tokens', 'cost'] as const;

const value = z
  .object({
    count: z.number().int().meta({ description: 'Calls with a value.' }),
    value: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
  })
  .nullable()
  .meta({ description: 'Share or mean with its 95 % interval; null without calls, or where the value is not known.' });

const measure = z.object({
  measure: z.enum(measureNames).meta({
    description:
      '`outcome`: share of analysed calls with a successful outcome. `score`: mean of the scorecard, 0 to 100. `sentiment`: share of positive calls. `length`: mean in seconds. `latency`: mean of the median time to a reply, in ms. `tokens`: mean number of tokens of the language model. `cost`: mean in `currency`, of calls whose services all have a price. `score`, `tokens` and `cost` are of the newest 1,000 calls.',
  }),
  version: value,
  other_version: value,
  difference: z
    .object({
      value: z.number().meta({ description: '`other_version` minus `version`.' }),
      low: z.number(),
      high: z.number(),
      is_real: z.boolean().meta({ description: 'Whether the interval does not contain 0.' }),
    })
    .nullable()
    .meta({
      description:
        'Null with fewer than 30 values on either side. The interval is wider than an ordinary one: of all tests of equal versions, at most 5 % ever show a difference in any measure, however often the results are looked at.',
    }),
});

const arm = z.object({
  version: z.number().int(),
  calls: z.number().int().meta({ description: 'Finished calls since the test began, without tests.' }),
});

const split = z.object({
  uuid: z.string(),
  agent_uuid: z.string(),
  version: z.number().int().meta({ description: 'The published version.' }),
  other_version: z.number().int(),
  percent: z.number().int(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  ended_by: z.enum(splitEnds).nullable(),
});
export type Split = z.output<typeof split>;

const results = z.object({
  arms: z.array(arm).length(2),
  measures: z.array(measure),
  currency: z.string().nullable().meta({ description: 'Of the costs; null without prices.' }),
  sentence: z.string().meta({ description: 'Whether the difference is real, in one sentence.' }),
});
export type Results = z.output<typeof results>;

export const splitAnswer = split.extend({ results });

export const splitList = z.object({
  splits: z.array(split),
  total: z.number().int(),
  limit: z.number().int(),
  offset: z.number().int(),
});

nameSchemas({
  AgentSplit: split,
  AgentSplitAnswer: splitAnswer,
  AgentSplitList: splitList,
  NewAgentSplit: newSplit,
  SplitMeasure: measure,
});
