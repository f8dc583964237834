import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Account } from '../../src/features/calls/dialing/index.ts';
import { createNumbers } from '../../src/features/calls/numbers/index.ts';
import { createProviders, registeredProviders } from '../../src/telephony/index.ts';
import { lineNumber } from '../http/test-app.ts';
import { accounts, type OutboundApp, openOutboundApp, ownNumber, type ProviderName } from './outbound-app.ts';

const names = Object.keys(accounts) as ProviderName[];
const listing: readonly ProviderName[] = names.filter((name) => name !== 'vonage' && name !== 'asterisk');
const setting = listing.filter((name) => name !== 'telephony_b');

const testOf = async ({ http }: OutboundApp, name: string) => {
  const answer = await http.inject({ method: 'POST', url: `/api/integrations/telephony/${name}/test` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const listOf = async ({ http }: OutboundApp) => (await http.inject('/api/voice/numbers')).json();

/** A server that answers every request in one way. */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.each(names)('the test of a connection to %s', (dialect) => {
  test.skipIf(!listing.includes(dialect))('lists the numbers of an account that works', async () => {
    const others = Array.from({ length: 130 }, (_, index) => `+1202555${String(1000 + index)}`);
    const app = await openOutboundApp({ dialect, provider: { numbers: [...others, ownNumber] } });
    const { result, detail, numbers } = await testOf(app, dialect);
    expect([result, detail]).toEqual([
      'working',
      expect.stringContaining(`accepts the credentials. The account has ${ownNumber} and 130 other numbers.`),
    ]);
    expect(numbers).toEqual([...others, ownNumber]);
  });

  test.skipIf(!listing.includes(dialect))('names the numbers of an account that has another one', async () => {
    const app = await openOutboundApp({ dialect, provider: { numbers: ['+12025550177'] } });
    expect(await testOf(app, dialect)).toMatchObject({
      result: 'number_missing',
      detail: expect.stringContaining(`does not have ${ownNumber}. It has +12025550177. Connect the account again`),
    });
    const empty = await openOutboundApp({ dialect, provider: { numbers: [] } });
    expect((await testOf(empty, dialect)).detail).toContain('It has no number.');
  });

  test.each([
    [401, 'credentials_rejected', 'again.'],
    [403, 'credentials_rejected', 'again.'],
    [404, 'account_not_found', 'Check the '],
    [429, 'over_limit', 'in a minute'],
    [500, 'provider_error', 'Test again later'],
    [503, 'provider_error', 'Test again later'],
    [302, 'provider_error', 'Test again later'],
    [200, 'invalid_answer', '_BASE_URL is set'],
  ])('says what a status %i means', async (status, result, advice) => {
    const url = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json', location: '/elsewhere' });
      response.end('{"surprise":[]}');
    });
    const app = await openOutboundApp({ dialect, env: { [`${dialect.toUpperCase()}_BASE_URL`]: url } });
    const answer = await testOf(app, dialect);
    expect(answer).toMatchObject({ result, numbers: [], detail: expect.stringContaining(advice) });
    expect(answer.detail).toContain(`The provider returned ${status}`);
    expect(answer.detail).not.toContain(accounts[dialect].authToken);
  });

  const tested = async (baseUrl: string, timeoutMs: number) => {
    const providers = createProviders({ rows: registeredProviders, settings: { [dialect]: { baseUrl } }, timeoutMs });
    const provider = providers.open(dialect, accounts[dialect]);
    if (provider === undefined) throw new Error('no provider');
    const numbers = createNumbers({
      providers,
      accountOf: async () => ({ kind: 'ready', provider, phoneNumber: ownNumber }),
      answering: async () => undefined,
      isProven: async () => false,
      prove: async () => {},
      publicBaseUrl: () => undefined,
    });
    return numbers.test('organisation' as never, dialect);
  };

  test('says that a provider hangs, is not reached, or cuts the connection', async () => {
    const hangs = await serve(() => {});
    expect(await tested(hangs, 50)).toMatchObject({
      result: 'timed_out',
      detail: expect.stringContaining('no response in time'),
    });
    expect(await tested('http://127.0.0.1:9', 1000)).toMatchObject({
      result: 'unreachable',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    const cuts = await serve((request) => request.socket.destroy());
    expect(await tested(cuts, 1000)).toMatchObject({ result: 'timed_out' });
  });

  test('says that nothing is connected', async () => {
    const app = await openOutboundApp({ dialect, connected: false });
    const { result, detail } = await testOf(app, dialect);
    expect([result, detail]).toEqual(['not_connected', 'No telephony provider is connected.']);
  });
});

test.each([
  [true, 'The account has +12025550100 and 699 other numbers.'],
  [false, 'The account has +12025550100 and more than 699 other numbers.'],
])('the test of a connection counts more numbers than it shows (all are listed: %s)', async (isWhole, sentence) => {
  const listed = Array.from({ length: 700 }, (_, index) => ({
    phoneNumber: `+1202555${String(100 + index).padStart(4, '0')}`,
  }));
  const numbers = createNumbers({
    providers: createProviders({ rows: registeredProviders }),
    accountOf: async () =>
      ({
        kind: 'ready',
        provider: { numbers: async () => ({ kind: 'listed', numbers: listed, isWhole }) },
        phoneNumber: '+12025550100',
      }) as unknown as Account,
    answering: async () => undefined,
    isProven: async () => false,
    prove: async () => {},
    publicBaseUrl: () => undefined,
  });
  const tested = await numbers.test('organisation' as never, 'twilio');
  expect([tested?.detail, tested?.numbers.length]).toEqual([expect.stringContaining(sentence), 200]);
});

describe('numbers', () => {
  test.each(listing)('of %s are listed with the flow that answers and the URL to enter', async (dialect) => {
    const app = await openOutboundApp({ dialect, provider: { numbers: [ownNumber, lineNumber] } });
    const { numbers, accounts: tried } = await listOf(app);
    expect(tried).toMatchObject([{ provider: dialect, result: 'working' }]);
    const url = `${app.publicBaseUrl}/api/voice/webhooks/${dialect}/answer`;
    const canSet = dialect !== 'telephony_b';
    const common = {
      provider: dialect,
      answer_url: url,
      answer_url_state: canSet ? 'other' : 'unknown',
      can_set: canSet,
    };
    expect(numbers).toMatchObject([
      { ...common, phone_number: ownNumber, flow: null },
      { ...common, phone_number: lineNumber, flow: { name: expect.any(String) } },
    ]);
  });

  test.each(setting)('of %s get their answer URL by a request', async (dialect) => {
    const app = await openOutboundApp({ dialect, provider: { numbers: [lineNumber, ownNumber] } });
    const set = (phone_number: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/voice/numbers/answer-url',
        payload: { provider: dialect, phone_number },
      });
    const url = `${app.publicBaseUrl}/api/voice/webhooks/${dialect}/answer`;
    const foreign = await set('+12025550199');
    expect([foreign.statusCode, foreign.json().detail]).toEqual([404, expect.stringContaining('does not have')]);
    expect(app.provider.requests.filter((request) => !request.startsWith('GET '))).toEqual([]);
    const first = await set(ownNumber);
    expect([first.statusCode, first.json()]).toEqual([
      200,
      { provider: dialect, phone_number: ownNumber, answer_url: url },
    ]);
    expect([...app.provider.answerUrls]).toEqual([[ownNumber, url]]);
    const { numbers } = await listOf(app);
    expect(numbers.map((row: { answer_url_state: string }) => row.answer_url_state)).toEqual(['other', 'set']);
    expect((await set(ownNumber)).statusCode).toBe(200);
  });

  test('cannot be set where the provider, the connection or the public address is missing', async () => {
    const app = await openOutboundApp({ dialect: 'telephony_b' });
    const set = (provider: string) =>
      app.http.inject({
        method: 'POST',
        url: '/api/voice/numbers/answer-url',
        payload: { provider, phone_number: ownNumber },
      });
    expect([(await set('nobody')).statusCode, (await set('telephony_b')).statusCode]).toEqual([404, 400]);
    const unconnected = await set('twilio');
    expect([unconnected.statusCode, unconnected.json().detail]).toEqual([409, 'No telephony provider is connected.']);
  });

  test('of an application without a list are those that were entered', async () => {
    const app = await openOutboundApp({ dialect: 'vonage' });
    expect((await testOf(app, 'vonage')).detail).toContain('accepts the credentials. It does not list the numbers');
    expect(await listOf(app)).toMatchObject({
      numbers: [{ phone_number: ownNumber, answer_url_state: 'unknown', can_set: false }],
      accounts: [{ provider: 'vonage', result: 'credentials_accepted' }],
    });
  });

  test('are listed without the provider’s list too, with what it answered', async () => {
    const app = await openOutboundApp({ dialect: 'twilio', env: { TWILIO_BASE_URL: 'http://127.0.0.1:9' } });
    expect(await listOf(app)).toMatchObject({
      numbers: [{ phone_number: ownNumber, answer_url_state: 'unknown', can_set: false }],
      accounts: [{ provider: 'twilio', result: 'unreachable' }],
    });
  });
});
