import type { OrganisationId } from '../../src/data/index.ts';
import type { TestDatabase } from '../data/databases.ts';
import { apiKey, changingAuthenticator, fakeAuthenticator, newPeople, session } from '../http/fake-authenticator.ts';
import { openAppOnce, openTestApp, type TestApp, temporaryFolder } from '../http/test-app.ts';

const theirs = '00000000-0000-4000-8000-000000000002' as OrganisationId;

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

export const outbound = {
  kind: 'outbound',
  name: 'Reminders',
  provider: 'platform',
  speaker: 'maya',
  phone_number: '+12025550177',
};

const people = {
  manager: session('manager'),
  admin: session('admin'),
  member: session('member'),
  stranger: session('admin', { organisationId: theirs }),
  'reading-key': apiKey(['voice:campaigns:read'], { role: 'admin' }),
  'writing-key': apiKey(['voice:campaigns:read', 'voice:campaigns:write'], { role: 'manager' }),
};

const settings = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), PUBLIC_BASE_URL: 'https://calls.example.com' };

/** Opens a server with a user of each role, a user of another organisation, and API keys; without examples. */
export async function openCampaignsApp(
  { dataDir, databaseUrl }: Awaited<ReturnType<TestDatabase['place']>>,
  env: Readonly<Record<string, string>> = {},
) {
  const app = await openTestApp({
    dataDir,
    examplesDir: temporaryFolder(),
    env: { ...settings, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }), ...env },
    authenticator: fakeAuthenticator(people),
  });
  return askedBy(app, people);
}

/**
 * Opens one such server for all tests of a suite. Each call of the returned function gives its users organisations of
 * their own.
 */
export function campaignsOnce(database?: TestDatabase) {
  const authenticator = changingAuthenticator();
  const place = database === undefined ? {} : { database };
  const shared = openAppOnce({ noExamples: true, env: settings, authenticator, ...place });
  return () => {
    const renewed = newPeople(people);
    authenticator.become(renewed);
    return askedBy(shared(), renewed);
  };
}

function askedBy(app: TestApp, renewed: typeof people) {
  const ask = async (method: Method, url: string, body?: object, as: keyof typeof people = 'manager') => {
    const headers = { authorization: `Bearer ${as}` };
    const answer = await app.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
    return { status: answer.statusCode, json: answer.body === '' ? undefined : answer.json() };
  };
  return {
    ...app,
    people: renewed,
    ask,
    add: async (body: object = {}) => (await ask('POST', '/api/voice/flows', { ...outbound, ...body })).json,
    connect: () =>
      ask(
        'PUT',
        '/api/voice/integrations/telephony/telephony_a',
        { auth_id: 'MA1', auth_token: 'secret', phone_number: '+12025550100' },
        'admin',
      ),
  };
}
