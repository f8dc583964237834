import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addMember, openAppOnce, openTestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';
import { openWebhookApp, webhookEnv } from './webhook-app.ts';

const url = '/api/voice/webhooks';
const good = { name: ' CRM ', url: 'https://203.0.114.7/hook', events: ['call.ended', 'call.ended', 'call.failed'] };

test('a webhook is registered, listed without its secret, and deleted', async () => {
  const app = await openWebhookApp();
  const payload = { ...good, headers: { Authorization: 'Bearer of-the-receiver' }, secret: 'mine', is_active: false };
  const made = await app.http.inject({ method: 'POST', url, payload });
  expect(made.statusCode).toBe(201);
  expect(made.json()).toEqual({ uuid: expect.any(String), secret: expect.stringMatching(/^whsec_[\w-]{43}$/) });
  const { uuid, secret } = made.json() as { uuid: string; secret: string };

  const listed = await app.http.inject({ url });
  expect(listed.json()).toEqual({
    webhooks: [
      {
        uuid,
        name: 'CRM',
        url: good.url,
        events: ['call.ended', 'call.failed'],
        is_active: true,
        headers: { Authorization: 'Bearer of-the-receiver' },
        last_triggered_at: null,
        created_at: expect.stringMatching(/Z$/),
      },
    ],
    total: 1,
    limit: 50,
    offset: 0,
  });
  expect(listed.body).not.toContain(secret);
  const stored = await app.database.system.read.select().from(app.database.tables.sealedSettings);
  expect(JSON.stringify(stored)).not.toMatch(/whsec|of-the-receiver/);
  expect((await app.http.inject({ url: `${url}/${uuid}/logs` })).json()).toEqual({
    logs: [],
    total: 0,
    limit: 50,
    offset: 0,
  });

  expect((await app.http.inject({ method: 'DELETE', url: `${url}/${uuid}` })).statusCode).toBe(204);
  expect((await app.http.inject({ method: 'DELETE', url: `${url}/${uuid}` })).statusCode).toBe(404);
  expect((await app.http.inject({ url })).json().webhooks).toEqual([]);
  expect(await app.database.system.read.select().from(app.database.tables.sealedSettings)).toEqual([]);
});

const wrong: readonly (readonly [string, object, RegExp])[] = [
  ['no name', { name: ' ' }, /name/],
  ['no event', { events: [] }, /must name an event/],
  ['an unknown event', { events: ['call.ended', 'call.sung'] }, /must be one of call\.started/],
  ['no address', { url: undefined }, /url/],
  ['a header that is not one', { headers: { 'X Y': 'z' } }, /must be a header name/],
  ['a header with a line break', { headers: { 'X-A': 'b\r\nHost: c' } }, /line breaks/],
  ['a header twice', { headers: { 'X-A': 'b', 'x-a': 'c' } }, /twice/],
  ['too many headers', { headers: Object.fromEntries([...Array(21).keys()].map((n) => [`X-${n}`, ''])) }, /20/],
  ...[
    ...['X-Webhook-Signature', 'x-webhook-id', 'Host', 'content-length', 'Content-Type', 'Transfer-Encoding'],
    ...['User-Agent', 'Connection', 'Expect', 'Proxy-Authorization', 'TE', 'Upgrade'],
  ].map((name) => [`the header ${name}`, { headers: { [name]: '1' } }, /cannot be set/] as const),
];

const shared = openAppOnce({ env: webhookEnv });
test.each(wrong)('%s returns 400', async (_what, change, detail) => {
  const answer = await shared().http.inject({ method: 'POST', url, payload: { ...good, ...change } });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().detail).toMatch(detail);
});

test('a key with the scope for calls registers at /v1/webhooks, one without does not', async () => {
  const app = await openWebhookApp();
  const keyFor = async (scope: string): Promise<string> => {
    const payload = { name: 'k', scopes: [scope] };
    return (await app.http.inject({ method: 'POST', url: '/api/auth/api-keys', payload })).json().key;
  };
  const writer = bearing(await keyFor('voice:calls:write'));
  const reader = bearing(await keyFor('voice:calls:read'));
  for (const path of ['/v1/webhooks', url]) {
    const made = await app.http.inject({ method: 'POST', url: path, headers: writer, payload: good });
    expect(made.statusCode).toBe(201);
    const refused = await app.http.inject({ method: 'POST', url: path, headers: reader, payload: good });
    expect(refused.statusCode).toBe(403);
    expect(refused.json().detail).toContain('voice:calls:write');
  }
  expect((await app.http.inject({ url })).json().total).toBe(2);
});

test('an organisation has at most 20 webhooks', async () => {
  const app = await openWebhookApp();
  for (let made = 0; made < 20; made++) await app.register({ url: good.url });
  const refused = await app.http.inject({ method: 'POST', url, payload: good });
  expect([refused.statusCode, refused.json().detail]).toEqual([409, expect.stringContaining('Delete one first')]);
  expect(await app.database.system.read.select().from(app.database.tables.sealedSettings)).toHaveLength(20);
});

test('without SETTINGS_ENCRYPTION_KEY a single node still registers webhooks', async () => {
  const app = await openTestApp();
  expect((await app.http.inject({ method: 'POST', url, payload: good })).statusCode).toBe(201);
  expect((await app.http.inject({ url: `${url}/${randomUUID()}/logs` })).statusCode).toBe(404);
});

test('a member without the role manager neither reads nor changes webhooks, and the key of an admin does', async () => {
  const app = await openWebhookApp();
  const { uuid } = await app.register({ url: 'https://203.0.114.7/hook', headers: { 'X-Key': 'of-the-receiver' } });
  const { token } = await addMember(app);
  const as = (credential: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path = '', payload?: object) =>
    app.http.inject({ method, url: `${url}${path}`, headers: bearing(credential), ...(payload && { payload }) });
  const refused = [
    await as(token, 'GET'),
    await as(token, 'GET', `/${uuid}/logs`),
    await as(token, 'POST', '', good),
    await as(token, 'PATCH', `/${uuid}`, { url: 'https://203.0.114.8/mine' }),
    await as(token, 'DELETE', `/${uuid}`),
  ];
  const detail = 'This requires the role manager or admin.';
  expect(refused.map((answer) => [answer.statusCode, answer.json()])).toEqual(refused.map(() => [403, { detail }]));
  const payload = { name: 'hooks', scopes: ['voice:calls:write'] };
  const made = await app.http.inject({ method: 'POST', url: '/api/auth/api-keys', payload });
  expect((await as(made.json().key, 'GET')).json().webhooks).toHaveLength(1);
});
