import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Role, type Scope, scopes } from '../../src/http/identity.ts';
import { webhookEnv } from '../webhooks/webhook-app.ts';
import { addMember, flowUuid, openTestApp, type TestApp } from './test-app.ts';
import { bearing } from './test-server.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT';

/** Opens an app with a member, and requests by any token. */
async function openScene() {
  const app = await openTestApp({ env: webhookEnv });
  const member = await addMember(app);
  const ask = async (token: string, method: Method, url: string, payload?: object) => {
    const answer = await app.http.inject({ method, url, headers: bearing(token), ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };
  const makeKey = (token: string, granted: readonly Scope[], more: object = {}) =>
    ask(token, 'POST', '/api/auth/api-keys', { name: 'k', scopes: granted, ...more });
  const setRole = (role: Role) => ask(app.admin, 'PATCH', `/api/auth/members/${member.userUuid}`, { role });
  /** Returns a key with every scope, of a user who was a manager and is a member now. */
  const keyOfDemoted = async (): Promise<string> => {
    await setRole('manager');
    const { key } = (await makeKey(await signIn(app, member.userUuid), scopes)).body;
    await setRole('member');
    return key;
  };
  return { app, member, ask, makeKey, setRole, keyOfDemoted };
}

/** Signs the member in again, since a change of role ends the sessions. */
async function signIn({ http, admin }: TestApp, userUuid: string): Promise<string> {
  const { members } = (await http.inject({ url: '/api/auth/members', headers: bearing(admin) })).json();
  const { email } = members.find((one: { user_uuid: string }) => one.user_uuid === userUuid);
  const payload = { email, password: 'correct horse battery' };
  return (await http.inject({ method: 'POST', url: '/api/auth/login', payload })).json().token;
}

const hook = { name: 'CRM', url: 'https://203.0.114.7/hook', events: ['call.ended'] };

test('neither a member’s key nor the key of a demoted manager does what only managers may', async () => {
  const { app, member, ask, makeKey, keyOfDemoted } = await openScene();
  const headers = { 'X-Api-Key': 'topsecret' };
  const webhook = (await ask(app.admin, 'POST', '/api/voice/webhooks', { ...hook, headers })).body.uuid;
  const transcript = [{ speaker: 'customer', text: 'Hello.' }];
  const call = (await ask(app.admin, 'POST', '/api/v1/sales/calls', { transcript })).body.id;
  const attempts: readonly (readonly [Method, string, object?])[] = [
    ['POST', '/api/voice/webhooks', hook],
    ['POST', '/v1/webhooks', hook],
    ['GET', '/api/voice/webhooks'],
    ['PATCH', `/api/voice/webhooks/${webhook}`, { url: 'https://203.0.114.9/' }],
    ['DELETE', `/api/voice/webhooks/${webhook}`],
    ['POST', '/api/voice/agents', { name: 'Eve', voice_config: { speaker: 'ava' } }],
    ['PATCH', `/api/voice/flows/${flowUuid}`, { name: 'Taken' }],
    ['DELETE', `/api/voice/flows/${flowUuid}`],
    ['DELETE', `/api/calls/${call}`],
    ['POST', '/api/segments', { name: 'x', kind: 'custom', rule: { tags: [] } }],
    ['POST', '/api/projects', { name: 'x' }],
    ['POST', '/api/voice/pronunciations', { word: 'x', respelling: 'y' }],
    ['POST', '/api/reports', { window: 'week' }],
    ['POST', '/api/reports/schedules', { every: 'week', recipients: ['eve@example.com'] }],
    ['GET', '/api/dashboard/voice-quality'],
  ];
  expect((await makeKey(member.token, scopes)).status).toBe(403);
  const own = await makeKey(member.token, ['voice:calls:read', 'sales:calls:read', 'sales:reports:read']);
  const demoted = await keyOfDemoted();
  for (const key of [own.body.key, demoted])
    for (const [method, url, body] of attempts) expect((await ask(key, method, url, body)).status, url).toBe(403);
  const kept = (await ask(app.admin, 'GET', '/api/voice/webhooks')).body.webhooks;
  expect(kept).toEqual([expect.objectContaining({ uuid: webhook, url: hook.url, headers })]);
  expect((await ask(app.admin, 'GET', `/api/calls/${call}`)).status).toBe(200);
});

test('the error says why a key with the scope is refused', async () => {
  const { app, member, ask, makeKey, setRole } = await openScene();
  const detailOf = async (key: string, url: string) => (await ask(key, 'GET', url)).body.detail;
  const reading = (await makeKey(member.token, ['voice:calls:read'])).body.key;
  expect(await detailOf(reading, '/api/dashboard/voice-quality')).toBe(
    'This requires the scope voice:calls:read and an owner of the API key with the role manager or admin; its owner is a member.',
  );
  expect(await detailOf(reading, '/api/voice/webhooks')).toBe('This requires the scope voice:calls:write.');
  await setRole('manager');
  const writing = (await makeKey(await signIn(app, member.userUuid), ['voice:calls:write'])).body.key;
  expect((await ask(writing, 'GET', '/api/voice/webhooks')).status).toBe(200);
  await setRole('member');
  expect(await detailOf(writing, '/api/voice/webhooks')).toBe(
    'This requires the scope voice:calls:write. The key has voice:calls:write, which its owner may not use with the role member.',
  );
});

test('a member with tags sees the same with a key as with a session', async () => {
  const { app, member, ask, makeKey } = await openScene();
  const { key } = (await makeKey(member.token, ['voice:campaigns:read', 'voice:calls:read', 'sales:calls:read'])).body;
  const add = (phone: string, tag: string) => ask(app.admin, 'POST', '/v1/contacts', { phone, tags: [tag] });
  const pune = (await add('+12025550171', 'City:Pune')).body.uuid;
  const hidden = (await add('+12025550172', 'City:Delhi')).body.uuid;
  const seen = async () => (await ask(key, 'GET', '/v1/contacts')).body.total;
  expect(await seen()).toBe(2);
  const tags = { tags: ['City:Pune'] };
  await ask(app.admin, 'PUT', `/api/voice/agents/tag-assignments/${member.userUuid}`, tags);
  expect(await seen()).toBe(1);
  for (const [uuid, status] of [
    [pune, 200],
    [hidden, 404],
  ])
    for (const token of [key, member.token])
      expect((await ask(token, 'GET', `/v1/contacts/${uuid}`)).status).toBe(status);
});

test('a restricted key of an admin opens routes of its scopes and no others', async () => {
  const { app, ask, makeKey } = await openScene();
  const { key } = (await makeKey(app.admin, ['sales:simulations:judge'], { restricted: true })).body;
  const judge = await ask(key, 'POST', '/api/pf-intel/simulations', {});
  expect(judge.status).toBe(400);
  for (const url of [
    '/api/auth/me',
    '/api/kb/documents',
    '/api/pf-coach/runs',
    '/api/pf-coach/personas',
    '/api/voice/agents/phone-numbers',
    '/api/analysis/model-routing',
    '/api/voice/models/speakers',
    '/api/extraction-fields',
  ])
    expect((await ask(key, 'GET', url)).body, url).toEqual({
      detail: 'This API key opens only routes that name one of its scopes: sales:simulations:judge.',
    });
  expect((await ask(key, 'GET', '/v1/calls')).body.detail).toBe('This requires the scope voice:calls:read.');
  const recording = await ask(key, 'GET', `/api/voice/calls/${flowUuid}/recording`);
  expect(recording.status).toBe(401);
});

/** Opens the live list with a token. Returns how many updates arrived, and the code with which it closes. */
function listen({ address }: TestApp, token: string) {
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/voice/calls/live`);
  onTestFinished(() => socket.terminate());
  let updates = 0;
  const closed = new Promise<number>((resolve) => void socket.once('close', resolve));
  socket.on('open', () => socket.send(JSON.stringify({ token })));
  socket.on('message', () => {
    updates += 1;
  });
  return { updates: () => updates, closed };
}

test('the live list needs the scope and closes when the key is revoked', async () => {
  const { app, member, ask, makeKey } = await openScene();
  const without = (await makeKey(member.token, ['sales:calls:read'])).body.key;
  expect(await listen(app, without).closed).toBe(1008);
  const { key, uuid } = (await makeKey(member.token, ['voice:calls:read'], { restricted: true })).body;
  const live = listen(app, key);
  await expect.poll(live.updates).toBe(1);
  expect((await ask(member.token, 'DELETE', `/api/auth/api-keys/${uuid}`)).status).toBe(204);
  expect(await live.closed).toBe(1008);
});

test('a stream token of a key is not issued once its owner is demoted', async () => {
  const { app, member, ask, makeKey, setRole } = await openScene();
  await setRole('manager');
  const { key } = (await makeKey(await signIn(app, member.userUuid), ['voice:calls:write'])).body;
  const begin = () => ask(key, 'POST', `/api/voice/flows/${flowUuid}/browser-test`);
  expect((await begin()).status).toBeLessThan(300);
  await setRole('member');
  expect((await begin()).status).toBe(403);
});
