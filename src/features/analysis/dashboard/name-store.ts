import { eq, inArray } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../../data/index.ts';
import type { View } from './counted-store.ts';

/** Agents and people that the figures name. */
export interface NameStore {
  /** Returns the agents of campaigns by campaign uuid. */
  flowAgents(view: View, flowUuids: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
  /** Returns an existing agent and the campaigns that use it now. */
  agentNumbered(
    view: View,
    number: number,
  ): Promise<{ readonly uuid: string; readonly flowUuids: readonly string[] } | undefined>;
  /** Returns existing agents by uuid. */
  voiceAgents(view: View, uuids: readonly string[]): Promise<ReadonlyMap<string, { number: number; name: string }>>;
  /** Returns names (or e-mail addresses) by uuid. */
  teammates(uuids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export function createNameStore(database: Database): NameStore {
  const { flows, users, voiceAgents } = database.tables;

  return {
    async flowAgents({ organisation }: View, uuids: readonly string[]) {
      if (uuids.length === 0) return new Map<string, string | null>();
      const { uuid, voiceAgentUuid } = flows;
      const { read } = forOrganisation(database, organisation);
      const found = await read.pick(flows, { uuid, voiceAgentUuid }, inArray(uuid, [...uuids]));
      return new Map(found.map((flow) => [flow.uuid, flow.voiceAgentUuid]));
    },
    async agentNumbered({ organisation }, number) {
      const { read } = forOrganisation(database, organisation);
      const [agent] = await read.pick(voiceAgents, { uuid: voiceAgents.uuid }, eq(voiceAgents.number, number));
      if (agent === undefined) return undefined;
      const own = await read.pick(flows, { uuid: flows.uuid }, eq(flows.voiceAgentUuid, agent.uuid));
      return { uuid: agent.uuid, flowUuids: own.map(({ uuid }) => uuid) };
    },
    async voiceAgents({ organisation }, uuids) {
      if (uuids.length === 0) return new Map();
      const { read } = forOrganisation(database, organisation);
      const { uuid, number, name } = voiceAgents;
      const rows = await read.pick(voiceAgents, { uuid, number, name }, inArray(uuid, [...uuids]));
      return new Map(rows.map((row) => [row.uuid, row]));
    },
    async teammates(uuids) {
      if (uuids.length === 0) return new Map();
      const { uuid, name, email } = users;
      const query = database.system.read.select({ uuid, name, email }).from(users);
      const rows = await query.where(inArray(uuid, [...uuids]));
      return new Map(rows.map((user) => [user.uuid, user.name ?? user.email]));
    },
  };
}
