import { z } from 'zod';
import { pageFields, pageQuery, uuid } from '../../../http/fields.ts';
import { nameSchemas } from '../../../http/named-schemas.ts';
import { proofResult, provenSuite } from '../../../versions/index.ts';
import { mostProofRuns } from '../practice-runs/index.ts';

export const agentUuid = z.object({ uuid: z.uuid() });
export const proofParams = agentUuid.extend({ proof_uuid: z.uuid() });
export const proofQuery = pageQuery;

const mode = z.enum(['text', 'voice'], { error: 'must be text or voice' });

export const suiteInput = z
  .object({
    scenario_uuids: z
      .array(uuid)
      .min(1, 'must have at least one scenario')
      .max(mostProofRuns / 2)
      .refine((all) => new Set(all).size === all.length, 'must not have a scenario twice'),
    repeats: z.number().int().min(1).max(10).default(3).meta({
      description: 'Runs of each scenario, all of which have to pass: the k of pass^k.',
    }),
    mode: mode.default('text').meta({ description: '`voice`: with synthesised speech, on a virtual clock.' }),
    bar: z.number().int().min(0, 'must be 0 to 100').max(100, 'must be 0 to 100').nullable().default(null).meta({
      description:
        'Percentage of scenarios that a version must pass in all of their runs before it may be published. Null: any may be.',
    }),
  })
  .refine(({ scenario_uuids, repeats }) => 2 * scenario_uuids.length * repeats <= mostProofRuns, {
    path: ['repeats'],
    message: `must be fewer: a proof has at most ${mostProofRuns} runs, two of each scenario and repeat`,
  });
export type SuiteInput = z.output<typeof suiteInput>;

export const suite = z.object({
  scenarios: z.array(z.object({ uuid: z.string(), name: z.string() })),
  repeats: z.number().int(),
  mode,
  bar: z.number().int().nullable(),
  updated_at: z.string(),
});
export type Suite = z.output<typeof suite>;

export const newProof = z
  .object({
    agent_version: z.number().int().min(1).max(1_000_000_000).optional().meta({
      description: 'The version to prove; the draft if omitted.',
    }),
  })
  .prefault({});

export const proof = z.object({
  uuid: z.string(),
  agent_uuid: z.string(),
  version_before: z.number().int().meta({ description: 'The version that was published when the proof began.' }),
  version_after: z.number().int().meta({ description: 'The version that is proved.' }),
  suite: provenSuite,
  runs: z.object({
    total: z.number().int(),
    finished: z.number().int(),
  }),
  result: proofResult.nullable().meta({ description: 'Null until all runs have ended.' }),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});
export type Proof = z.output<typeof proof>;

export const proofList = z.object({ proofs: z.array(proof), ...pageFields });

nameSchemas({ AgentSuite: suite, NewAgentSuite: suiteInput, AgentProof: proof, AgentProofList: proofList });
