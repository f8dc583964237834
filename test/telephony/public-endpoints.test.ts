import { expect, test } from 'vitest';
import { createProviders, registeredProviders } from '../../src/telephony/index.ts';

const account = (authId: string) => ({ authId, authToken: 'token' });

/** Where a call would be asked for, and as whom. No socket is opened. */
async function askedAt(name: string, authId: string, baseUrl?: string) {
  const asked: { url: string; user: string }[] = [];
  const providers = createProviders({
    rows: registeredProviders,
    ...(baseUrl === undefined ? {} : { settings: { [name]: { baseUrl } } }),
    exchange: async ({ url, headers }) => {
      const { authorization = '' } = headers;
      const [, basic] = authorization.split('Basic ');
      const user = basic === undefined ? authorization : Buffer.from(basic, 'base64').toString().split(':')[0];
      asked.push({ url, user: user ?? '' });
      return { kind: 'unreached', detail: 'Nothing is sent.' };
    },
  });
  const placed = await providers.open(name, account(authId))?.place({
    callUuid: 'c',
    from: '+12025550100',
    to: '+12025550101',
    ringSeconds: 60,
    maxSeconds: 600,
    answerUrl: 'https://h/a',
    hangupUrl: 'https://h/h',
    statusUrl: 'https://h/s',
    streamUrl: 'wss://h/m',
  });
  expect(placed?.kind).toBe('rejected');
  return asked[0];
}

test.each([
  ['telephony_a', 'MA1', 'https://api.plivo.com/v1/Account/MA1/Call/', 'MA1'],
  ['twilio', 'AC1', 'https://api.twilio.com/2010-04-01/Accounts/AC1/Calls.json', 'AC1'],
  ['telnyx', '1293', 'https://api.telnyx.com/v2/calls', 'Bearer token'],
  ['telephony_b', 'sid:key', 'https://api.in.exotel.com/v1/Accounts/sid/Calls/connect.json', 'key'],
  ['telephony_b', 'sid:key@api.exotel.com', 'https://api.exotel.com/v1/Accounts/sid/Calls/connect.json', 'key'],
  ['telephony_b', 'sid:key@api.in', 'https://api.in.exotel.com/v1/Accounts/sid/Calls/connect.json', 'key'],
  // As it was written before, and may be stored.
  ['telephony_b', 'key@sid', 'https://api.in.exotel.com/v1/Accounts/sid/Calls/connect.json', 'key'],
  ['telephony_b', 'sid', 'https://api.in.exotel.com/v1/Accounts/sid/Calls/connect.json', 'sid'],
])('%s with the auth_id %s is asked at its public endpoint', async (name, authId, url, user) => {
  expect(await askedAt(name, authId)).toEqual({ url, user });
});

test.each([
  ['telephony_a', 'MA1'],
  ['telephony_b', 'sid:key@api.exotel.com'],
])('%s is asked where the operator says, whatever the account names', async (name, authId) => {
  expect((await askedAt(name, authId, 'http://127.0.0.1:9'))?.url).toMatch(/^http:\/\/127\.0\.0\.1:9\/v1\//);
});

test.each(['sid:key@evil.example', 'sid:key@api.exotel.com.evil.example', 'sid:key@127.0.0.1'])(
  'credentials of %s go to no domain but the provider’s',
  async (authId) => {
    const asked = await askedAt('telephony_b', authId);
    expect(new URL(asked?.url ?? '').hostname).toMatch(/\.exotel\.com$/);
  },
);

test('a row without a required document, or with a used name, is rejected at startup', () => {
  const [first] = registeredProviders;
  const capabilities = { ...first.capabilities, canTransfer: 'after_stream' as const };
  expect(() => createProviders({ rows: [{ ...first, capabilities }] })).toThrow('lacks documents.next');
  expect(() => createProviders({ rows: [first, first] })).toThrow('one name');
});
