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
  tokens: z.object({ prompt: count, completion: count, discarded: count }).exactOptional().meta({
    description:
      'Tokens of the language models in all runs; those of discarded replies apart. Absent from earlier proofs.',
  }),
  without_verdict: count.meta({ description: 'Scenarios with a run that has no verdict after three attempts.' }),
});
export type PassRate = z.output<typeof passRate>;

const runs = z.object({ passed: count, judged: count });

/** How many runs reached each step of a flow, and took each of its branches. */
export const flowCoverage = z.object({
  runs: count.meta({ description: 'Runs that ended and are counted.' }),
  steps: z.array(
    z.object({
      id: z.string(),
      runs: count.meta({ description: 'Runs that reached the step.' }),
      branches: z.array(count).meta({ description: 'Runs that took each branch, in their order.' }),
    }),
  ),
});
export type FlowCoverage = z.output<typeof flowCoverage>;

/** A version compared with the published one by the suite of their agent. */
export const proofResult = z.object({
  before: passRate,
  after: passRate,
  scenarios: z.array(z.object({ uuid: z.string(), name: z.string(), before: runs, after: runs })),
  sentence: z.string().meta({ description: 'Whether the version is better, in one sentence.' }),
  coverage: flowCoverage.exactOptional().meta({
    description: 'What the runs of the proved version reached; absent if the agent has no flow with branches.',
  }),
});
export type ProofResult = z.output<typeof proofResult>;

/** The suite of an agent when a proof began. */
export const provenSuite = z.object({
  scenarios: z.array(z.object({ uuid: z.string(), name: z.string() })),
  repeats: count.meta({ description: 'Runs of each scenario with each version: the k of pass^k.' }),
  mode: z.enum(['text', 'voice']),
  steps: z
    .array(z.object({ id: z.string(), branches: count }))
    .exactOptional()
    .meta({ description: 'Steps of the flow in which the agent is tested, with the number of their branches.' }),
});
export type ProvenSuite = z.output<typeof provenSuite>;
