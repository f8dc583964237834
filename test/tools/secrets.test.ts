import { expect, test } from 'vitest';
import { onEachDatabase } from '../data/databases.ts';
import { fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { openTestApp } from '../http/test-app.ts';
import { openReceiver } from '../webhooks/receiver.ts';

const theirs = '00000000-0000-4000-8000-000000000002';
const people = {
  admin: session('admin'),
  manager: session('manager'),
  stranger: session('admin', { organisationId: theirs as never }),
};
const voice = { speaker: 'ava' };
const parameters = { type: 'object', properties: { number: { type: 'string' } } };
const tool = {
  name: 'order',
  description: '',
  parameters,
  method: 'GET',
  endpoint: 'https://127.0.0.1/orders/{{number}}',
  headers: { Authorization: 'Bearer {{secret.SHOP}}' },
};
const url = '/api/settings/secrets';

onEachDatabase('secrets', ({ place }) => {
  async function open() {
    const { dataDir, databaseUrl } = await place();
    const app = await openTestApp({
      dataDir,
      env: {
        SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
        WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
      authenticator: fakeAuthenticator(people),
    });
    const ask = async (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, payload?: object, as = 'admin') => {
      const headers = { authorization: `Bearer ${as}` };
      const answer = await app.http.inject({ method, url: path, headers, ...(payload && { payload }) });
      return { status: answer.statusCode, text: answer.body, body: answer.body === '' ? null : answer.json() };
    };
    return { ...app, ask };
  }

  test('a secret is stored encrypted, used by a tool, masked in what the tool returns, and kept while it is used', async () => {
    const receiver = await openReceiver((request, reply) =>
      reply.end(JSON.stringify({ you_sent: request.headers.authorization, state: 'shipped' })),
    );
    const { ask, database } = await open();
    const refused = await ask('POST', '/api/voice/agents', { name: 'Ada', voice_config: voice, tools: [tool] });
    expect(refused).toMatchObject({ status: 400 });
    expect(refused.body.detail).toBe(
      'body tools.0.headers.Authorization: the secret SHOP does not exist. An admin can store it under Secrets.',
    );
    const stored = await ask('PUT', `${url}/SHOP`, { value: 'very secret value' });
    expect(stored.body).toMatchObject({ name: 'SHOP', last_used_at: null, used_by: [] });
    const made = await ask('POST', '/api/voice/agents', { name: 'Ada', voice_config: voice, tools: [tool] });
    expect(made.status).toBe(201);
    const { tables, system } = database;
    await system.tx(async (queries) => {
      const served = { ...tool, endpoint: receiver.url.replace('/hook', '/orders/{{number}}') };
      await queries.update(tables.voiceAgents).set({ tools: [served] });
    });
    const tried = await ask('POST', `/api/voice/agents/${made.body.uuid}/tools/order/try`, {
      arguments: { number: '7/8' },
    });
    expect(tried.body).toMatchObject({
      ok: true,
      status: 200,
      result: '{"you_sent":"Bearer {{secret.SHOP}}","state":"shipped"}',
      request: { method: 'GET', url: expect.stringMatching(/\/orders\/7%2F8$/), body: '' },
    });
    expect(receiver.received[0]?.headers.authorization).toBe('Bearer very secret value');
    await expect.poll(async () => (await ask('GET', url)).body.secrets[0].last_used_at).not.toBeNull();
    expect((await ask('GET', url)).body.secrets[0].used_by).toEqual(['the agent Ada']);
    const all = [stored, made, tried, await ask('GET', url), await ask('GET', '/api/voice/agents')];
    expect(all.map(({ text }) => text).join()).not.toContain('very secret value');
    expect(JSON.stringify(await system.read.select().from(tables.sealedSettings))).not.toContain('very secret value');
    expect(await ask('DELETE', `${url}/SHOP`)).toMatchObject({
      status: 409,
      body: { detail: 'SHOP is used by the agent Ada. Remove it from them first.' },
    });
    await ask('DELETE', `/api/voice/agents/${made.body.uuid}`);
    expect((await ask('DELETE', `${url}/SHOP`)).status).toBe(204);
    expect((await ask('DELETE', `${url}/SHOP`)).status).toBe(404);
  });

  test('each organisation has its own secrets, and only admins change them', async () => {
    const { ask } = await open();
    await ask('PUT', `${url}/SHOP`, { value: 'ours' });
    expect((await ask('GET', url, undefined, 'stranger')).body).toEqual({ secrets: [] });
    expect((await ask('DELETE', `${url}/SHOP`, undefined, 'stranger')).status).toBe(404);
    const foreign = { name: 'Eve', voice_config: voice, tools: [tool] };
    expect((await ask('POST', '/api/voice/agents', foreign, 'stranger')).status).toBe(400);
    expect((await ask('PUT', `${url}/SHOP`, { value: 'mine' }, 'manager')).status).toBe(403);
    expect((await ask('DELETE', `${url}/SHOP`, undefined, 'manager')).status).toBe(403);
    expect((await ask('GET', url, undefined, 'manager')).body.secrets).toHaveLength(1);
  });

  test.each([
    ['a name in lower case', 'shop', 'a'],
    ['a name that begins with a digit', '1SHOP', 'a'],
    ['an empty value', 'SHOP', ''],
    ['a line break', 'SHOP', 'a\r\nX-Evil: 1'],
    ['4,097 characters', 'SHOP', 'a'.repeat(4097)],
  ])('a secret with %s is refused', async (_what, name, value) => {
    const { ask } = await open();
    expect((await ask('PUT', `${url}/${name}`, { value })).status).toBe(400);
    expect((await ask('GET', url)).body.secrets).toEqual([]);
  });
});
