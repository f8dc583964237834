import { and, count, eq, or } from 'drizzle-orm';
import { contains, type Database, type OrganisationId, type Queries } from '../../../data/index.ts';
import type { Role } from '../../../http/identity.ts';
import { addDefaultScorecard } from '../../analysis/index.ts';
import { addExamples } from '../../coaching/index.ts';
import { dropCredentials, isProven } from '../accounts/index.ts';

export interface Organisation {
  readonly uuid: string;
  readonly name: string;
  readonly members: number;
  readonly createdAt: string;
}

export interface WaitingPerson {
  readonly email: string;
  readonly name: string | null;
  readonly createdAt: string;
}

/** `needs_password`: anybody may have registered the account, so its credentials were removed. */
export type Admitted = 'admitted' | 'needs_password' | 'not_waiting' | 'no_organisation';

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** Organisation for an approved account: an existing one or a new one. */
export type Admission =
  | { readonly kind: 'existing'; readonly organisationId: OrganisationId; readonly role: Role }
  | { readonly kind: 'new'; readonly organisationId: OrganisationId; readonly name: string };

export interface OrganisationStore {
  /** Those with `q` in their name, if given. */
  list(page: Page, q?: string): Promise<{ rows: Organisation[]; total: number }>;
  /** Those with `q` in their name or e-mail address, if given. */
  waiting(page: Page, q?: string): Promise<{ rows: WaitingPerson[]; total: number }>;
  find(nameOrUuid: string): Promise<Organisation[]>;
  /** Returns `not_waiting` if the account does not exist or is not waiting. */
  admit(email: string, admission: Admission, at: string): Promise<Admitted>;
}

export function createOrganisationStore(database: Database): OrganisationStore {
  const { tables, system } = database;
  const { organisations, users, memberships } = tables;

  const withMembers = () =>
    system.read
      .select({
        uuid: organisations.uuid,
        name: organisations.name,
        createdAt: organisations.createdAt,
        members: count(memberships.userUuid),
      })
      .from(organisations)
      .leftJoin(memberships, eq(memberships.organisationId, organisations.uuid))
      .groupBy(organisations.uuid, organisations.name, organisations.createdAt)
      .$dynamic();

  return {
    async list({ limit, offset }, q) {
      const where = q === undefined ? undefined : contains(organisations.name, q);
      const rows = await withMembers()
        .where(where)
        .orderBy(organisations.createdAt, organisations.uuid)
        .limit(limit)
        .offset(offset);
      const [all] = await system.read.select({ total: count() }).from(organisations).where(where);
      return { rows, total: all?.total ?? 0 };
    },
    async waiting({ limit, offset }, q) {
      const isFound = q === undefined ? undefined : or(contains(users.name, q), contains(users.email, q));
      const pending = and(eq(users.waitlistStatus, 'pending'), isFound);
      const rows = await system.read
        .select({ email: users.email, name: users.name, createdAt: users.createdAt })
        .from(users)
        .where(pending)
        .orderBy(users.createdAt, users.uuid)
        .limit(limit)
        .offset(offset);
      const [all] = await system.read.select({ total: count() }).from(users).where(pending);
      return { rows, total: all?.total ?? 0 };
    },
    async find(nameOrUuid) {
      const byUuid = await withMembers().where(eq(organisations.uuid, nameOrUuid));
      return byUuid.length > 0 ? byUuid : withMembers().where(eq(organisations.name, nameOrUuid)).limit(2);
    },
    admit: (email, admission, at) => system.tx((queries) => admit(queries, database, { email, admission, at })),
  };
}

async function admit(
  queries: Queries,
  database: Database,
  { email, admission, at }: { readonly email: string; readonly admission: Admission; readonly at: string },
): Promise<Admitted> {
  const { organisations, users, memberships } = database.tables;
  const [person] = await queries.select().from(users).where(eq(users.email, email));
  if (person?.waitlistStatus !== 'pending') return 'not_waiting';
  const { organisationId } = admission;
  if (admission.kind === 'new') {
    await queries.insert(organisations).values({ uuid: organisationId, name: admission.name, createdAt: at });
    await addDefaultScorecard(queries, database.tables, organisationId);
    await addExamples(queries, database.tables, { organisationId, at });
  } else {
    const [there] = await queries.select().from(organisations).where(eq(organisations.uuid, organisationId));
    if (there === undefined) return 'no_organisation';
  }
  const role = admission.kind === 'new' ? 'admin' : admission.role;
  await queries.insert(memberships).values({ userUuid: person.uuid, organisationId, role, createdAt: at });
  await queries.update(users).set({ waitlistStatus: 'approved' }).where(eq(users.uuid, person.uuid));
  if (isProven(person)) return 'admitted';
  await dropCredentials(queries, database, person.uuid);
  return 'needs_password';
}
