import { eq, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';

interface Person {
  readonly userUuid: string;
  readonly name: string | null;
  readonly email: string;
}

export interface AgentNumber extends Person {
  readonly phoneNumber: string;
}

export interface AgentTags extends Person {
  readonly tags: readonly string[];
}

/** Phone numbers and assigned tags of the members of an organisation. */
export interface HumanAgentStore {
  numbers(organisation: OrganisationId): Promise<AgentNumber[]>;
  /** Returns undefined for a user who is not a member. */
  setNumber(organisation: OrganisationId, userUuid: string, phoneNumber: string): Promise<AgentNumber | undefined>;
  /** Returns whether one existed. */
  removeNumber(organisation: OrganisationId, userUuid: string): Promise<boolean>;
  assignments(organisation: OrganisationId): Promise<AgentTags[]>;
  /** Returns undefined for a user who is not a member; an empty list without assignments. */
  assignment(organisation: OrganisationId, userUuid: string): Promise<AgentTags | undefined>;
  /** Returns the assigned tags, without checking membership. */
  tagsOf(organisation: OrganisationId, userUuid: string): Promise<readonly string[]>;
  setTags(organisation: OrganisationId, userUuid: string, tags: readonly string[]): Promise<AgentTags | undefined>;
  removeTags(organisation: OrganisationId, userUuid: string): Promise<boolean>;
}

type Reads = Pick<TenantQueries, 'select' | 'own' | 'system'>;

export function createHumanAgentStore(database: Database): HumanAgentStore {
  const { agentPhoneNumbers: numbers, agentTagAssignments: assignments, memberships, users } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  async function people(queries: Reads, where?: SQL): Promise<Person[]> {
    const { uuid: userUuid, name, email } = users;
    const query = queries.system.select({ userUuid, name, email }).from(memberships);
    const joined = query.innerJoin(users, eq(users.uuid, memberships.userUuid));
    return joined.where(queries.own(memberships, where)).orderBy(email);
  }
  const person = async (queries: Reads, userUuid: string): Promise<Person | undefined> =>
    (await people(queries, eq(memberships.userUuid, userUuid)))[0];
  async function tagsOf(queries: Reads, userUuid: string): Promise<readonly string[]> {
    const [row] = await queries.select(assignments, eq(assignments.userUuid, userUuid));
    return (row?.tags ?? []) as string[];
  }

  return {
    async numbers(organisation) {
      const { read } = of(organisation);
      const phonesByUser = new Map((await read.select(numbers)).map((row) => [row.userUuid, row.phoneNumber]));
      return (await people(read)).flatMap((each) => {
        const phoneNumber = phonesByUser.get(each.userUuid);
        return phoneNumber === undefined ? [] : [{ ...each, phoneNumber }];
      });
    },
    setNumber: (organisation, userUuid, phoneNumber) =>
      of(organisation).tx(async (queries) => {
        const member = await person(queries, userUuid);
        if (member === undefined) return undefined;
        await queries.delete(numbers, eq(numbers.userUuid, userUuid));
        await queries.insert(numbers, [{ userUuid, phoneNumber }]);
        return { ...member, phoneNumber };
      }),
    removeNumber: (organisation, userUuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(numbers, eq(numbers.userUuid, userUuid))) > 0),
    async assignments(organisation) {
      const { read } = of(organisation);
      const tagsByUser = new Map((await read.select(assignments)).map((row) => [row.userUuid, row.tags as string[]]));
      return (await people(read)).flatMap((each) => {
        const tags = tagsByUser.get(each.userUuid);
        return tags === undefined ? [] : [{ ...each, tags }];
      });
    },
    async assignment(organisation, userUuid) {
      const { read } = of(organisation);
      const member = await person(read, userUuid);
      return member && { ...member, tags: await tagsOf(read, userUuid) };
    },
    tagsOf: (organisation, userUuid) => tagsOf(of(organisation).read, userUuid),
    setTags: (organisation, userUuid, tags) =>
      of(organisation).tx(async (queries) => {
        const member = await person(queries, userUuid);
        if (member === undefined) return undefined;
        await queries.delete(assignments, eq(assignments.userUuid, userUuid));
        await queries.insert(assignments, [{ userUuid, tags }]);
        return { ...member, tags };
      }),
    removeTags: (organisation, userUuid) =>
      of(organisation).tx(
        async (queries) => (await queries.delete(assignments, eq(assignments.userUuid, userUuid))) > 0,
      ),
  };
}
