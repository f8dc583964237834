import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { apiKey, fakeAuthenticator, session } from '../http/fake-authenticator.ts';
import { begin } from '../http/stored-calls.ts';
import { openTestApp } from '../http/test-app.ts';

const people = {
  owner: session('admin'),
  reader: apiKey(['voice:calls:read'], { role: 'admin' }),
  caller: apiKey(['voice:calls:read', 'voice:calls:write'], { role: 'manager' }),
  reporter: apiKey(['sales:reports:read'], { role: 'admin' }),
  stranger: apiKey(['voice:calls:read'], {
    role: 'admin',
    organisationId: '00000000-0000-4000-8000-000000000002' as never,
  }),
};

async function open() {
  const app = await openTestApp({ authenticator: fakeAuthenticator(people) });
  const { port } = app.http.server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  async function client(as: keyof typeof people) {
    const transport = new StreamableHTTPClientTransport(new URL('/mcp', address), {
      requestInit: { headers: { authorization: `Bearer ${as}` } },
    });
    const connected = new Client({ name: 'test', version: '1' });
    await connected.connect(transport as never);
    onTestFinished(() => connected.close());
    return {
      names: async () => (await connected.listTools()).tools.map(({ name }) => name),
      call: async (name: string, args: Record<string, unknown> = {}) => {
        const answer = await connected.callTool({ name, arguments: args });
        const [part] = answer.content as { text: string }[];
        return { isError: answer.isError === true, text: part?.text ?? '' };
      },
    };
  }
  return { ...app, client };
}

test('a key sees and calls the tools of its scopes, on the calls of its organisation', async () => {
  const app = await open();
  const { callUuid } = await begin(app);
  const reader = await app.client('reader');
  expect(await reader.names()).toEqual(['list_calls', 'search_calls', 'get_call', 'get_transcript', 'call_stats']);
  const listed = JSON.parse((await reader.call('list_calls')).text);
  expect(listed.calls.map(({ uuid }: { uuid: string }) => uuid)).toEqual([callUuid]);
  expect((await reader.call('get_transcript', { call_uuid: callUuid })).isError).toBe(false);
  expect(JSON.parse((await reader.call('search_calls', { q: 'nobody@example.com' })).text).total).toBe(0);
  expect(await reader.call('place_call', { to: '+12025550123', campaign_id: callUuid })).toEqual({
    isError: true,
    text: 'There is no tool place_call that this key may use.',
  });
  const stranger = await app.client('stranger');
  expect(JSON.parse((await stranger.call('list_calls')).text).total).toBe(0);
  expect(await stranger.call('get_call', { call_uuid: callUuid })).toMatchObject({ isError: true });
});

test('placing a call has the checks of the API, and reports need their scope', async () => {
  const app = await open();
  const caller = await app.client('caller');
  const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';
  expect(await caller.call('place_call', { to: '+12025550123', campaign_id: missing })).toEqual({
    isError: true,
    text: `Campaign ${missing} does not exist.`,
  });
  expect((await caller.call('place_call', { to: 'x', campaign_id: missing })).text).toMatch(/to/);
  expect((await (await app.client('reporter')).names()).sort()).toEqual(['get_report', 'list_reports']);
  expect(JSON.parse((await (await app.client('owner')).call('list_reports')).text)).toMatchObject({ total: 0 });
});

test.each([
  [undefined, 401],
  ['Bearer nobody', 401],
])('the credential %j is rejected', async (authorization, status) => {
  const app = await openTestApp({ authenticator: fakeAuthenticator(people) });
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = authorization === undefined ? {} : { authorization };
  expect((await app.http.inject({ method: 'POST', url: '/mcp', headers, payload })).statusCode).toBe(status);
});
