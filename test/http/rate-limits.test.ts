import { describe, expect, test } from 'vitest';
import { createMemoryLimitStore } from '../../src/http/limits/limit-store.ts';
import { networkOf } from '../../src/http/limits/rate-limits.ts';
import type { ServerOptions } from '../../src/http/server.ts';
import { apiKey, fakeAuthenticator, session } from './fake-authenticator.ts';
import { bearing, openTestServer } from './test-server.ts';

const person = session('member');

const known = {
  key: apiKey(['voice:calls:read', 'voice:calls:write']),
  other: apiKey(['voice:calls:read', 'voice:calls:write']),
  bare: apiKey([]),
  browser: person,
  phone: { ...person, credentialUuid: '00000000-0000-4000-9000-00000000ffff' },
};

async function open(options: Partial<ServerOptions> = {}) {
  let now = 0;
  const callers = createMemoryLimitStore({ nowMs: () => now, capacity: 1000 });
  const addresses = createMemoryLimitStore({ nowMs: () => now, capacity: 1000 });
  const { app } = await openTestServer({
    authenticator: fakeAuthenticator(known),
    limitStores: { callers, addresses },
    trustedProxies: ['loopback'],
    ...options,
  });
  const handler = async () => ({});
  const access = { scopes: ['voice:calls:read'], readOnly: true } as const;
  app.route({ method: 'GET', url: '/plain', config: { access }, handler });
  app.route({ method: 'GET', url: '/plain/other', config: { access }, handler });
  app.route({
    method: ['GET', 'POST'],
    url: '/slow/:uuid/launch',
    config: { access, limit: { perMinute: 5 } },
    handler,
  });
  app.route({
    method: 'GET',
    url: '/together',
    config: { access, limit: { perMinute: 5, ofOrganisation: 8 } },
    handler,
  });
  app.route({ method: 'GET', url: '/open', config: { access: 'public' }, handler });
  app.route({ method: 'GET', url: '/callback', config: { access: 'public', limit: 'none' }, handler });
  const ask = (url: string, headers: Record<string, string>, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
    app.inject({ url, headers, method });
  const statuses = async (times: number, url: string, headers: Record<string, string>, method?: 'GET' | 'POST') => {
    const all: number[] = [];
    for (let index = 0; index < times; index += 1) all.push((await ask(url, headers, method)).statusCode);
    return all;
  };
  return {
    ask,
    statuses,
    callers,
    addresses,
    pass(ms: number) {
      now += ms;
    },
  };
}

const times = (count: number, status: number): number[] => Array(count).fill(status);

describe('rate limits', () => {
  test('count an organisation together on routes that say so', async () => {
    const { statuses, ask, pass } = await open();
    expect(await statuses(5, '/together', bearing('key'))).toEqual(times(5, 200));
    expect(await statuses(5, '/together', bearing('other'))).toEqual([...times(3, 200), ...times(2, 429)]);
    const refused = await ask('/together', bearing('browser'));
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
    expect(refused.json().detail).toContain('of your organisation');
    pass(60_000);
    expect((await ask('/together', bearing('browser'))).statusCode).toBe(200);
  });

  test('of the default allow 100 requests and reject the next', async () => {
    const { statuses, pass } = await open();
    expect(await statuses(102, '/plain', bearing('key'))).toEqual([...times(100, 200), 429, 429]);
    pass(59_999);
    expect(await statuses(1, '/plain', bearing('key'))).toEqual([429]);
    pass(1);
    expect(await statuses(101, '/plain', bearing('key'))).toEqual([...times(100, 200), 429]);
  });

  test('apply per route as declared', async () => {
    const { statuses } = await open();
    for (const uuid of ['a', 'b', 'c', 'd', 'e'])
      expect(await statuses(1, `/slow/${uuid}/launch`, bearing('key'), 'POST')).toEqual([200]);
    expect(await statuses(1, '/slow/f/launch', bearing('key'), 'POST')).toEqual([429]);
    expect(await statuses(1, '/slow/f/launch', bearing('key'))).toEqual([200]);
  });

  test('name the limit and the time to retry', async () => {
    const { ask, statuses, pass } = await open();
    await statuses(2, '/slow/a/launch', bearing('key'), 'POST');
    const third = await ask('/slow/a/launch', bearing('key'), 'POST');
    expect(third.headers).toMatchObject({
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '2',
      'x-ratelimit-reset': '60',
    });
    await statuses(2, '/slow/a/launch', bearing('key'), 'POST');
    pass(20_500);
    const refused = await ask('/slow/a/launch', bearing('key'), 'POST');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '40', 'x-ratelimit-remaining': '0' });
    expect(refused.json()).toEqual({
      detail: 'Rate limit exceeded: 5 requests per minute to POST /slow/{uuid}/launch. Try again in 40 s.',
    });
  });

  test('count routes and keys separately', async () => {
    const { statuses } = await open();
    expect((await statuses(101, '/plain', bearing('key'))).at(-1)).toBe(429);
    expect(await statuses(1, '/plain/other', bearing('key'))).toEqual([200]);
    expect(await statuses(1, '/plain', bearing('other'))).toEqual([200]);
    expect(await statuses(1, '/plain', bearing('browser'))).toEqual([200]);
  });

  test('count the sessions of a user together, from any address', async () => {
    const { statuses } = await open();
    await statuses(60, '/plain', { ...bearing('browser'), 'x-forwarded-for': '198.51.100.1' });
    const rest = await statuses(41, '/plain', { ...bearing('phone'), 'x-forwarded-for': '198.51.100.2' });
    expect(rest).toEqual([...times(40, 200), 429]);
  });

  test('count HEAD as GET', async () => {
    const { ask, statuses } = await open();
    await statuses(99, '/plain', bearing('key'));
    expect((await ask('/plain', bearing('key'), 'HEAD')).statusCode).toBe(200);
    expect((await ask('/plain', bearing('key'))).statusCode).toBe(429);
  });

  test('do not count invalid or insufficient credentials, which need no memory', async () => {
    const { ask, callers, addresses } = await open();
    for (let index = 0; index < 2000; index += 500) {
      const several = Array.from({ length: 500 }, (_, more) => ask('/plain', bearing(`random-${index + more}`)));
      for (const { statusCode } of await Promise.all(several)) expect(statusCode).toBe(401);
    }
    expect((await ask('/plain', bearing('bare'))).statusCode).toBe(403);
    expect((await ask('/nothing', bearing('key'))).statusCode).toBe(404);
    expect([callers.windows, addresses.windows]).toEqual([0, 0]);
  });

  test('have a configurable default, and off removes all', async () => {
    const few = await open({ rateLimitPerMinute: 3 });
    expect(await few.statuses(4, '/plain', bearing('key'))).toEqual([...times(3, 200), 429]);
    expect((await few.statuses(6, '/slow/a/launch', bearing('key'))).at(-2)).toBe(200);
    const none = await open({ rateLimitPerMinute: 'off' });
    expect(await none.statuses(120, '/plain', bearing('key'))).toEqual(times(120, 200));
    expect(await none.statuses(10, '/slow/a/launch', bearing('key'))).toEqual(times(10, 200));
  });
});

