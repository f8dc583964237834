import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import type { Tables, TenantQueries } from '../../../data/index.ts';
import type { Jobs } from '../../../jobs/index.ts';
import type { ProvenSuite } from '../../../versions/index.ts';
import { mostAttempts, resultOf, retrySeeds } from './proof-result.ts';
import { nothingYet } from './row.ts';
import type { RunRow, SettleProof } from './store.ts';
import { enqueueRun } from './work.ts';

export interface ProofSettlingOptions {
  readonly tables: Tables;
  readonly jobs: Pick<Jobs, 'enqueue'>;
  readonly now: () => Date;
}

type RunOrganisation = Parameters<SettleProof>[2];

export function createProofSettling({ tables, jobs, now }: ProofSettlingOptions): SettleProof {
  const { practiceRuns: runs, agentProofs: proofs } = tables;

  async function repeat(queries: TenantQueries, run: RunRow, organisation: RunOrganisation): Promise<void> {
    const { uuid: _uuid, ...row } = run;
    const uuid = randomUUID();
    await queries.insert(runs, [
      { ...row, ...nothingYet, ...ofProof(row), uuid, seed: row.seed + retrySeeds, createdAt: now().toISOString() },
    ]);
    await enqueueRun(jobs, queries.system, { ref: { organisation, uuid }, mode: row.mode });
  }

  return async (queries, run, organisation) => {
    const { proofUuid } = run;
    if (proofUuid === null) return;
    const isRepeated =
      run.verdict === null &&
      (run.status === 'failed' || run.status === 'timeout') &&
      run.errorCode !== 'target_missing' &&
      run.seed < retrySeeds * (mostAttempts - 1);
    if (isRepeated) return repeat(queries, run, organisation);
    const ofOne = eq(runs.proofUuid, proofUuid);
    if ((await queries.count(runs, and(ofOne, inArray(runs.status, ['queued', 'running'])))) > 0) return;
    const [proof] = await queries.lock(proofs, and(eq(proofs.uuid, proofUuid), isNull(proofs.finishedAt)) as SQL);
    if (proof === undefined) return;
    const { scenarioUuid, agentVersion, seed, status, verdict, transcript, usage } = runs;
    const columns = { scenarioUuid, agentVersion, seed, status, verdict, transcript, usage };
    const played = await queries.pick(runs, columns, ofOne);
    const versions = { before: proof.versionBefore, after: proof.versionAfter };
    const result = resultOf({ suite: proof.suite as ProvenSuite, versions, runs: played });
    await queries.update(proofs, { result, finishedAt: now().toISOString() }, eq(proofs.uuid, proofUuid));
  };
}

const ofProof = ({ clock, agentVersion, proofUuid }: Pick<RunRow, 'clock' | 'agentVersion' | 'proofUuid'>) => ({
  clock,
  agentVersion,
  proofUuid,
});
