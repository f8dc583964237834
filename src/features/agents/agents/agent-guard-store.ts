import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Tables, TenantQueries } from '../../../data/index.ts';
import type { ProofResult, ProvenSuite, VersionConflict } from '../../../versions/index.ts';
import type { AgentEdit } from './agent-edits.ts';
import type { Agent } from './schema.ts';

/** A split test in progress. */
export interface SplitInProgress {
  readonly uuid: string;
  readonly version: number;
  readonly otherVersion: number;
}

interface Publishing {
  /** The stored version that becomes the one of new calls; undefined for a definition that was not saved before. */
  readonly version: number | undefined;
  readonly edit: Pick<AgentEdit, 'endsSplit' | 'at'>;
}

/** Decides in the transaction of a change whether it may reach calls: split tests in progress, and the bar of a suite. */
export function createAgentGuard({ agentSplits, agentSuites, agentProofs, versions }: Tables) {
  async function split(
    queries: Pick<TenantQueries, 'select'>,
    agentUuid: string,
  ): Promise<SplitInProgress | undefined> {
    const [row] = await queries.select(
      agentSplits,
      and(eq(agentSplits.agentUuid, agentUuid), isNull(agentSplits.endedAt)),
    );
    return row;
  }

  async function wasPublished(queries: TenantQueries, agentUuid: string, version: number): Promise<boolean> {
    const of = and(eq(versions.kind, 'agent'), eq(versions.subject, agentUuid), eq(versions.number, version));
    const [row] = await queries.pick(versions, { isDraft: versions.isDraft }, of);
    return row !== undefined && !row.isDraft;
  }

  /** Returns the latest finished proof of a version. */
  async function proof(queries: Pick<TenantQueries, 'select'>, agentUuid: string, version: number) {
    const ofVersion = and(
      eq(agentProofs.agentUuid, agentUuid),
      eq(agentProofs.versionAfter, version),
      isNotNull(agentProofs.finishedAt),
    );
    const page = { orderBy: [desc(agentProofs.createdAt)], limit: 1 };
    return (await queries.select(agentProofs, ofVersion, page))[0];
  }

  /** Returns why a version may not be used by calls; undefined if the agent has no bar, or the version reaches it. */
  async function unproven(
    queries: TenantQueries,
    agentUuid: string,
    version: number | undefined,
  ): Promise<VersionConflict | undefined> {
    const [suite] = await queries.select(agentSuites, eq(agentSuites.agentUuid, agentUuid));
    if (suite === undefined || suite.bar === null) return undefined;
    const { bar, repeats } = suite;
    if (version === undefined)
      return {
        conflict: `This agent is published only if it passes ${bar} % of its suite. Save with draft=true, start a proof with POST /api/voice/agents/${agentUuid}/proofs, and publish the draft.`,
      };
    if (await wasPublished(queries, agentUuid, version)) return undefined;
    const row = await proof(queries, agentUuid, version);
    const again = `Start a proof with POST /api/voice/agents/${agentUuid}/proofs.`;
    if (row === undefined) return { conflict: `Version ${version} has no finished proof. ${again}` };
    const { scenarios, repeats: proven } = row.suite as ProvenSuite;
    const provenUuids = new Set(scenarios.map(({ uuid }) => uuid));
    const isWhole = (suite.scenarioUuids as string[]).every((uuid) => provenUuids.has(uuid)) && proven >= repeats;
    if (!isWhole) return { conflict: `The suite changed since version ${version} was proved. ${again}` };
    return belowBar((row.result as ProofResult).after, { version, bar, repeats: proven, again });
  }

  return {
    split,
    proof,
    unproven,
    /** Returns why a version is not published. Ends the split test that the edit ends. */
    async refusal(
      queries: TenantQueries,
      { agent, split: inProgress }: { readonly agent: Agent; readonly split: SplitInProgress | undefined },
      { version, edit }: Publishing,
    ): Promise<VersionConflict | undefined> {
      const { uuid } = agent;
      if (inProgress !== undefined && edit.endsSplit !== true)
        return {
          conflict: `Version ${inProgress.otherVersion} is in a split test with version ${inProgress.version}. Stop the test or promote version ${inProgress.otherVersion} first, with POST /api/voice/agents/${uuid}/split/stop or /promote.`,
        };
      const refused = await unproven(queries, uuid, version);
      if (refused === undefined && inProgress !== undefined)
        await queries.update(
          agentSplits,
          { endedAt: edit.at, endedBy: 'promoted' },
          eq(agentSplits.uuid, inProgress.uuid),
        );
      return refused;
    },
  };
}

interface Barred {
  readonly version: number;
  readonly bar: number;
  readonly repeats: number;
  readonly again: string;
}

function belowBar(
  { scenarios, passed, rate, low, high, without_verdict: withoutVerdict }: ProofResult['after'],
  { version, bar, repeats, again }: Barred,
): VersionConflict | undefined {
  if (rate === null || low === null || high === null || withoutVerdict > 0)
    return {
      conflict: `${withoutVerdict} of ${scenarios + withoutVerdict} scenarios have no verdict on version ${version}. ${again}`,
    };
  if (100 * passed >= bar * scenarios) return undefined;
  const [share, from, to] = [rate, low, high].map((each) => Math.round(each * 100));
  return {
    conflict: `Version ${version} passed ${passed} of ${scenarios} scenarios in all ${repeats} runs: ${share} % (interval ${from} to ${to} %), below the bar of ${bar} %. Change the draft, and start a new proof.`,
  };
}
