import { desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import type { View } from './conditions-store.ts';

/** The people and agents of conversations. */
export interface PeopleStore {
  /** Returns who spoke for the organisation in the newest 10,000 conversations of any source, by name, at most 500. */
  agentsSeen(view: View): Promise<{ readonly uuid: string | null; readonly name: string }[]>;
  /** Finds a contact by phone number. */
  contactBy(queries: TenantQueries, phone: string): Promise<{ uuid: string; name: string | null } | undefined>;
  contact(
    queries: TenantQueries,
    uuid: string,
  ): Promise<{ uuid: string; name: string | null; phone: string } | undefined>;
  /** Returns a voice agent or a teammate of the organisation. */
  agent(queries: TenantQueries, uuid: string): Promise<Agent | undefined>;

  /** Returns names, or e-mail addresses, of members by uuid. */
  memberNames(organisation: OrganisationId, uuids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

export interface Agent {
  readonly voiceAgentUuid: string | null;
  readonly agentUserUuid: string | null;
  readonly agentName: string | null;
}

const newestSeen = 10_000;
const mostAgents = 500;

/** `visible`: the condition of the conversations that a viewer sees. */
export function createPeopleStore(
  database: Database,
  visible: (read: Pick<TenantQueries, 'own' | 'system'>, tags: View['tags']) => SQL | undefined,
): PeopleStore {
  const { interactions, contacts, voiceAgents, memberships, users } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  return {
    async agentsSeen({ organisation, tags }) {
      const { read } = of(organisation);
      const { voiceAgentUuid, agentUserUuid, agentName, calledAt, id } = interactions;
      const newest = read.system
        .select({ voiceAgentUuid, agentUserUuid, agentName })
        .from(interactions)
        .where(read.own(interactions, visible(read, tags)))
        .orderBy(desc(calledAt), desc(id))
        .limit(newestSeen)
        .as('newest');
      const uuid = sql<string | null>`coalesce(${newest.voiceAgentUuid}, ${newest.agentUserUuid})`.as('agent');
      const name = sql<string>`max(${newest.agentName})`.as('known_as');
      return read.system
        .select({ uuid, name })
        .from(newest)
        .where(sql`${newest.agentName} IS NOT NULL`)
        .groupBy(
          sql`coalesce(${newest.voiceAgentUuid}, ${newest.agentUserUuid})`,
          sql`coalesce(${newest.voiceAgentUuid}, ${newest.agentUserUuid}, ${newest.agentName})`,
        )
        .orderBy(sql`max(${newest.agentName})`)
        .limit(mostAgents);
    },
    async contactBy(queries, phone) {
      const columns = { uuid: contacts.uuid, name: contacts.name };
      return (await queries.pick(contacts, columns, eq(contacts.phone, phone)))[0];
    },
    async contact(queries, uuid) {
      const columns = { uuid: contacts.uuid, name: contacts.name, phone: contacts.phone };
      return (await queries.pick(contacts, columns, eq(contacts.uuid, uuid)))[0];
    },
    async agent(queries, uuid) {
      const [agent] = await queries.pick(voiceAgents, { name: voiceAgents.name }, eq(voiceAgents.uuid, uuid));
      if (agent !== undefined) return { voiceAgentUuid: uuid, agentUserUuid: null, agentName: agent.name };
      const member = queries.own(memberships, eq(memberships.userUuid, uuid));
      const [teammate] = await queries.system
        .select({ name: users.name, email: users.email })
        .from(memberships)
        .innerJoin(users, eq(users.uuid, memberships.userUuid))
        .where(member);
      if (teammate === undefined) return undefined;
      return { voiceAgentUuid: null, agentUserUuid: uuid, agentName: teammate.name ?? teammate.email };
    },
    async memberNames(organisation, uuids) {
      if (uuids.length === 0) return new Map();
      const { read } = of(organisation);
      const rows = await read.system
        .select({ uuid: users.uuid, name: users.name, email: users.email })
        .from(memberships)
        .innerJoin(users, eq(users.uuid, memberships.userUuid))
        .where(read.own(memberships, inArray(users.uuid, [...uuids])));
      return new Map(rows.map(({ uuid, name, email }) => [uuid, name ?? email]));
    },
  };
}
