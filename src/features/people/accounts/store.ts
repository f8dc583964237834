import { and, count, eq, gt, lte, type SQL } from 'drizzle-orm';
import type { Database, OrganisationId, Queries } from '../../../data/index.ts';
import type { Role } from '../../../http/identity.ts';
import { addDefaultScorecard } from '../../analysis/index.ts';
import { addExamples } from '../../coaching/index.ts';
import { dropCredentials } from './proof-store.ts';

export type WaitlistStatus = 'none' | 'pending' | 'approved';

/** A person with their organisation, if any. */
export interface Account {
  readonly uuid: string;
  readonly email: string;
  readonly name: string | null;
  readonly passwordHash: string | null;
  readonly superadmin: boolean;
  readonly waitlistStatus: WaitlistStatus;
  /** Time at which the person followed a mailed link; null until then. */
  readonly emailVerifiedAt: string | null;
  readonly membership?: Membership;
}

interface Membership {
  readonly organisationId: OrganisationId;
  readonly organisationName: string;
  readonly role: Role;
}

export type NewAccount = Pick<Account, 'uuid' | 'email' | 'name' | 'passwordHash'> & { readonly createdAt: string };

/** Properties of a new account that depend on whether it is the first one. */
export type Placement = Pick<Account, 'superadmin' | 'waitlistStatus' | 'membership'>;

