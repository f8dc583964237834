import { and, asc, eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { createHistory, createVersionStore, type ProofResult } from '../../../versions/index.ts';
import type { AgentFields, NewAgentEdit, UnknownReference } from './agent-edits.ts';
import { createAgentGuard } from './agent-guard-store.ts';
import { subjectOf } from './agent-opening-store.ts';
import { createInside, toRow } from './agent-rows-store.ts';
import { type AgentSaving, createAgentSaving } from './agent-saving-store.ts';
import { type Agent, type AgentAnswer, agentDefinition } from './schema.ts';

type AgentTrouble = NonNullable<AgentAnswer['model_trouble']>;

export type NewAgent = AgentFields & Pick<Agent, 'uuid' | 'created_at'>;

export type RemoveResult = 'removed' | 'unknown' | 'in_split' | { readonly usedBy: string };

export interface AgentStore extends AgentSaving {
  /** Documents must belong to the user of `edit`, or to anybody in the organisation without one. */
  add(organisation: OrganisationId, agent: NewAgent, edit: NewAgentEdit): Promise<Agent | UnknownReference>;
  get(organisation: OrganisationId, uuid: string): Promise<Agent | undefined>;
  /** Returns the agent with the definition of a version; undefined if that version is not kept. */
  atVersion(organisation: OrganisationId, uuid: string, version: number): Promise<Agent | undefined>;
  /** Returns the agents that exist. */
  among(organisation: OrganisationId, uuids: readonly string[]): Promise<Agent[]>;
  /** Returns all agents. */
  all(organisation: OrganisationId): Promise<Agent[]>;
  /** Returns why the models of these agents failed, by the agent's uuid. */
  troubles(organisation: OrganisationId, uuids: readonly string[]): Promise<ReadonlyMap<string, AgentTrouble>>;
  /** Returns the latest finished proof of a version. */
  proof(organisation: OrganisationId, uuid: string, version: number): Promise<ProofResult | undefined>;
  /** Oldest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly agents: Agent[]; readonly total: number }>;
  /**
   * Deletes the agent, unless a split test is in progress or an active campaign uses it, whose name is returned. Other
   * campaigns lose the agent.
   */
  remove(organisation: OrganisationId, uuid: string): Promise<RemoveResult>;
}

export function createAgentStore(database: Database): AgentStore {
  const { voiceAgents: agents, flows } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const inTables = createInside(database.tables);
  const history = createHistory(database.tables);
  const guard = createAgentGuard(database.tables);
  const versions = createVersionStore(database);

  async function get(organisation: OrganisationId, uuid: string): Promise<Agent | undefined> {
    const { read } = of(organisation);
    return (await inTables.read(read, await read.select(agents, eq(agents.uuid, uuid))))[0];
  }

  return {
    ...createAgentSaving(database),
    add: (organisation, agent, edit) =>
      of(organisation).tx(async (queries) => {
        const userUuid = edit.hasAnyDocuments ? undefined : edit.userUuid;
        const unknownDocument = await inTables.unknownAmong(queries, agent.knowledge_document_ids, { userUuid });
        if (unknownDocument !== undefined) return { unknownDocument };
        const unknownModel = await inTables.unknownModel(queries, agent.model);
        if (unknownModel !== undefined) return { unknownModel };
        const id = await inTables.nextNumber(queries);
        await queries.insert(agents, [{ ...toRow(agent), uuid: agent.uuid, number: id, createdAt: agent.created_at }]);
        await inTables.putDocuments(queries, agent.uuid, agent.knowledge_document_ids);
        const added: Agent = { ...agent, id, version: 1, draft_version: null };
        const saved = { definition: agentDefinition.parse(added), edit, at: agent.created_at };
        await history.begin(queries, subjectOf(agent.uuid), saved);
        return added;
      }),
    get,
    async atVersion(organisation, uuid, version) {
      const agent = await get(organisation, uuid);
      if (agent === undefined || agent.version === version) return agent;
      const earlier = await versions.get(organisation, subjectOf(uuid), version);
      return earlier && { ...agent, ...agentDefinition.parse(earlier.definition), version };
    },
    async among(organisation, uuids) {
      if (uuids.length === 0) return [];
      const { read } = of(organisation);
      return inTables.read(read, await read.select(agents, inArray(agents.uuid, [...uuids])));
    },
    async all(organisation) {
      const { read } = of(organisation);
      return inTables.read(read, await read.select(agents));
    },
    async troubles(organisation, uuids) {
      if (uuids.length === 0) return new Map();
      const columns = { uuid: agents.uuid, modelTrouble: agents.modelTrouble };
      const rows = await of(organisation).read.pick(agents, columns, inArray(agents.uuid, [...uuids]));
      return new Map(
        rows.flatMap(({ uuid, modelTrouble: trouble }) =>
          trouble === null ? [] : [[uuid, trouble as AgentTrouble] as const],
        ),
      );
    },
    async proof(organisation, uuid, version) {
      const row = await guard.proof(of(organisation).read, uuid, version);
      return (row?.result ?? undefined) as ProofResult | undefined;
    },
    async list(organisation, page) {
      const { read } = of(organisation);
      const rows = await read.select(agents, undefined, { ...page, orderBy: [asc(agents.number)] });
      return { agents: await inTables.read(read, rows), total: await read.count(agents) };
    },
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries): Promise<RemoveResult> => {
        const using = and(eq(flows.voiceAgentUuid, uuid), eq(flows.status, 'active'));
        const [active] = await queries.select(flows, using, { limit: 1, orderBy: [asc(flows.createdAt)] });
        if (active !== undefined) return { usedBy: active.name };
        if ((await guard.split(queries, uuid)) !== undefined) return 'in_split';
        await history.remove(queries, subjectOf(uuid));
        return (await queries.delete(agents, eq(agents.uuid, uuid))) === 0 ? 'unknown' : 'removed';
      }),
  };
}
