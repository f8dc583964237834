import { and, asc, eq, like, ne } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { agentModel } from '../agents/index.ts';

export type ConnectionRow = Tables['modelConnections']['$inferSelect'];
export type ConnectionFields = Omit<ConnectionRow, 'uuid' | 'organisationId' | 'createdAt'>;

export type RemoveResult = 'removed' | 'unknown' | { readonly usedBy: readonly string[] };

export interface ConnectionStore {
  /** Oldest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ readonly rows: ConnectionRow[]; readonly total: number }>;
  get(organisation: OrganisationId, uuid: string): Promise<ConnectionRow | undefined>;
  /** Returns the connection for agents without a model of their own. */
  standard(organisation: OrganisationId): Promise<ConnectionRow | undefined>;
  /** Returns false if the organisation already has `most`. */
  add(organisation: OrganisationId, row: Omit<ConnectionRow, 'organisationId'>, most: number): Promise<boolean>;
  change(
    organisation: OrganisationId,
    uuid: string,
    fields: Partial<ConnectionFields>,
  ): Promise<ConnectionRow | undefined>;
  /** Deletes the connection, or returns the names of agents that use it. */
  remove(organisation: OrganisationId, uuid: string): Promise<RemoveResult>;
  /** Returns the agent of a campaign; null without one. */
  agentOf(organisation: OrganisationId, flowUuid: string): Promise<string | null>;
  /** Returns the organisation and the campaign of a call in progress. */
  callOf(callUuid: string): Promise<CallOfAgent | undefined>;
  /** Returns the addresses of all organisations' connections to models of this server. */
  localAddresses(): Promise<string[]>;
  /** Whether any organisation has a connection. */
  hasAny(): Promise<boolean>;
  /** Clears the trouble of the agents that use the connection. */
  recovered(organisation: OrganisationId, uuid: string): Promise<void>;
  /** Stores why the model of an agent failed, if the call has the agent's current version. */
  failed(call: CallOfAgent, trouble: AgentTrouble): Promise<void>;
}

/** A call with the agent that it began with, and the version of that; null where a call has none. */
export interface CallOfAgent {
  readonly organisation: OrganisationId;
  readonly agentUuid: string | null;
  readonly agentVersion: number | null;
}

export interface AgentTrouble {
  readonly at: string;
  readonly detail: string;
  readonly call_uuid: string;
}

export function createConnectionStore(database: Database): ConnectionStore {
  const { modelConnections: table, voiceAgents: agents, flows, calls } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const isIt = (uuid: string) => eq(table.uuid, uuid);

  /** There is one default at most. */
  const unsetOthers = async (queries: TenantQueries, uuid: string): Promise<void> => {
    await queries.update(table, { isDefault: false }, and(eq(table.isDefault, true), ne(table.uuid, uuid))!);
  };

  async function usersOf(queries: Pick<TenantQueries, 'pick'>, uuid: string) {
    const all = await queries.pick(agents, { uuid: agents.uuid, name: agents.name, model: agents.model });
    return all.filter(({ model }) => {
      const chosen = agentModel.nullable().safeParse(model).data;
      return chosen?.uuid === uuid || chosen?.fallback_uuid === uuid;
    });
  }

  return {
    async list(organisation, page) {
      const { read } = of(organisation);
      const orderBy = [asc(table.createdAt), asc(table.uuid)];
      return { rows: await read.select(table, undefined, { ...page, orderBy }), total: await read.count(table) };
    },
    get: async (organisation, uuid) => (await of(organisation).read.select(table, isIt(uuid)))[0],
    standard: async (organisation) => (await of(organisation).read.select(table, eq(table.isDefault, true)))[0],
    add: (organisation, row, most) =>
      of(organisation).tx(async (queries) => {
        if ((await queries.count(table)) >= most) return false;
        await queries.insert(table, [row]);
        if (row.isDefault) await unsetOthers(queries, row.uuid);
        return true;
      }),
    change: (organisation, uuid, fields) =>
      of(organisation).tx(async (queries) => {
        if (Object.keys(fields).length > 0) await queries.update(table, fields, isIt(uuid));
        if (fields.isDefault === true) await unsetOthers(queries, uuid);
        return (await queries.select(table, isIt(uuid)))[0];
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries): Promise<RemoveResult> => {
        if ((await queries.lock(table, isIt(uuid))).length === 0) return 'unknown';
        const users = await usersOf(queries, uuid);
        if (users.length > 0) return { usedBy: users.map(({ name }) => name) };
        await queries.delete(table, isIt(uuid));
        return 'removed';
      }),
    async agentOf(organisation, flowUuid) {
      const columns = { voiceAgentUuid: flows.voiceAgentUuid };
      const [flow] = await of(organisation).read.pick(flows, columns, eq(flows.uuid, flowUuid));
      // A test of an agent without a campaign has the uuid of the agent in place of a flow's.
      return flow === undefined ? flowUuid : flow.voiceAgentUuid;
    },
    async callOf(callUuid) {
      const columns = {
        organisation: calls.organisationId,
        agentUuid: calls.voiceAgentUuid,
        agentVersion: calls.agentVersion,
      };
      const [call] = await database.system.read.select(columns).from(calls).where(eq(calls.uuid, callUuid));
      return call && { ...call, organisation: call.organisation as OrganisationId };
    },
    async hasAny() {
      const rows = await database.system.read.select({ uuid: table.uuid }).from(table).limit(1);
      return rows.length > 0;
    },
    async localAddresses() {
      const rows = await database.system.read
        .selectDistinct({ baseUrl: table.baseUrl })
        .from(table)
        .where(like(table.baseUrl, 'local:%'));
      return rows.map(({ baseUrl }) => baseUrl);
    },
    recovered: (organisation, uuid) =>
      of(organisation).tx(async (queries) => {
        for (const user of await usersOf(queries, uuid))
          await queries.update(agents, { modelTrouble: null }, eq(agents.uuid, user.uuid));
      }),
    async failed({ organisation, agentUuid, agentVersion }, trouble) {
      if (agentUuid === null) return;
      // A test of a draft, or a call of an earlier version, says nothing of the agent that answers now.
      const isCurrent = agentVersion === null ? undefined : eq(agents.version, agentVersion);
      await of(organisation).tx(async (queries) => {
        await queries.update(agents, { modelTrouble: trouble }, and(eq(agents.uuid, agentUuid), isCurrent)!);
      });
    },
  };
}
