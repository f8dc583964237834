import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { ProofResult, ProvenSuite } from '../../../versions/index.ts';
import type { ProofRuns } from '../practice-runs/index.ts';
import type { Proof } from './schema.ts';
import type { ProofRow, ProofStore } from './store.ts';
import { createSuites } from './suites.ts';

export interface ProofsOptions {
  readonly store: ProofStore;
  readonly runs: ProofRuns;
  /** Returns whether a version of an agent is kept. */
  readonly isKept: (organisation: OrganisationId, agentUuid: string, version: number) => Promise<boolean>;
  readonly now: () => Date;
}

export interface Prover {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

export type Proofs = ReturnType<typeof createProofs>;

/** Suites of agents, and proofs: a version against the published one by the suite. Throws for what does not exist. */
export function createProofs({ store, runs, isKept, now }: ProofsOptions) {
  const suites = createSuites({ store, runs, now });

  async function shown(organisation: OrganisationId, row: ProofRow): Promise<Proof> {
    const suite = row.suite as ProvenSuite;
    const total = 2 * suite.scenarios.length * suite.repeats;
    const open = row.finishedAt === null ? await store.openRuns(organisation, row.uuid) : 0;
    return {
      uuid: row.uuid,
      agent_uuid: row.agentUuid,
      version_before: row.versionBefore,
      version_after: row.versionAfter,
      suite,
      runs: { total, finished: Math.max(0, total - open) },
      result: row.result as ProofResult | null,
      created_at: row.createdAt,
      finished_at: row.finishedAt,
    };
  }

  /** Returns the version to prove. */
  async function provenVersion(organisation: OrganisationId, agentUuid: string, wanted: number | undefined) {
    const { version: published, draftVersion } = await suites.agentOf(organisation, agentUuid);
    const version = wanted ?? draftVersion;
    if (version === null)
      throw new Problem(
        'conflict',
        'The agent has no draft. Save one with PATCH and draft=true, or send agent_version.',
      );
    if (version === published)
      throw new Problem('bad_request', `body agent_version: version ${version} is the published one.`);
    if (!(await isKept(organisation, agentUuid, version)))
      throw new Problem('bad_request', `body agent_version: version ${version} does not exist or is not kept.`);
    return { version, published };
  }

  return {
    suite: suites.get,
    putSuite: suites.put,
    removeSuite: suites.remove,
    /** Starts a proof in the background. */
    async start(
      { organisationId: organisation, userUuid }: Prover,
      agentUuid: string,
      wanted?: number,
    ): Promise<Proof> {
      const suite = await suites.of(organisation, agentUuid);
      const { version, published } = await provenVersion(organisation, agentUuid, wanted);
      if ((await store.running(organisation, agentUuid)) !== undefined)
        throw new Problem('conflict', 'A proof of this agent is in progress. Wait until it has ended.');
      const uuids = suite.scenarioUuids as string[];
      const scenarios = await store.scenarios(organisation, uuids);
      if (scenarios.length < uuids.length)
        throw new Problem('conflict', 'A scenario of the suite was deleted. Store the suite without it first.');
      const snapshots = [];
      for (const { uuid } of scenarios) snapshots.push(await runs.snapshotOf(organisation, uuid));
      const { repeats, mode } = suite;
      const flow = await runs.flowOf(organisation, agentUuid);
      const row: ProofRow = {
        uuid: randomUUID(),
        agentUuid,
        userUuid,
        versionBefore: published,
        versionAfter: version,
        suite: {
          scenarios,
          repeats,
          mode,
          ...(flow?.steps !== undefined && { steps: flow.steps }),
        } satisfies ProvenSuite,
        result: null,
        createdAt: now().toISOString(),
        finishedAt: null,
      };
      const { uuid: proofUuid } = row;
      const versions = [published, version];
      const isQueued = await runs.add(
        organisation,
        { proofUuid, agentUuid, flowUuid: flow?.uuid, userUuid, versions, snapshots, repeats, mode },
        (queries) => store.add(queries, row),
      );
      if (!isQueued) throw new Problem('conflict', 'Too many runs are queued. Wait until some of them are finished.');
      return shown(organisation, row);
    },
    async get(organisation: OrganisationId, agentUuid: string, uuid: string): Promise<Proof> {
      const row = await store.get(organisation, agentUuid, uuid);
      if (row === undefined) throw new Problem('not_found', `Proof ${uuid} does not exist.`);
      return shown(organisation, row);
    },
    async list(
      organisation: OrganisationId,
      agentUuid: string,
      page: { readonly limit: number; readonly offset: number },
    ) {
      await suites.agentOf(organisation, agentUuid);
      const { rows, total } = await store.list(organisation, agentUuid, page);
      return { proofs: await Promise.all(rows.map((row) => shown(organisation, row))), total };
    },
  };
}
