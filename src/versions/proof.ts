import { z } from 'zod';

const count = z.number().int();
const share = z.number().nullable();

/** How many scenarios a version passed in all of their runs: pass^k. */
export const passRate = z.object({
  version: count,
  scenarios: count.meta({ description: 'Scenarios with a verdict in every run.' }),
  passed: count.meta({ description: 'Scenarios that passed in every run.' }),
  rate: share.meta({ description: 'pass^k, 0 to 1; null without scenarios. `low` and `high`: its 95 % interval.' }),
  low: share,
  high: share,
  without_verdict: count.meta({ description: 'Scenarios with a run that has no verdict after three attempts.' }),
});
export type PassRate = z.output<typeof passRate>;

const runs = z.object({ passed: count, judged: count });

/** A version compared with the published one by the suite of their agent. */
export const proofResult = z.object({
  before: passRate,
  after: passRate,
  scenarios: z.array(z.object({ uuid: z.string(), name: z.string(), before: runs, after: runs })),
  sentence: z.string().meta({ description: 'Whether the version is better, in one sentence.' }),
});
export type ProofResult = z.output<typeof proofResult>;

/** The suite of an agent when a proof began. */
export const provenSuite = z.object({
  scenarios: z.array(z.object({ uuid: z.string(), name: z.string() })),
  repeats: count.meta({ description: 'Runs of each scenario with each version: the k of pass^k.' }),
  mode: z.enum(['text', 'voice']),
});
export type ProvenSuite = z.output<typeof provenSuite>;
