import { randomInt, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFakeMedia, flowUuid, lineNumber, openTestApp, type TestApp } from './test-app.ts';
import { bearing } from './test-server.ts';

const ours = '00000000-0000-4000-8000-000000000001';
const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

interface Shared extends TestApp {
  /** Answers as the owner of what is asked about. */
  own(method: Method, url: string, payload?: object): Promise<Record<string, string>>;
}

/** Makes one of a kind in the first organisation: its id. */
type Make = (app: Shared) => Promise<string>;

const addMember: Make = async (app) => {
  const email = `${randomUUID()}@example.com`;
  return (await app.own('POST', '/api/auth/members', { email, role: 'member' })).user_uuid as string;
};

const kinds = {
  member: addMember,
  key: async (app) =>
    (await app.own('POST', '/api/auth/api-keys', { name: 'k', scopes: ['voice:calls:read'] })).uuid as string,
  flow: async () => flowUuid,
  agent: async (app) =>
    (await app.own('POST', '/api/voice/agents', { name: 'Ada', voice_config: { speaker: 'ava' } })).uuid as string,
  job: async (app) => {
    const uuid = randomUUID();
    await app.database.system.tx((queries) =>
      queries.insert(app.database.tables.jobs).values({
        ...{ uuid, organisationId: ours, kind: 'nothing', status: 'dead', priority: 0, keyStays: false, payload: {} },
        ...{ runAt: '2026-01-01T00:00:00.000Z', attempts: 1, maxAttempts: 1, token: 1, beat: 0, cancelAsked: false },
        ...{ progress: 0, createdAt: '2026-01-01T00:00:00.000Z' },
      }),
    );
    return uuid;
  },
  call: async (app) => {
    const id = randomUUID();
    const query = { CallUUID: id, From: '+15550001111', To: lineNumber };
    const { body } = await app.http.inject({ url: '/api/voice/webhooks/telephony_a/answer', query });
    const ports = app.fake.ports();
    const plan = await ports.plans.claim(/telephony_a\/([\w-]+)</.exec(body)?.[1] as string, 'telephony_a');
    const callUuid = plan?.callUuid as string;
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    ports.log.append(callUuid, { type: 'started', atMs: 0, format, providerCallId: id, streamId: id, wallMs: 0 });
    app.fake.live.add(callUuid);
    return callUuid;
  },
  'human agent': async (app) => {
    const uuid = await addMember(app);
    await app.own('PUT', `/api/voice/agents/phone-numbers/${uuid}`, { phone_number: '+12025550144' });
    await app.own('PUT', `/api/voice/agents/tag-assignments/${uuid}`, { tags: ['City:Pune'] });
    return uuid;
  },
  contact: async (app) => {
    const phone = `+1202${randomInt(2_000_000, 9_999_999)}`;
    return (await app.own('POST', '/v1/contacts', { phone })).uuid as string;
  },
  import: async (app) => {
    const body = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nphone\r\n--edge--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const made = await app.http.inject({
      method: 'POST',
      url: '/api/voice/customers/import',
      headers,
      payload: body,
    });
    return made.json().import_uuid as string;
  },
  document: async (app) => {
    const body =
      '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n\r\n--edge--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
    const made = await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload: body });
    return made.json().uuid as string;
  },
  webhook: async (app) => {
    const webhook = { name: 'w', url: 'https://8.8.8.8/hook', events: ['call.ended'] };
    return (await app.own('POST', '/api/voice/webhooks', webhook)).uuid as string;
  },
} satisfies Record<string, Make>;

interface Row {
  readonly kind: keyof typeof kinds;
  readonly body?: object;
  /** What its own organisation gets. */
  readonly own: number;
}

