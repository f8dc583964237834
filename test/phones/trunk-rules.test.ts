import { describe, expect, test } from 'vitest';
import type { MediaThread } from '../../media/call/server/media-thread-handle.ts';
import { createRtpHandles } from '../../media/call/server/rtp-handles.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import { resultOf } from '../../src/features/calls/dialing/call-result.ts';
import { createTrunkProvider, type TrunkLink } from '../../src/features/calls/trunks/provider.ts';
import { createTrunkRegistrations } from '../../src/features/calls/trunks/registrations.ts';
import { newTrunk } from '../../src/features/calls/trunks/schema.ts';
import type { TrunkRow } from '../../src/features/calls/trunks/store.ts';
import { createTrunkLimits } from '../../src/features/calls/trunks/trunk-limits.ts';
import { toldNumber } from '../../src/http/fields.ts';
import { trunkRow as trunk } from './trunk-row.ts';

const [first, second] = ['first', 'second'] as unknown as [OrganisationId, OrganisationId];

async function registrationsOf(rows: readonly TrunkRow[]) {
  const errors: (string | null)[] = [];
  const registrations = createTrunkRegistrations({
    store: {
      all: async () => [...rows],
      claim: async () => true,
      status: async (_, { lastError }) => void errors.push(lastError),
    },
    passwordOf: async () => 'a password',
    locate: async () => undefined,
    transports: ['udp'],
    register: () => {
      throw new Error('registers over a transport that the server lacks');
    },
    owner: { id: 'node', isAlive: async () => true },
    log: { warn() {}, error() {} },
  });
  await registrations.round();
  return { ...registrations, errors };
}

describe('the status of a registered trunk', () => {
  const withOwner = (ownerId: string, rows: readonly TrunkRow[]) => {
    const errors: (string | null)[] = [];
    const registrations = createTrunkRegistrations({
      store: {
        all: async () => [...rows],
        claim: async () => {
          throw new Error('planted');
        },
        status: async (_, { lastError }) => void errors.push(lastError),
      },
      passwordOf: async () => 'a password',
      locate: async () => ({ address: '203.0.113.5', port: 5060, transport: 'udp' }) as never,
      transports: ['udp'],
      register: () => ({ close: async () => undefined }) as never,
      owner: {
        id: ownerId,
        isAlive: async () => {
          throw new Error('planted');
        },
      },
      log: { warn() {}, error() {} },
    });
    return { registrations, errors };
  };
  const registered = trunk({ registers: true, username: 'line', isRegistered: true, ownerId: 'other' });

  test('stays as another server stored it when this one cannot tell whether that lives', async () => {
    const { registrations, errors } = withOwner('node', [registered]);
    await registrations.round();
    expect(errors).toEqual([]);
  });

  test('stays while this server has it registered', async () => {
    const rows: TrunkRow[] = [{ ...registered, ownerId: 'node' }];
    const { registrations, errors } = withOwner('node', rows);
    await registrations.round();
    rows[0] = { ...registered, ownerId: null };
    await registrations.round();
    expect(errors).toEqual([]);
  });
});

describe('a trunk known by its address', () => {
  test('has all numbers of its address while no other organisation shares it', async () => {
    const { trunkOf } = await registrationsOf([trunk()]);
    expect(trunkOf('203.0.113.5', '+12025550102')).toBe('trunk');
    expect(trunkOf('198.51.100.5', '+12025550101')).toBeUndefined();
    expect(trunkOf(undefined, '+12025550101')).toBeUndefined();
  });

  test('has only its own number where organisations share an address', async () => {
    const other = trunk({ uuid: 'other', organisationId: second, contactUser: 'c2', fromNumber: '+12025550102' });
    const { trunkOf } = await registrationsOf([trunk(), other]);
    expect(trunkOf('203.0.113.5', '2025550101')).toBe('trunk');
    expect(trunkOf('203.0.113.5', '+12025550102')).toBe('other');
    expect(trunkOf('203.0.113.5', '+12025550103')).toBeUndefined();
  });

  test('has no number that another organisation claims at the same address', async () => {
    const other = trunk({ uuid: 'other', organisationId: second, contactUser: 'c2' });
    const { trunkOf } = await registrationsOf([trunk(), other]);
    expect(trunkOf('203.0.113.5', '+12025550101')).toBeUndefined();
  });

  test.each([
    ['0.0.0.0/0', '198.51.100.7'],
    ['203.0.113.0/23', '203.0.113.5'],
    ['::/0', '2001:db8::7'],
  ])('is not created with the network %s, and is not found by a stored one', async (network, address) => {
    const body = { name: 'Line', registrar: 'pbx', from_number: '+12025550101', allowed_addresses: [network] };
    expect(newTrunk.safeParse(body).error?.issues[0]?.message).toMatch(/must not be wider than \/24/);
    expect((await registrationsOf([trunk({ allowedAddresses: [network] })])).trunkOf(address, '100')).toBeUndefined();
  });

  test.each(['203.0.113.5', '203.0.113.0/24', '2001:db8::/64', '2001:db8::1'])('may name %s', (network) => {
    const body = { name: 'Line', registrar: 'pbx', from_number: '+12025550101', allowed_addresses: [network] };
    expect(newTrunk.safeParse(body).success).toBe(true);
  });
});

