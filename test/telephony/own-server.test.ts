import { expect, onTestFinished, test } from 'vitest';
import { openProviderServer } from '../../media/emulator/index.ts';
import { createProviders, registeredProviders } from '../../src/telephony/index.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { accounts } from './outbound-app.ts';

const account = accounts.asterisk;
const url = '/api/integrations/telephony/asterisk';
const body = {
  auth_id: account.authId,
  auth_token: account.authToken,
  signing_key: account.signingKey,
  phone_number: '+12025550100',
};

async function openAsterisk() {
  const server = await openProviderServer({ dialect: 'asterisk', ...account });
  onTestFinished(() => server.close());
  return server;
}

/** Without the variable that the test set-up has for the operator's own Asterisk. */
const openServer = (env: Readonly<Record<string, string>> = {}): Promise<TestApp> =>
  openTestApp({ env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), ASTERISK_BASE_URL: '', ...env } });

const put = async ({ http }: TestApp, changes: object, at = url) => {
  const answer = await http.inject({ method: 'PUT', url: at, payload: { ...body, ...changes } });
  return { status: answer.statusCode, ...answer.json() };
};
const tested = async ({ http }: TestApp): Promise<string> =>
  (await http.inject({ method: 'POST', url: `${url}/test` })).json().result;

test('the URL of the own server is needed, and kept when the credentials are entered again', async () => {
  const app = await openServer();
  const missing = await put(app, {});
  expect([missing.status, missing.detail]).toEqual([
    400,
    'base_url: is required: the URL of the HTTP server of your Asterisk, such as http://127.0.0.1:8088 on the machine of this server or https://pbx.example.com:8089.',
  ]);
  expect(await put(app, { base_url: 'http://127.0.0.1:8088/' })).toMatchObject({
    status: 200,
    base_url: 'http://127.0.0.1:8088',
    endpoint: { variable: 'ASTERISK_BASE_URL', default_url: 'http://127.0.0.1:8088' },
  });
  expect(await put(app, {})).toMatchObject({ status: 200, base_url: 'http://127.0.0.1:8088' });
});

test.each([
  ['ftp://pbx.example.com', 'must begin with http:// or https://'],
  ['pbx.example.com', 'must be a URL'],
  ['https://parley:secret@pbx.example.com', 'must not contain a user name'],
  ['https://pbx.example.com/?key=1', 'must not contain a query or a fragment'],
  ['https://pbx.example.com/#ari', 'must not contain a query or a fragment'],
  ['http://pbx.example.com:22', 'must not use port 22'],
  ['http://127.0.0.1:8089', 'must resolve to a public address'],
  ['http://localhost:8088', 'must resolve to a public address'],
  ['http://10.1.2.3:8088', 'must resolve to a public address'],
  ['http://[::1]:8088', 'must resolve to a public address'],
  ['http://169.254.169.254', 'must resolve to a public address'],
  ['http://2130706433:8088', 'must resolve to a public address'],
])('the URL %s is refused, with what to do', async (base_url, why) => {
  const refused = await put(await openServer(), { base_url });
  expect([refused.status, refused.detail]).toEqual([400, expect.stringContaining(`base_url: ${why}`)]);
  expect(refused.detail).toContain('TELEPHONY_ALLOWED_HOSTS or ASTERISK_BASE_URL');
});

test('a host of the own network that the operator allows is asked', async () => {
  const server = await openAsterisk();
  const host = new URL(server.baseUrl).host;
  const app = await openServer({ TELEPHONY_ALLOWED_HOSTS: host });
  expect(await put(app, { base_url: server.baseUrl })).toMatchObject({ status: 200, base_url: server.baseUrl });
  expect(await tested(app)).toBe('credentials_accepted');
  expect(server.requests).toContain('GET /ari/asterisk/info');
});

test('the operator’s variable takes precedence, and other providers have no server of the account', async () => {
  const server = await openAsterisk();
  const app = await openServer({ ASTERISK_BASE_URL: server.baseUrl });
  const set = await put(app, { base_url: 'https://pbx.example.com' });
  expect([set.status, set.detail]).toEqual([400, 'base_url: ASTERISK_BASE_URL of this server sets it. Leave it out.']);
  expect((await put(app, {})).status).toBe(200);
  expect(await tested(app)).toBe('credentials_accepted');
  const plivo = { base_url: 'https://pbx.example.com', signing_key: undefined };
  expect((await put(app, plivo, '/api/integrations/telephony/twilio')).status).toBe(400);
});

test.each(['http://127.0.0.1', 'http://localhost'])(
  'a stored URL at %s, which has become private, gets no request',
  async (origin) => {
    const server = await openAsterisk();
    const baseUrl = `${origin}:${new URL(server.baseUrl).port}`;
    const client = createProviders({ rows: registeredProviders }).open('asterisk', { ...account, baseUrl });
    const listed = await client?.numbers?.();
    expect(listed).toMatchObject({ kind: 'failed', reason: 'unreachable' });
    expect(server.requests).toEqual([]);
  },
);