describe('rate limits by address', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('apply to public routes', async () => {
    const { statuses } = await open();
    expect(await statuses(601, '/open', from('198.51.100.1'))).toEqual([...times(600, 200), 429]);
    expect(await statuses(1, '/open', from('198.51.100.2'))).toEqual([200]);
  });

  test('are not changed by a credential', async () => {
    const { statuses, addresses } = await open();
    await statuses(3, '/open', { ...from('198.51.100.1'), ...bearing('key') });
    await statuses(3, '/open', { ...from('198.51.100.1'), ...bearing('random') });
    expect(addresses.windows).toBe(1);
  });

  test('skip exempt routes', async () => {
    const { statuses, addresses } = await open();
    expect(await statuses(700, '/callback', from('198.51.100.1'))).toEqual(times(700, 200));
    expect(addresses.windows).toBe(0);
  });

  test('need memory for the stored addresses only', async () => {
    const { ask, addresses } = await open();
    const address = (index: number) => from(`10.0.${index >> 8}.${index & 255}`);
    for (let index = 0; index < 2500; index += 500)
      await Promise.all(Array.from({ length: 500 }, (_, more) => ask('/open', address(index + more))));
    expect(addresses.windows).toBe(1000);
    expect(addresses.forgotten).toBe(1500);
  });

  test('use the address that a trusted proxy names, and nothing else', async () => {
    const open1 = await open({ trustedProxies: [] });
    for (const address of ['198.51.100.1', '198.51.100.2']) await open1.statuses(1, '/open', from(address));
    expect(open1.addresses.windows).toBe(1);
    const open2 = await open();
    for (const text of ['a'.repeat(8000), 'unknown', '198.51.100.999']) await open2.statuses(1, '/open', from(text));
    expect(open2.addresses.windows).toBe(1);
  });

  test.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));
});
