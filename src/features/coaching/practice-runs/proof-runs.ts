import { randomUUID } from 'node:crypto';
import type { OrganisationId, TenantQueries } from '../../../data/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { FlowSteps } from './coverage.ts';
import { nothingYet } from './row.ts';
import type { Runs, RunsOptions } from './service.ts';
import type { Snapshot } from './snapshot.ts';
import type { RunRow, RunStore } from './store.ts';
import { enqueueRun } from './work.ts';

export interface ProofRunsOptions {
  readonly store: Pick<RunStore, 'add'>;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly snapshotOf: Runs['snapshotOf'];
  readonly voiceRefusal: RunsOptions['voiceRefusal'];
  /** Returns the flow in which an agent is tested; undefined if it is in none. */
  readonly flowOf: (organisation: OrganisationId, agentUuid: string) => Promise<TestedFlow | undefined>;
  readonly now: () => Date;
}

interface TestedFlow {
  readonly uuid: string;
  /** Undefined if it has no branches. */
  readonly steps: FlowSteps | undefined;
}

export interface NewProofRuns {
  readonly proofUuid: string;
  readonly agentUuid: string;
  /** The flow in which the agent is tested; undefined if it is in none. */
  readonly flowUuid: string | undefined;
  readonly userUuid: string;
  readonly versions: readonly number[];
  readonly snapshots: readonly Snapshot[];
  readonly repeats: number;
  readonly mode: RunRow['mode'];
}

/** Runs of one proof: half of what may be queued. */
export const mostProofRuns = 100;

export type ProofRuns = ReturnType<typeof createProofRuns>;

/** The runs of a proof: each scenario with each version, with the same seeds. */
export function createProofRuns({ store, jobs, snapshotOf, voiceRefusal, flowOf, now }: ProofRunsOptions) {
  function rowsOf({ versions, snapshots, repeats, flowUuid, ...proof }: NewProofRuns): RunRow[] {
    const createdAt = now().toISOString();
    const seeds = Array.from({ length: repeats }, (_, index) => index + 1);
    return snapshots.flatMap((snapshot) =>
      seeds.flatMap((seed) =>
        versions.map((agentVersion): RunRow => {
          const { scenario, persona } = snapshot;
          return {
            ...nothingYet,
            uuid: randomUUID(),
            userUuid: proof.userUuid,
            scenarioUuid: scenario.uuid,
            scenarioName: scenario.name,
            personaUuid: persona.uuid,
            targetKind: flowUuid === undefined ? 'voice_agent' : 'flow',
            targetUuid: flowUuid ?? proof.agentUuid,
            mode: proof.mode,
            clock: proof.mode === 'voice' ? 'virtual' : null,
            seed,
            agentOpens: scenario.agent_opens,
            agentPrompt: null,
            agentModel: null,
            agentVersion,
            proofUuid: proof.proofUuid,
            snapshot,
            createdAt,
          };
        }),
      ),
    );
  }

  return {
    snapshotOf,
    flowOf,
    /** Returns why this server cannot play runs by voice; undefined if it can. */
    voiceRefusal: (): string | undefined =>
      voiceRefusal({ scenario_uuid: '', target_uuid: '', mode: 'voice', clock: 'virtual' }),
    /** Stores and queues the runs. Returns false and stores nothing if too many are waiting. `then` is in the same transaction. */
    async add(
      organisation: OrganisationId,
      proof: NewProofRuns,
      then: (queries: TenantQueries) => Promise<void>,
    ): Promise<boolean> {
      const rows = rowsOf(proof);
      return store.add(organisation, rows, async (queries) => {
        for (const { uuid, mode } of rows)
          await enqueueRun(jobs, queries.system, { ref: { organisation, uuid }, mode });
        await then(queries);
      });
    },
  };
}
