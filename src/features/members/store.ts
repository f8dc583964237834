import { and, count, eq, ne } from 'drizzle-orm';
import type { Database, OrganisationId, Queries } from '../../data/index.ts';
import type { Role } from '../../http/identity.ts';

/** A person in an organisation. */
export interface Member {
  readonly userUuid: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** False until they have chosen a password. */
  readonly hasPassword: boolean;
  readonly createdAt: string;
}

interface NewMember {
  readonly organisationId: OrganisationId;
  readonly email: string;
  readonly name: string | undefined;
  readonly role: Role;
  /** Of an account that has to be made first. */
  readonly newUserUuid: string;
  readonly createdAt: string;
}

export type MemberChange = 'done' | 'unknown' | 'last_admin';

export interface MemberStore {
  list(organisationId: OrganisationId): Promise<Member[]>;
  get(organisationId: OrganisationId, userUuid: string): Promise<Member | undefined>;
  /** Whether this is an account that is not, or no longer, in the organisation. What is no account has not left. */
  hasLeft(organisationId: OrganisationId, userUuid: string): Promise<boolean>;
  /** An account that is in no organisation joins this one; one that is in another does not. */
  add(member: NewMember): Promise<'added' | 'member_already' | 'elsewhere'>;
  /** A change of role ends the sessions of the person. */
  update(
    organisationId: OrganisationId,
    userUuid: string,
    set: { readonly name?: string | null | undefined; readonly role?: Role | undefined },
  ): Promise<MemberChange>;
  /** Ends the sessions of the person and revokes their keys. */
  remove(organisationId: OrganisationId, userUuid: string): Promise<MemberChange>;
}

export function createMemberStore(database: Database): MemberStore {
  const { tables, system } = database;
  const { users, memberships, sessions, apiKeys } = tables;

  async function isLastAdmin(queries: Queries, organisationId: OrganisationId, userUuid: string): Promise<boolean> {
    const others = and(
      eq(memberships.organisationId, organisationId),
      eq(memberships.role, 'admin'),
      ne(memberships.userUuid, userUuid),
    );
    const [rest] = await queries.select({ total: count() }).from(memberships).where(others);
    return rest?.total === 0;
  }

  const ownRow = (organisationId: OrganisationId, userUuid: string) =>
    and(eq(memberships.organisationId, organisationId), eq(memberships.userUuid, userUuid));

  async function roleOf(queries: Queries, organisationId: OrganisationId, userUuid: string): Promise<Role | undefined> {
    return (await queries.select().from(memberships).where(ownRow(organisationId, userUuid)))[0]?.role;
  }

  return {
    async list(organisationId) {
      const query = selectMembers(system.read, database).where(eq(memberships.organisationId, organisationId));
      return (await query.orderBy(memberships.createdAt, memberships.userUuid)).map(toMember);
    },
    async get(organisationId, userUuid) {
      const query = selectMembers(system.read, database).where(ownRow(organisationId, userUuid));
      return (await query)[0] && toMember((await query)[0] as MemberRow);
    },
    async hasLeft(organisationId, userUuid) {
      const own = and(eq(memberships.userUuid, users.uuid), eq(memberships.organisationId, organisationId));
      const query = system.read.select({ place: memberships.organisationId }).from(users).leftJoin(memberships, own);
      const [account] = await query.where(eq(users.uuid, userUuid));
      return account !== undefined && account.place === null;
    },
    add: (member) => system.tx((queries) => addMember(queries, database, member)),
    update: (organisationId, userUuid, { name, role }) =>
      system.tx(async (queries) => {
        const was = await roleOf(queries, organisationId, userUuid);
        if (was === undefined) return 'unknown';
        const demoted = role !== undefined && role !== was && was === 'admin';
        if (demoted && (await isLastAdmin(queries, organisationId, userUuid))) return 'last_admin';
        if (name !== undefined) await queries.update(users).set({ name }).where(eq(users.uuid, userUuid));
        if (role === undefined || role === was) return 'done';
        await queries.update(memberships).set({ role }).where(ownRow(organisationId, userUuid));
        await queries.delete(sessions).where(eq(sessions.userUuid, userUuid));
        return 'done';
      }),
    remove: (organisationId, userUuid) =>
      system.tx(async (queries) => {
        const role = await roleOf(queries, organisationId, userUuid);
        if (role === undefined) return 'unknown';
        if (role === 'admin' && (await isLastAdmin(queries, organisationId, userUuid))) return 'last_admin';
        await queries.delete(memberships).where(ownRow(organisationId, userUuid));
        await queries.delete(sessions).where(eq(sessions.userUuid, userUuid));
        await queries.delete(apiKeys).where(eq(apiKeys.userUuid, userUuid));
        return 'done';
      }),
  };
}

async function addMember(queries: Queries, { tables }: Database, member: NewMember) {
  const { users, memberships } = tables;
  const { organisationId, email, role, createdAt } = member;
  const [known] = await queries.select().from(users).where(eq(users.email, email));
  if (known === undefined) {
    await queries.insert(users).values({
      uuid: member.newUserUuid,
      email,
      name: member.name ?? null,
      passwordHash: null,
      superadmin: false,
      waitlistStatus: 'none',
      createdAt,
    });
  } else {
    const [elsewhere] = await queries.select().from(memberships).where(eq(memberships.userUuid, known.uuid));
    if (elsewhere !== undefined) return elsewhere.organisationId === organisationId ? 'member_already' : 'elsewhere';
    const waitlistStatus = known.waitlistStatus === 'pending' ? 'approved' : known.waitlistStatus;
    await queries
      .update(users)
      .set({ waitlistStatus, name: member.name ?? known.name })
      .where(eq(users.uuid, known.uuid));
  }
  const userUuid = known?.uuid ?? member.newUserUuid;
  await queries.insert(memberships).values({ userUuid, organisationId, role, createdAt });
  return 'added';
}

function selectMembers(queries: Queries, { tables }: Database) {
  const { users, memberships } = tables;
  return queries
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.uuid, memberships.userUuid))
    .$dynamic();
}

type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

const toMember = ({ user, membership }: MemberRow): Member => ({
  userUuid: user.uuid,
  email: user.email,
  name: user.name,
  role: membership.role,
  hasPassword: user.passwordHash !== null,
  createdAt: membership.createdAt,
});