export interface SessionRow {
  readonly uuid: string;
  readonly userUuid: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export interface PasswordReset {
  readonly tokenSha256: string;
  readonly userUuid: string;
  readonly expiresAt: string;
  /** Whether only the owner of the mailbox can have received the link. */
  readonly provesEmail: boolean;
}

export interface SessionHolder {
  readonly superadmin: boolean;
  readonly membership?: { readonly organisationId: OrganisationId; readonly role: Role };
}

export interface AccountStore {
  isEmpty(): Promise<boolean>;
  /**
   * Calls `place` inside the transaction, so that only one of many concurrent accounts is the first. If it returns
   * undefined, the account is refused.
   */
  add(account: NewAccount, place: (isFirst: boolean) => Placement | undefined): Promise<'added' | 'known' | 'refused'>;
  byEmail(email: string): Promise<Account | undefined>;
  byUuid(uuid: string): Promise<Account | undefined>;
  list(): Promise<Account[]>;
  /** Returns the owner of a valid session, with only the fields that each request needs. */
  bySession(session: Pick<SessionRow, 'uuid' | 'userUuid'>, now: string): Promise<SessionHolder | undefined>;
  /** Adds a session and keeps the person's newest `keep`. */
  addSession(session: SessionRow, keep: number): Promise<void>;
  endSession(uuid: string): Promise<void>;
  /** Returns false if the account already has `most` valid links. */
  addReset(reset: PasswordReset, now: string, most: number): Promise<boolean>;
  findReset(tokenSha256: string, now: string): Promise<string | undefined>;
  /**
   * Sets the password with a link that works once, and revokes the person's API keys. Returns false if the link is used
   * or invalid.
   */
  redeemReset(tokenSha256: string, passwordHash: string, now: string): Promise<boolean>;
  /** Sets the password, and deletes every session and link of the person. */
  setPassword(userUuid: string, passwordHash: string): Promise<void>;
  /** Same as `setPassword`, and revokes the person's API keys: somebody else may have created them. */
  recover(userUuid: string, passwordHash: string): Promise<void>;
}

export function createAccountStore(database: Database): AccountStore {
  const { tables, system } = database;
  const { users, sessions, memberships, passwordResets } = tables;

  async function first(where: SQL): Promise<Account | undefined> {
    return (await selectAccounts(system.read, database).where(where).limit(1)).map(toAccount)[0];
  }

  async function setPassword(queries: Queries, userUuid: string, passwordHash: string): Promise<void> {
    await queries.update(users).set({ passwordHash }).where(eq(users.uuid, userUuid));
    await queries.delete(sessions).where(eq(sessions.userUuid, userUuid));
    await queries.delete(passwordResets).where(eq(passwordResets.userUuid, userUuid));
  }

  async function recover(queries: Queries, userUuid: string, passwordHash: string): Promise<void> {
    await dropCredentials(queries, database, userUuid);
    await setPassword(queries, userUuid, passwordHash);
  }

  return {
    async isEmpty() {
      return (await system.read.select({ uuid: users.uuid }).from(users).limit(1)).length === 0;
    },
    add: (account, place) => system.tx((queries) => addAccount(queries, database, account, place)),
    byEmail: (email) => first(eq(users.email, email)),
    byUuid: (uuid) => first(eq(users.uuid, uuid)),
    list: async () => (await selectAccounts(system.read, database).orderBy(users.createdAt, users.uuid)).map(toAccount),
    async bySession({ uuid, userUuid }, now) {
      const validSession = and(eq(sessions.uuid, uuid), eq(sessions.userUuid, userUuid), gt(sessions.expiresAt, now));
      const { organisationId, role } = memberships;
      const query = system.read.select({ superadmin: users.superadmin, organisationId, role }).from(sessions);
      const joined = query
        .innerJoin(users, eq(users.uuid, sessions.userUuid))
        .leftJoin(memberships, eq(memberships.userUuid, users.uuid));
      const [holder] = await joined.where(validSession).limit(1);
      if (holder === undefined) return undefined;
      const { superadmin } = holder;
      if (holder.organisationId === null || holder.role === null) return { superadmin };
      return { superadmin, membership: { organisationId: holder.organisationId as OrganisationId, role: holder.role } };
    },
    addSession: (session, keep) =>
      system.tx(async (queries) => {
        await queries.delete(sessions).where(lte(sessions.expiresAt, session.createdAt));
        const sessionsOfUser = await queries
          .select({ uuid: sessions.uuid })
          .from(sessions)
          .where(eq(sessions.userUuid, session.userUuid))
          .orderBy(sessions.createdAt, sessions.uuid);
        for (const { uuid } of sessionsOfUser.slice(0, Math.max(0, sessionsOfUser.length + 1 - keep)))
          await queries.delete(sessions).where(eq(sessions.uuid, uuid));
        await queries.insert(sessions).values(session);
      }),
    endSession: (uuid) =>
      system.tx(async (queries) => void (await queries.delete(sessions).where(eq(sessions.uuid, uuid)))),
    addReset: (reset, now, most) =>
      system.tx(async (queries) => {
        await queries.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
        const resetsOfUser = eq(passwordResets.userUuid, reset.userUuid);
        const [good] = await queries.select({ total: count() }).from(passwordResets).where(resetsOfUser);
        if ((good?.total ?? 0) >= most) return false;
        await queries.insert(passwordResets).values(reset);
        return true;
      }),
    async findReset(tokenSha256, now) {
      const good = and(eq(passwordResets.tokenSha256, tokenSha256), gt(passwordResets.expiresAt, now));
      return (await system.read.select().from(passwordResets).where(good))[0]?.userUuid;
    },
    redeemReset: (tokenSha256, passwordHash, now) =>
      system.tx(async (queries) => {
        const good = and(eq(passwordResets.tokenSha256, tokenSha256), gt(passwordResets.expiresAt, now));
        const [reset] = await queries.select().from(passwordResets).where(good);
        if (reset === undefined) return false;
        await recover(queries, reset.userUuid, passwordHash);
        if (reset.provesEmail)
          await queries.update(users).set({ emailVerifiedAt: now }).where(eq(users.uuid, reset.userUuid));
        return true;
      }),
    setPassword: (userUuid, passwordHash) => system.tx((queries) => setPassword(queries, userUuid, passwordHash)),
    recover: (userUuid, passwordHash) => system.tx((queries) => recover(queries, userUuid, passwordHash)),
  };
}

async function addAccount(
  queries: Queries,
  { tables }: Database,
  { createdAt, ...account }: NewAccount,
  place: (isFirst: boolean) => Placement | undefined,
): Promise<'added' | 'known' | 'refused'> {
  const { users, organisations, memberships } = tables;
  const isFirst = (await queries.select({ uuid: users.uuid }).from(users).limit(1)).length === 0;
  const placement = place(isFirst);
  if (placement === undefined) return 'refused';
  const [twin] = await queries.select({ uuid: users.uuid }).from(users).where(eq(users.email, account.email));
  if (twin !== undefined) return 'known';
  const { superadmin, waitlistStatus, membership } = placement;
  await queries.insert(users).values({ ...account, superadmin, waitlistStatus, createdAt });
  if (membership === undefined) return 'added';
  const { organisationId, organisationName, role } = membership;
  await queries.insert(organisations).values({ uuid: organisationId, name: organisationName, createdAt });
  await addDefaultScorecard(queries, tables, organisationId);
  await addExamples(queries, tables, { organisationId, at: createdAt });
  await queries.insert(memberships).values({ userUuid: account.uuid, organisationId, role, createdAt });
  return 'added';
}

/** Selects people with and without an organisation. */
function selectAccounts(queries: Queries, { tables }: Database) {
  const { users, memberships, organisations } = tables;
  return queries
    .select({ user: users, membership: memberships, organisation: organisations })
    .from(users)
    .leftJoin(memberships, eq(memberships.userUuid, users.uuid))
    .leftJoin(organisations, eq(organisations.uuid, memberships.organisationId))
    .$dynamic();
}

type AccountRow = Awaited<ReturnType<typeof selectAccounts>>[number];

function toAccount({ user, membership, organisation }: AccountRow): Account {
  const { createdAt: _, ...account } = user;
  if (membership === null || organisation === null) return account;
  const { organisationId, role } = membership;
  return {
    ...account,
    membership: { organisationId: organisationId as OrganisationId, organisationName: organisation.name, role },
  };
}
