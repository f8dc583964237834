import type { AppOverrides } from '../../src/app/platform/overrides.ts';
import type { Database, OrganisationId } from '../../src/data/index.ts';
import { scopes } from '../../src/http/identity.ts';
import { onEachDatabase, type TestDatabase } from '../data/databases.ts';
import { apiKey, changingAuthenticator, fakeAuthenticator, newPeople, session } from '../http/fake-authenticator.ts';
import { openAppOnce, openTestApp, type TestApp } from '../http/test-app.ts';

const theirs = '00000000-0000-4000-8000-000000000002' as OrganisationId;

const mate = session('member');

export const people = {
  admin: session('admin'),
  reader: apiKey(['voice:campaigns:read']),
  /** A teammate and their API key. */
  mate,
  mateKey: apiKey(scopes, { userUuid: mate.userUuid }),
  stranger: session('admin', { organisationId: theirs }),
  key: apiKey(scopes),
};

export type Who = keyof typeof people;
export type Place = Awaited<ReturnType<TestDatabase['place']>>;

interface AskOptions {
  readonly as?: Who;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
}

/** Opens a server whose callers are `people`. */
export async function openContacts(
  { dataDir, databaseUrl }: Place,
  env: NodeJS.ProcessEnv = {},
  overrides: Pick<AppOverrides, 'now'> = {},
) {
  const app = await openTestApp({
    ...overrides,
    dataDir,
    env: { ...env, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    authenticator: fakeAuthenticator(people),
  });
  await addMembers(app.database);
  return askedBy(app, people);
}

/**
 * Opens one server for all tests of a suite. Each call of the returned function gives `people` organisations of their
 * own.
 */
export function contactsOnce(database?: TestDatabase) {
  const authenticator = changingAuthenticator();
  const shared = openAppOnce({ authenticator, ...(database === undefined ? {} : { database }) });
  return async () => {
    const renewed = newPeople(people);
    await addMembers(shared().database, renewed);
    authenticator.become(renewed);
    return askedBy(shared(), renewed);
  };
}

function askedBy(app: TestApp, as: typeof people) {
  const ask = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    { as = 'admin', body, query = {} }: AskOptions = {},
  ) => {
    const answer = await app.http.inject({
      method,
      url,
      query,
      headers: { authorization: `Bearer ${as}` },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const json: any = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, body: json };
  };
  return { ...app, ask, people: as, organisation: as.admin.organisationId as OrganisationId };
}

/** Stores the users of `people` as rows, which the fake authenticator does not need. */
export async function addMembers(
  { system, tables: { organisations, users, memberships, sessions } }: Database,
  those = people,
): Promise<void> {
  const createdAt = '2026-01-01T00:00:00.000Z';
  await system.tx(async (queries) => {
    for (const [name, { userUuid, credentialUuid: uuid, role = 'member', organisationId = theirs }] of Object.entries(
      those,
    )) {
      if (name.endsWith('Key') || name === 'key' || name === 'reader') continue;
      const email = those === people ? `${name}@example.com` : `${name}-${userUuid}@example.com`;
      const account = { uuid: userUuid, email, name, superadmin: false, waitlistStatus: 'none' as const, createdAt };
      const organisation = { uuid: organisationId, name, createdAt };
      await queries.insert(organisations).values(organisation).onConflictDoNothing();
      await queries.insert(users).values(account);
      await queries.insert(memberships).values({ userUuid, organisationId, role, createdAt });
      await queries.insert(sessions).values({ uuid, userUuid, createdAt, expiresAt: '2100-01-01T00:00:00.000Z' });
    }
  });
}

export const phoneOf = (index: number): string => `+1202555${String(100 + index).padStart(4, '0')}`;

export { onEachDatabase };
