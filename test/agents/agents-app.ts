import type { OrganisationId } from '../../src/data/index.ts';
import type { TestDatabase } from '../data/databases.ts';
import { apiKey, changingAuthenticator, fakeAuthenticator, newPeople, session } from '../http/fake-authenticator.ts';
import { openAppOnce, openTestApp, type TestApp, type TestAppOptions } from '../http/test-app.ts';

const theirs = '00000000-0000-4000-8000-000000000002' as OrganisationId;
const agentsUrl = '/api/voice/agents';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

const people = {
  admin: session('admin', { userUuid: '00000000-0000-4000-8000-0000000000ad' }),
  manager: session('manager'),
  member: session('member'),
  colleague: session('manager', { userUuid: '00000000-0000-4000-8000-0000000000cc' }),
  stranger: session('admin', { organisationId: theirs }),
  'reading-key': apiKey(['voice:campaigns:read'], { role: 'admin' }),
  'writing-key': apiKey(['voice:campaigns:read', 'voice:campaigns:write'], { role: 'manager' }),
};

/** Avoids DNS look-ups, and has the key of secrets that PostgreSQL needs. */
const nearby = { WEBHOOK_ALLOWED_HOSTS: 'example.com', SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };

/** Opens a server with a user of each role, a user of another organisation, and API keys. */
export async function openAgentsApp(
  { dataDir, databaseUrl }: Awaited<ReturnType<TestDatabase['place']>>,
  examples: Pick<TestAppOptions, 'examplesDir'> = {},
) {
  const app = await openTestApp({
    dataDir,
    ...examples,
    env: { ...nearby, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) },
    authenticator: fakeAuthenticator(people),
  });
  return askedBy(app);
}

/**
 * Opens one such server for all tests of a suite. Each call of the returned function gives its users organisations of
 * their own, without the example agent.
 */
export function agentsOnce(database?: TestDatabase) {
  const authenticator = changingAuthenticator();
  const shared = openAppOnce({ env: nearby, authenticator, ...(database === undefined ? {} : { database }) });
  return () => {
    authenticator.become(newPeople(people));
    return askedBy(shared());
  };
}

function askedBy(app: TestApp) {
  const ask = (method: Method, path = '', options: { as?: keyof typeof people; body?: unknown } = {}) =>
    app.http.inject({
      method,
      url: `${agentsUrl}${path}`,
      headers: { authorization: `Bearer ${options.as ?? 'manager'}` },
      ...(options.body === undefined ? {} : { payload: options.body as object }),
    });
  const addDocument = async (as: keyof typeof people = 'manager'): Promise<string> => {
    const payload =
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n\r\n--edge--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=edge', authorization: `Bearer ${as}` };
    return (await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload })).json().uuid;
  };
  return { ...app, ask, addDocument };
}

export const tool = {
  name: 'look_up_order',
  description: 'Finds an order.',
  parameters: { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
  endpoint: 'https://example.com/tools/orders',
};