test('a trunk with a transport that the server lacks says so', async () => {
  const { errors } = await registrationsOf([trunk({ registers: true, username: '100', transport: 'tls' })]);
  expect(errors).toEqual(['SIP_TRANSPORTS of this server lacks tls; add it or change the trunk']);
});

test('a call that fails before it is dialled does not count among the calls at once', async () => {
  let isBroken = true;
  const link: TrunkLink = {
    calls: { start: () => 'call', hangUp() {}, find: () => ({ kind: 'unknown', detail: '' }) },
    openLine: async () => ({ end() {} }) as never,
    locate: async () => ({ transport: 'udp', address: '192.0.2.1', port: 5060 }) as never,
  };
  const provider = createTrunkProvider({
    store: { list: async () => [trunk()] },
    passwordOf: async () => {
      if (isBroken) throw new Error('the database is away');
      return null;
    },
    link: () => link,
    nowMs: () => 0,
  });
  const account = await provider.accountOf?.(first);
  if (account?.kind !== 'ready') throw new Error('the trunk is not ready');
  const place = () => account.provider.place({ to: '+12025550123', from: '+12025550101' } as never);
  for (const _ of [1, 2, 3]) await expect(place()).rejects.toThrow('the database is away');
  isBroken = false;
  expect(await place()).toEqual({ kind: 'accepted', providerCallId: 'call' });
});

test.each([
  ['+13575550123', ['US'], undefined],
  ['+447700900123', ['GB'], undefined],
  ['+447700900123', ['US'], 'invalid_number'],
  ['+18765550123', ['US'], 'invalid_number'],
  ['+80012345678', ['US', 'GB'], 'invalid_number'],
])('the limits of a trunk judge %s by its country, or the main one of its calling code', (to, countries, reason) => {
  const limits = createTrunkLimits(() => 0);
  expect(limits.admit(trunk({ allowedCountries: countries }), to)?.reason).toBe(reason);
});

test('a contact without capacity for its call waits a minute and keeps its attempt', () => {
  const config = { max_attempts: 1, retry_minutes: { busy: 1, no_answer: 1, failed: 5 } } as never;
  const over = { status: 'failed', outcome: null, reason: 'over_capacity' } as const;
  const result = (attempted: boolean) =>
    resultOf({ ...over, attempted } as never, { attempts: 1 }, config, new Date(0)).target;
  expect(result(false)).toMatchObject({ status: 'waiting', attempts: 0, nextAt: '1970-01-01T00:01:00.000Z' });
  expect(result(true)).toMatchObject({ status: 'finished', reason: 'out_of_attempts' });
});

test('a telephone line that ends before its call starts is forgotten', async () => {
  const told: string[] = [];
  const remote = { ask: async () => 10_000, tell: (name: string) => void told.push(name) };
  const thread = { calls: { size: 0 }, remote } as unknown as MediaThread;
  const handles = createRtpHandles([thread]);
  const [ended, open] = [await handles.open(), await handles.open()];
  const closed: string[] = [];
  if (ended !== undefined) ended.onClosed = () => closed.push('ended');
  if (open !== undefined) open.onClosed = () => closed.push('open');
  ended?.end('never dialled');
  handles.lost(thread);
  expect([told, closed]).toEqual([['rtpEnd'], ['open']]);
});

test.each([
  ['2025550199', '+12025550101', '+12025550199'],
  ['4930123456', '+12025550101', '+4930123456'],
  ['12025550199', '+12025550101', '+12025550199'],
])('%s, told by the line %s, is read as %s', (text, line, number) => {
  expect(toldNumber(text, line)).toBe(number);
});

test('a telephone line opens on another thread while one is starting, and beside a line on its own', async () => {
  const threadWith = (calls: number, port: number | undefined) =>
    ({ calls: { size: calls }, remote: { ask: async () => port, tell() {} } }) as unknown as MediaThread;
  const handles = createRtpHandles([threadWith(0, undefined), threadWith(3, 10_002)]);
  const line = await handles.open();
  expect(line?.port).toBe(10_002);
  expect((await handles.open(line))?.port).toBe(10_002);
  expect(await createRtpHandles([threadWith(0, undefined)]).open()).toBeUndefined();
});