/** Every route with the id of something that belongs to an organisation. */
const rows: Readonly<Record<string, Row>> = {
  'PATCH /api/auth/members/{user_uuid}': { kind: 'member', body: { role: 'manager' }, own: 200 },
  'DELETE /api/auth/members/{user_uuid}': { kind: 'member', own: 204 },
  'DELETE /api/auth/api-keys/{uuid}': { kind: 'key', own: 204 },
  'GET /api/voice/flows/{uuid}': { kind: 'flow', own: 200 },
  'POST /api/voice/flows/{uuid}/browser-test': { kind: 'flow', body: {}, own: 200 },
  'GET /api/voice/agents/{uuid}': { kind: 'agent', own: 200 },
  'PATCH /api/voice/agents/{uuid}': { kind: 'agent', body: { name: 'New' }, own: 200 },
  'DELETE /api/voice/agents/{uuid}': { kind: 'agent', own: 204 },
  'GET /api/jobs/{uuid}': { kind: 'job', own: 200 },
  'GET /v1/calls/{uuid}': { kind: 'call', own: 200 },
  'GET /v1/calls/{uuid}/transcript': { kind: 'call', own: 200 },
  'POST /api/voice/calls/{uuid}/end': { kind: 'call', body: { reason: 'workflow_close' }, own: 200 },
  // Its credential is in its address, and no session stands for that.
  'GET /api/voice/calls/{uuid}/recording': { kind: 'call', own: 401 },
  'PUT /api/voice/agents/phone-numbers/{user_uuid}': {
    kind: 'member',
    body: { phone_number: '+12025550144' },
    own: 200,
  },
  'DELETE /api/voice/agents/phone-numbers/{user_uuid}': { kind: 'human agent', own: 204 },
  'PUT /api/voice/agents/tag-assignments/{user_uuid}': { kind: 'member', body: { tags: ['City:Pune'] }, own: 200 },
  'DELETE /api/voice/agents/tag-assignments/{user_uuid}': { kind: 'human agent', own: 204 },
  'GET /v1/contacts/{uuid}': { kind: 'contact', own: 200 },
  'PATCH /v1/contacts/{uuid}': { kind: 'contact', body: { name: 'New' }, own: 200 },
  'DELETE /v1/contacts/{uuid}': { kind: 'contact', own: 204 },
  'GET /api/voice/customers/import/{uuid}': { kind: 'import', own: 200 },
  'GET /api/voice/customers/{uuid}': { kind: 'contact', own: 200 },
  'GET /api/voice/webhooks/{uuid}/logs': { kind: 'webhook', own: 200 },
  'DELETE /api/voice/webhooks/{uuid}': { kind: 'webhook', own: 204 },
  'GET /api/kb/documents/{uuid}': { kind: 'document', own: 200 },
  'PATCH /api/kb/documents/{uuid}': { kind: 'document', body: { title: 'New' }, own: 200 },
  'DELETE /api/kb/documents/{uuid}': { kind: 'document', own: 204 },
  'GET /api/kb/documents/{uuid}/file': { kind: 'document', own: 200 },
  'GET /api/kb/documents/{uuid}/download-url': { kind: 'document', own: 200 },
  'GET /api/kb/documents/{uuid}/download': { kind: 'document', own: 401 },
};

interface Described {
  readonly paths: Record<string, Record<string, { 'x-access'?: { superadmin: boolean } }>>;
}

/**
 * Those with a parameter in the path; what is only the operator's is of no organisation, and every organisation has
 * every provider: test/telephony/connections.test.ts says that each sees its own connection.
 */
function routesWithIds({ paths }: Described): string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, one]) =>
      path.replace('{provider}', '').includes('{') && one['x-access']?.superadmin !== true
        ? [`${method.toUpperCase()} ${path}`]
        : [],
    ),
  );
}

test('of what another organisation has, every route says the same as of what there is not', async () => {
  const opened = await openTestApp({ media: createFakeMedia(), env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) } });
  const { http } = opened;
  const password = 'correct horse battery';
  const other = { email: 'other@example.com', password, organization_name: 'Theirs' };
  const theirs = (await http.inject({ method: 'POST', url: '/api/auth/register', payload: other })).json().token;
  const app: Shared = {
    ...opened,
    own: async (method, url, payload) =>
      (await http.inject({ method, url, ...(payload === undefined ? {} : { payload }) })).json(),
  };
  const routes = routesWithIds((await http.inject({ url: '/openapi.json' })).json());
  expect(routes.length).toBeGreaterThanOrEqual(Object.keys(rows).length);

  const used = new Set<string>();
  for (const route of routes) {
    // The same routes at a second address.
    const name = route.replace('/api/pf-coach/', '/api/');
    const row = rows[name];
    if (row === undefined) return expect.unreachable(`${route}: say above how one of its kind is made`);
    used.add(name);
    const [method, path] = route.split(' ') as [Method, string];
    const id = await kinds[row.kind](app);
    expect(String(id), route).toMatch(/^[0-9a-f-]{36}$/);
    const ask = (uuid: string, headers: Record<string, string> = {}) =>
      http.inject({
        method,
        url: path.replace(/\{\w+\}/, uuid),
        headers,
        ...(row.body === undefined ? {} : { payload: row.body }),
      });
    const foreign = await ask(id, bearing(theirs));
    const none = await ask(missing, bearing(theirs));
    expect(foreign.statusCode, route).toBe(row.own === 401 ? 401 : 404);
    expect(none.statusCode, route).toBe(foreign.statusCode);
    expect(foreign.body.replaceAll(id, missing), route).toBe(none.body);
    expect(Object.keys(foreign.headers), route).toEqual(Object.keys(none.headers));
    expect((await ask('no-uuid', bearing(theirs))).statusCode, route).toBe(400);
    // Asked last, so that it shows that the foreign request changed nothing.
    expect((await ask(id)).statusCode, route).toBe(row.own);
  }
  expect([...used].sort()).toEqual(Object.keys(rows).sort());
});
