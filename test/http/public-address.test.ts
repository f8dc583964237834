import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { lineNumber, localHeaders, openTestApp, type TestApp } from './test-app.ts';

const url = '/api/settings/public-address';
const put = async ({ http }: TestApp, wished: string) =>
  http.inject({ method: 'PUT', url, headers: localHeaders, payload: { url: wished } });
const get = async ({ http }: TestApp) => (await http.inject({ url, headers: localHeaders })).json();

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an address that reaches the server is used at once, after a restart too, and can be removed', async () => {
  const app = await openTestApp();
  expect(await get(app)).toEqual({ url: null, source: null, checked_at: null });
  const answer = await put(app, `${app.address}/`);
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { url: app.address, source: 'settings', checked_at: expect.any(String) },
  ]);
  const addresses = async ({ http }: TestApp): Promise<{ url: string }[]> =>
    (await http.inject({ url: '/api/integrations/telephony/twilio', headers: localHeaders })).json().addresses;
  const hook = '/api/voice/webhooks/twilio/answer';
  expect((await addresses(app))[0]?.url).toBe(app.address + hook);
  await app.close();

  const again = await openTestApp({ dataDir: app.dataDir, signedIn: false });
  const headers = { ...localHeaders, authorization: `Bearer ${app.admin}` };
  expect((await again.http.inject({ url, headers })).json()).toMatchObject({ url: app.address, source: 'settings' });
  const removed = await again.http.inject({ method: 'DELETE', url, headers });
  expect(removed.statusCode).toBe(204);
  expect((await again.http.inject({ url, headers })).json().url).toBeNull();
});

test.for<readonly [string, RequestListener, string]>([
  ['a page', (_request, response) => response.end('<html>'), 'Another server responded'],
  ['another server', (_request, response) => response.end('{"proof":"00"}'), 'Another server responded'],
  ['a redirect', (_request, response) => response.writeHead(301, { location: '/' }).end(), 'It redirects (301)'],
  ['a proxy without its server', (_request, response) => response.writeHead(502).end(), 'It responded with 502'],
])('%s at the address is refused, and nothing changes', async ([, listener, detail]) => {
  const app = await openTestApp();
  const answer = await put(app, await listen(listener));
  expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining(detail)]);
  expect((await get(app)).url).toBeNull();
});

test.for(['voice.example.com', 'ftp://example.com', 'https://example.com/parley', 'https://u:p@example.com', ''])(
  '%s is refused as an address',
  async (wished) => {
    const answer = await put(await openTestApp(), wished);
    expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining('without a path')]);
  },
);

test('a closed port is refused with what is wrong', async () => {
  const answer = await put(await openTestApp(), 'http://127.0.0.1:9');
  expect([answer.statusCode, answer.json().detail]).toEqual([400, expect.stringContaining('Check the name')]);
});

test('PUBLIC_BASE_URL of the environment is shown and not changed', async () => {
  const app = await openTestApp({ env: { PUBLIC_BASE_URL: 'https://voice.example.com' } });
  expect(await get(app)).toEqual({ url: 'https://voice.example.com', source: 'environment', checked_at: null });
  expect((await put(app, app.address)).statusCode).toBe(409);
  expect((await app.http.inject({ method: 'DELETE', url, headers: localHeaders })).statusCode).toBe(409);
});

test('a call is placed as soon as the address is set', async () => {
  const app = await openTestApp({ env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) } });
  const place = async () => {
    const { flows } = (await app.http.inject({ url: '/api/voice/flows', headers: localHeaders })).json();
    const outbound = flows.find(({ kind }: { kind: string }) => kind === 'outbound');
    return app.http.inject({
      method: 'POST',
      url: '/v1/calls',
      headers: localHeaders,
      payload: { to: '+12025550155', campaign_id: outbound.uuid },
    });
  };
  const connection = { auth_id: `AC${'0'.repeat(32)}`, auth_token: 'a token of 16 letters', phone_number: lineNumber };
  const connected = await app.http.inject({
    method: 'PUT',
    url: '/api/voice/integrations/telephony/twilio',
    headers: localHeaders,
    payload: connection,
  });
  expect(connected.statusCode, connected.body).toBe(200);
  const before = await place();
  expect([before.statusCode, before.json().detail]).toEqual([400, expect.stringContaining('PUBLIC_BASE_URL')]);
  expect((await put(app, app.address)).statusCode).toBe(200);
  expect((await place()).statusCode).toBe(202);
});
