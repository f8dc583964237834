import { and, count, eq, isNotNull, ne } from 'drizzle-orm';
import type { Database, OrganisationId, Queries } from '../../../data/index.ts';
import type { Role } from '../../../http/identity.ts';
import { dropCredentials, isProven } from '../accounts/index.ts';

export interface Member {
  readonly userUuid: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: Role;
  /** `invited`: the person has not chosen a password or not accepted yet. */
  readonly status: 'active' | 'invited';
  readonly createdAt: string;
}

/** An organisation's invitation of a person. */
export interface Invitation {
  readonly organisationUuid: string;
  readonly organisationName: string;
  readonly role: Role;
  readonly createdAt: string;
}

interface NewMember {
  readonly organisationId: OrganisationId;
  readonly email: string;
  readonly name: string | undefined;
  readonly role: Role;
  /** Uuid for the account, if one has to be created. */
  readonly newUserUuid: string;
  readonly createdAt: string;
  /** True for the operator, who may reset any account, so the owner need not accept. */
  readonly needsNoAcceptance?: boolean;
}

export type MemberChange = 'done' | 'unknown' | 'last_admin';

export interface MemberStore {
  list(organisationId: OrganisationId): Promise<Member[]>;
  get(organisationId: OrganisationId, userUuid: string): Promise<Member | undefined>;
  /** Returns whether the account is not, or no longer, in the organisation. False for a missing account. */
  hasLeft(organisationId: OrganisationId, userUuid: string): Promise<boolean>;
  /**
   * `added`: a new account, or one whose e-mail address was never proven; it has no password, sessions, keys or links.
   * `invited`: a proven account, which joins when its owner accepts.
   */
  add(member: NewMember): Promise<'added' | 'invited' | 'member_already' | 'elsewhere'>;
  /** Returns a person's invitations, oldest first. */
  invitations(userUuid: string): Promise<Invitation[]>;
  accept(organisationId: OrganisationId, userUuid: string, at: string): Promise<'joined' | 'unknown' | 'elsewhere'>;
  /** Returns false if the invitation does not exist. */
  decline(organisationId: OrganisationId, userUuid: string): Promise<boolean>;
  /** A change of role ends the person's sessions. */
  update(
    organisationId: OrganisationId,
    userUuid: string,
    set: { readonly name?: string | null | undefined; readonly role?: Role | undefined },
  ): Promise<MemberChange>;
  /** Removes a member, with their sessions and keys, or withdraws an invitation. */
  remove(organisationId: OrganisationId, userUuid: string): Promise<MemberChange>;
}

export function createMemberStore(database: Database): MemberStore {
  const { tables, system } = database;
  const { users, memberships, invitations, organisations, sessions, apiKeys, homeCards, activeProjects } = tables;

  async function isLastAdmin(queries: Queries, organisationId: OrganisationId, userUuid: string): Promise<boolean> {
    const others = and(
      eq(memberships.organisationId, organisationId),
      eq(memberships.role, 'admin'),
      ne(memberships.userUuid, userUuid),
      // Invited people do not count as admins, since they may never accept.
      isNotNull(users.passwordHash),
    );
    const query = queries.select({ total: count() }).from(memberships);
    const [rest] = await query.innerJoin(users, eq(users.uuid, memberships.userUuid)).where(others);
    return rest?.total === 0;
  }

  const invitation = (organisationId: OrganisationId, userUuid: string) =>
    and(eq(invitations.organisationId, organisationId), eq(invitations.userUuid, userUuid));

  const ownRow = (organisationId: OrganisationId, userUuid: string) =>
    and(eq(memberships.organisationId, organisationId), eq(memberships.userUuid, userUuid));

  async function roleOf(queries: Queries, organisationId: OrganisationId, userUuid: string): Promise<Role | undefined> {
    return (await queries.select().from(memberships).where(ownRow(organisationId, userUuid)))[0]?.role;
  }

  async function withdraw(queries: Queries, organisationId: OrganisationId, userUuid: string): Promise<boolean> {
    const condition = invitation(organisationId, userUuid);
    const invitationRows = await queries.select().from(invitations).where(condition);
    await queries.delete(invitations).where(condition);
    return invitationRows.length > 0;
  }

  return {
    async list(organisationId) {
      const joined = selectMembers(system.read, database).where(eq(memberships.organisationId, organisationId));
      const invited = selectInvited(system.read, database).where(eq(invitations.organisationId, organisationId));
      return [
        ...(await joined.orderBy(memberships.createdAt, memberships.userUuid)).map(toMember),
        ...(await invited.orderBy(invitations.createdAt, invitations.userUuid)).map(toInvited),
      ];
    },
    async get(organisationId, userUuid) {
      const [joined] = await selectMembers(system.read, database).where(ownRow(organisationId, userUuid));
      if (joined !== undefined) return toMember(joined);
      const [invited] = await selectInvited(system.read, database).where(invitation(organisationId, userUuid));
      return invited && toInvited(invited);
    },
    async hasLeft(organisationId, userUuid) {
      const isMember = and(eq(memberships.userUuid, users.uuid), eq(memberships.organisationId, organisationId));
      const query = system.read
        .select({ place: memberships.organisationId })
        .from(users)
        .leftJoin(memberships, isMember);
      const [account] = await query.where(eq(users.uuid, userUuid));
      return account !== undefined && account.place === null;
    },
    add: (member) => system.tx((queries) => addMember(queries, database, member)),
    async invitations(userUuid) {
      const query = system.read
        .select({ invitation: invitations, name: organisations.name })
        .from(invitations)
        .innerJoin(organisations, eq(organisations.uuid, invitations.organisationId));
      const invitationRows = await query.where(eq(invitations.userUuid, userUuid)).orderBy(invitations.createdAt);
      return invitationRows.map(({ invitation: { organisationId, role, createdAt }, name }) => ({
        organisationUuid: organisationId,
        organisationName: name,
        role,
        createdAt,
      }));
    },
    accept: (organisationId, userUuid, createdAt) =>
      system.tx(async (queries) => {
        const [stored] = await queries.select().from(invitations).where(invitation(organisationId, userUuid));
        if (stored === undefined) return 'unknown';
        const elsewhere = await queries.select().from(memberships).where(eq(memberships.userUuid, userUuid));
        if (elsewhere.length > 0) return 'elsewhere';
        await queries.insert(memberships).values({ userUuid, organisationId, role: stored.role, createdAt });
        await queries.delete(invitations).where(eq(invitations.userUuid, userUuid));
        await approve(queries, database, userUuid);
        return 'joined';
      }),
    decline: (organisationId, userUuid) => system.tx((queries) => withdraw(queries, organisationId, userUuid)),
    update: (organisationId, userUuid, { name, role }) =>
      system.tx(async (queries) => {
        const was = await roleOf(queries, organisationId, userUuid);
        if (was === undefined) {
          // Until they join, only the owner of the account may change its name.
          const set = role === undefined ? {} : { role };
          const [stored] = await queries.select().from(invitations).where(invitation(organisationId, userUuid));
          if (stored === undefined) return 'unknown';
          if (role !== undefined)
            await queries.update(invitations).set(set).where(invitation(organisationId, userUuid));
          return 'done';
        }
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
        if (role === undefined) return (await withdraw(queries, organisationId, userUuid)) ? 'done' : 'unknown';
        if (role === 'admin' && (await isLastAdmin(queries, organisationId, userUuid))) return 'last_admin';
        await queries.delete(memberships).where(ownRow(organisationId, userUuid));
        await queries.delete(sessions).where(eq(sessions.userUuid, userUuid));
        await queries.delete(apiKeys).where(eq(apiKeys.userUuid, userUuid));
        for (const preferences of [homeCards, activeProjects])
          await queries
            .delete(preferences)
            .where(and(eq(preferences.organisationId, organisationId), eq(preferences.userUuid, userUuid)));
        return 'done';
      }),
  };
}

