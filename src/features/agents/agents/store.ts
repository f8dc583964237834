import { and, asc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { storedSwitches } from './built-in-switches.ts';
import { type Agent, type AgentAnswer, agent as agentSchema } from './schema.ts';

type AgentTrouble = NonNullable<AgentAnswer['model_trouble']>;

type AgentRow = InferSelectModel<Tables['voiceAgents']>;

/** The writable fields of an agent. */
export type AgentFields = Omit<Agent, 'id' | 'uuid' | 'created_at'>;
export type NewAgent = Omit<Agent, 'id'>;

/** Why nothing was written: a document is unknown or not available to the user, or a field of `model` names no model. */
export type UnknownReference =
  | { readonly unknownDocument: string }
  | { readonly unknownModel: 'uuid' | 'fallback_uuid' };

export type RemoveResult = 'removed' | 'unknown' | { readonly usedBy: string };

export interface AgentStore {
  /** Documents must belong to `userUuid`, or to anybody in the organisation if it is undefined. */
  add(organisation: OrganisationId, agent: NewAgent, userUuid?: string): Promise<Agent | UnknownReference>;
  get(organisation: OrganisationId, uuid: string): Promise<Agent | undefined>;
  /** Returns the agents that exist. */
  among(organisation: OrganisationId, uuids: readonly string[]): Promise<Agent[]>;
  /** Returns all agents. */
  all(organisation: OrganisationId): Promise<Agent[]>;
  /** Returns why the models of these agents failed, by the agent's uuid. */
  troubles(organisation: OrganisationId, uuids: readonly string[]): Promise<ReadonlyMap<string, AgentTrouble>>;
  /** Oldest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly agents: Agent[]; readonly total: number }>;
  /**
   * Omitted fields are unchanged. The agent keeps documents of others that it already has. Returns undefined if the
   * agent does not exist.
   */
  update(
    organisation: OrganisationId,
    uuid: string,
    set: Partial<AgentFields>,
    userUuid?: string,
  ): Promise<Agent | UnknownReference | undefined>;
  /** Deletes the agent, or returns the name of an active campaign that uses it. Other campaigns lose the agent. */
  remove(organisation: OrganisationId, uuid: string): Promise<RemoveResult>;
}

type Reads = Pick<TenantQueries, 'select' | 'count'>;

export function createAgentStore(database: Database): AgentStore {
  const { voiceAgents: agents, flows } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const inTables = createInside(database.tables);

  return {
    add: (organisation, agent, userUuid) =>
      of(organisation).tx(async (queries) => {
        const unknownDocument = await inTables.unknownAmong(queries, agent.knowledge_document_ids, { userUuid });
        if (unknownDocument !== undefined) return { unknownDocument };
        const unknownModel = await inTables.unknownModel(queries, agent.model);
        if (unknownModel !== undefined) return { unknownModel };
        const id = await inTables.nextNumber(queries);
        await queries.insert(agents, [{ ...toRow(agent), uuid: agent.uuid, number: id, createdAt: agent.created_at }]);
        await inTables.putDocuments(queries, agent.uuid, agent.knowledge_document_ids);
        return { ...agent, id };
      }),
    async get(organisation, uuid) {
      const { read } = of(organisation);
      return (await inTables.read(read, await read.select(agents, eq(agents.uuid, uuid))))[0];
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
    async list(organisation, page) {
      const { read } = of(organisation);
      const rows = await read.select(agents, undefined, { ...page, orderBy: [asc(agents.number)] });
      return { agents: await inTables.read(read, rows), total: await read.count(agents) };
    },
    update: (organisation, uuid, set, userUuid) =>
      of(organisation).tx(async (queries) => {
        const mine = eq(agents.uuid, uuid);
        if ((await queries.count(agents, mine)) === 0) return undefined;
        const { knowledge_document_ids: documents } = set;
        const unknownDocument =
          documents && (await inTables.unknownAmong(queries, documents, { userUuid, agentUuid: uuid }));
        if (unknownDocument !== undefined) return { unknownDocument };
        const unknownModel = await inTables.unknownModel(queries, set.model ?? null);
        if (unknownModel !== undefined) return { unknownModel };
        // The trouble was that of the earlier model.
        const row = { ...toRow(set), ...(set.model !== undefined && { modelTrouble: null }) };
        if (Object.keys(row).length > 0) await queries.update(agents, row, mine);
        if (documents !== undefined) await inTables.putDocuments(queries, uuid, documents);
        return (await inTables.read(queries, await queries.select(agents, mine)))[0];
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries): Promise<RemoveResult> => {
        const using = and(eq(flows.voiceAgentUuid, uuid), eq(flows.status, 'active'));
        const [active] = await queries.select(flows, using, { limit: 1, orderBy: [asc(flows.createdAt)] });
        if (active !== undefined) return { usedBy: active.name };
        return (await queries.delete(agents, eq(agents.uuid, uuid))) === 0 ? 'unknown' : 'removed';
      }),
  };
}

/** Steps that run inside a caller's transaction. */
function createInside({
  voiceAgentNumbers: numbers,
  voiceAgentDocuments: links,
  kbDocuments,
  modelConnections,
}: Tables) {
  return {
    /** Numbers are never reused, even after the last agent is deleted. */
    async nextNumber(queries: TenantQueries): Promise<number> {
      await queries.insertNew(numbers, [{ lastNumber: 0 }]);
      await queries.system
        .update(numbers)
        .set({ lastNumber: sql`${numbers.lastNumber} + 1` })
        .where(queries.own(numbers));
      return (await queries.select(numbers))[0]?.lastNumber as number;
    },
    /** Returns the first document that neither belongs to the person nor is already assigned to the agent. */
    async unknownAmong(
      queries: Reads,
      uuids: readonly string[],
      whose: { readonly userUuid: string | undefined; readonly agentUuid?: string },
    ): Promise<string | undefined> {
      if (uuids.length === 0) return undefined;
      const { userUuid, agentUuid } = whose;
      const documents = await queries.select(kbDocuments, inArray(kbDocuments.uuid, [...uuids]));
      const linked = agentUuid === undefined ? [] : await queries.select(links, eq(links.agentUuid, agentUuid));
      const documentUuids = new Set([
        ...documents
          .filter((document) => userUuid === undefined || document.userUuid === userUuid)
          .map(({ uuid }) => uuid),
        ...linked.map(({ documentUuid }) => documentUuid),
      ]);
      return uuids.find((uuid) => !documentUuids.has(uuid));
    },
    /** Returns the field that names no model of the organisation. The models are locked against deletion meanwhile. */
    async unknownModel(queries: TenantQueries, model: Agent['model']): Promise<'uuid' | 'fallback_uuid' | undefined> {
      for (const field of ['uuid', 'fallback_uuid'] as const) {
        const uuid = model?.[field];
        if (uuid && (await queries.lock(modelConnections, eq(modelConnections.uuid, uuid))).length === 0) return field;
      }
      return undefined;
    },
    async putDocuments(queries: TenantQueries, agentUuid: string, uuids: readonly string[]): Promise<void> {
      await queries.delete(links, eq(links.agentUuid, agentUuid));
      const rows = uuids.map((documentUuid, position) => ({ agentUuid, documentUuid, position }));
      await queries.insert(links, rows);
    },
    async read(queries: Reads, rows: readonly AgentRow[]): Promise<Agent[]> {
      if (rows.length === 0) return [];
      const among = inArray(
        links.agentUuid,
        rows.map(({ uuid }) => uuid),
      );
      const documents = await queries.select(links, among, { orderBy: [asc(links.position)] });
      return rows.map((row) =>
        toAgent(
          row,
          documents.filter(({ agentUuid }) => agentUuid === row.uuid).map(({ documentUuid }) => documentUuid),
        ),
      );
    },
  };
}

type Written = Omit<AgentRow, 'uuid' | 'organisationId' | 'number' | 'createdAt' | 'modelTrouble'>;

function toRow(fields: AgentFields): Written;
function toRow(fields: Partial<AgentFields>): Partial<Written>;
function toRow(fields: Partial<AgentFields>): Partial<Written> {
  const row = {
    name: fields.name,
    personaPrompt: fields.persona_prompt,
    greeting: fields.greeting,
    voiceConfig: fields.voice_config,
    languages: fields.languages,
    turn: fields.turn,
    tools: fields.tools,
    builtInTools: fields.built_in_tools,
    maxCallSeconds: fields.max_call_seconds,
    voicemail: fields.voicemail,
    model: fields.model,
  };
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined));
}

const toAgent = (row: AgentRow, documents: string[]): Agent =>
  agentSchema.parse({
    id: row.number,
    uuid: row.uuid,
    name: row.name,
    persona_prompt: row.personaPrompt,
    greeting: row.greeting,
    voice_config: row.voiceConfig,
    languages: row.languages,
    turn: row.turn,
    tools: row.tools,
    built_in_tools: storedSwitches(row.builtInTools),
    knowledge_document_ids: documents,
    max_call_seconds: row.maxCallSeconds,
    voicemail: row.voicemail,
    model: row.model,
    created_at: row.createdAt,
  });
