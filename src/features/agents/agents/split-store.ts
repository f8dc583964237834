import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type Tables } from '../../../data/index.ts';
import { createHistory, type VersionConflict } from '../../../versions/index.ts';
import type { UnknownReference } from './agent-edits.ts';
import { createAgentGuard } from './agent-guard-store.ts';
import { subjectOf } from './agent-opening-store.ts';
import { createInside } from './agent-rows-store.ts';
import { agentDefinition } from './schema.ts';

export type SplitRow = Omit<Tables['agentSplits']['$inferSelect'], 'organisationId'>;

export type NewSplit = Pick<SplitRow, 'uuid' | 'agentUuid' | 'userUuid' | 'percent' | 'hashKey' | 'startedAt'> & {
  readonly otherVersion: number;
};

/** Why a split test is not started. */
export type NotSplit = VersionConflict | UnknownReference | 'is_published' | 'not_kept';

export interface AgentSplitStore {
  /** Starts a split test. Returns undefined if the agent does not exist. */
  start(organisation: OrganisationId, split: NewSplit): Promise<SplitRow | NotSplit | undefined>;
  inProgress(organisation: OrganisationId, agentUuid: string): Promise<SplitRow | undefined>;
  /** Returns the split test in progress, or else the latest one. */
  latest(organisation: OrganisationId, agentUuid: string): Promise<SplitRow | undefined>;
  get(organisation: OrganisationId, agentUuid: string, uuid: string): Promise<SplitRow | undefined>;
  /** Newest first. */
  list(
    organisation: OrganisationId,
    agentUuid: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly splits: SplitRow[]; readonly total: number }>;
  /** Returns the test that was stopped; undefined if none is in progress. */
  stop(organisation: OrganisationId, agentUuid: string, at: string): Promise<SplitRow | undefined>;
}

export function createAgentSplitStore(database: Database): AgentSplitStore {
  const { agentSplits: splits, voiceAgents: agents } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const inTables = createInside(database.tables);
  const history = createHistory(database.tables);
  const guard = createAgentGuard(database.tables);
  const newestFirst = [desc(splits.startedAt), desc(splits.uuid)];
  const open = (agentUuid: string): SQL => and(eq(splits.agentUuid, agentUuid), isNull(splits.endedAt)) as SQL;

  async function inProgress(organisation: OrganisationId, agentUuid: string): Promise<SplitRow | undefined> {
    return (await of(organisation).read.select(splits, open(agentUuid)))[0];
  }

  return {
    start: (organisation, { otherVersion, ...split }) =>
      of(organisation).tx(async (queries) => {
        const { agentUuid } = split;
        const [agent] = await queries.lock(agents, eq(agents.uuid, agentUuid));
        if (agent === undefined) return undefined;
        const running = await guard.split(queries, agentUuid);
        if (running !== undefined)
          return {
            conflict: `A split test of versions ${running.version} and ${running.otherVersion} is in progress. Stop it, or promote its version, before you start another one.`,
          };
        if (agent.version === otherVersion) return 'is_published';
        const stored = await history.definitionOf(queries, subjectOf(agentUuid), otherVersion);
        if (stored === undefined) return 'not_kept';
        const { knowledge_document_ids: documents, model } = agentDefinition.parse(stored);
        const unknownDocument = await inTables.unknownAmong(queries, documents, { userUuid: undefined, agentUuid });
        if (unknownDocument !== undefined) return { unknownDocument };
        const unknownModel = await inTables.unknownModel(queries, model);
        if (unknownModel !== undefined) return { unknownModel };
        const unproven = await guard.unproven(queries, agentUuid, otherVersion);
        if (unproven !== undefined) return unproven;
        const row: SplitRow = { ...split, version: agent.version, otherVersion, endedAt: null, endedBy: null };
        await queries.insert(splits, [row]);
        return row;
      }),
    inProgress,
    async latest(organisation, agentUuid) {
      const newest = { orderBy: newestFirst, limit: 1 };
      const running = await inProgress(organisation, agentUuid);
      return running ?? (await of(organisation).read.select(splits, eq(splits.agentUuid, agentUuid), newest))[0];
    },
    async get(organisation, agentUuid, uuid) {
      const which = and(eq(splits.agentUuid, agentUuid), eq(splits.uuid, uuid));
      return (await of(organisation).read.select(splits, which))[0];
    },
    async list(organisation, agentUuid, page) {
      const { read } = of(organisation);
      const ofAgent = eq(splits.agentUuid, agentUuid);
      const rows = await read.select(splits, ofAgent, { ...page, orderBy: newestFirst });
      return { splits: rows, total: await read.count(splits, ofAgent) };
    },
    stop: (organisation, agentUuid, at) =>
      of(organisation).tx(async (queries) => {
        const [running] = await queries.select(splits, open(agentUuid));
        if (running === undefined) return undefined;
        const end = { endedAt: at, endedBy: 'stopped' } as const;
        await queries.update(splits, end, open(agentUuid));
        return { ...running, ...end };
      }),
  };
}