async function addMember(queries: Queries, database: Database, member: NewMember) {
  const { users, memberships, invitations } = database.tables;
  const { organisationId, email, name, role, createdAt } = member;
  const [person] = await queries.select().from(users).where(eq(users.email, email));
  const userUuid = person?.uuid ?? member.newUserUuid;
  if (person === undefined) {
    const account = { uuid: userUuid, email, name: name ?? null, passwordHash: null, superadmin: false };
    await queries.insert(users).values({ ...account, waitlistStatus: 'none', createdAt });
  } else {
    const [elsewhere] = await queries.select().from(memberships).where(eq(memberships.userUuid, userUuid));
    if (elsewhere !== undefined) return elsewhere.organisationId === organisationId ? 'member_already' : 'elsewhere';
    if (isProven(person) && member.needsNoAcceptance !== true) {
      const row = { organisationId, userUuid, role, createdAt };
      const added = await queries.insert(invitations).values(row).onConflictDoNothing().returning();
      return added.length > 0 ? 'invited' : 'member_already';
    }
    // Somebody else may have registered this address and must not gain access.
    await dropCredentials(queries, database, userUuid);
    if (name !== undefined) await queries.update(users).set({ name }).where(eq(users.uuid, userUuid));
    await approve(queries, database, userUuid);
  }
  await queries.insert(memberships).values({ userUuid, organisationId, role, createdAt });
  await queries.delete(invitations).where(eq(invitations.userUuid, userUuid));
  return 'added';
}

/** Takes a new member off the waiting list. */
async function approve(queries: Queries, { tables: { users } }: Database, userUuid: string): Promise<void> {
  const isWaiting = and(eq(users.uuid, userUuid), eq(users.waitlistStatus, 'pending'));
  await queries.update(users).set({ waitlistStatus: 'approved' }).where(isWaiting);
}

function selectMembers(queries: Queries, { tables }: Database) {
  const { users, memberships } = tables;
  return queries
    .select({ user: users, membership: memberships })
    .from(memberships)
    .innerJoin(users, eq(users.uuid, memberships.userUuid))
    .$dynamic();
}

function selectInvited(queries: Queries, { tables }: Database) {
  const { users, invitations } = tables;
  return queries
    .select({ user: users, invitation: invitations })
    .from(invitations)
    .innerJoin(users, eq(users.uuid, invitations.userUuid))
    .$dynamic();
}

type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];
type InvitedRow = Awaited<ReturnType<typeof selectInvited>>[number];

const toMember = ({ user, membership: { role, createdAt } }: MemberRow): Member => ({
  userUuid: user.uuid,
  email: user.email,
  name: user.name,
  role,
  status: user.passwordHash === null ? 'invited' : 'active',
  createdAt,
});

/** Omits the name, which belongs to the owner of the account until they join. */
const toInvited = ({ user, invitation: { role, createdAt } }: InvitedRow): Member => ({
  userUuid: user.uuid,
  email: user.email,
  name: null,
  role,
  status: 'invited',
  createdAt,
});
