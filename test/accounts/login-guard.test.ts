import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import {
  createLoginGuard,
  type LoginAttempt,
  type LoginGuard,
} from '../../src/features/people/accounts/login-guard.ts';
import { createMemoryLoginTries, createSharedLoginTries } from '../../src/features/people/accounts/login-try-store.ts';
import { onPostgres, openAt } from '../data/databases.ts';

const ada = { address: '198.51.100.1', email: 'ada@example.com' };

interface Guarded {
  readonly guard: LoginGuard;
  /** Of another node on the same data, where there can be one. */
  readonly other: LoginGuard;
  pass(ms: number): Promise<void>;
  /** By how many seconds its clock may have gone on by itself. */
  readonly driftSeconds: number;
}

/** Seconds to wait; none when the attempt is let through, and then it fails. */
async function waitOf(guard: LoginGuard, attempt: LoginAttempt): Promise<number | undefined> {
  const begun = await guard.begin(attempt);
  return 'retryAfterSeconds' in begun ? begun.retryAfterSeconds : undefined;
}

async function ended(guard: LoginGuard, attempt: LoginAttempt, how: 'succeeded' | 'undecided'): Promise<void> {
  const begun = await guard.begin(attempt);
  if ('retryAfterSeconds' in begun) return expect.fail(`has to wait ${begun.retryAfterSeconds} s`);
  await begun[how]();
}

/** How many attempts in a row are let through, asked of both nodes in turn. */
async function letThrough({ guard, other }: Guarded, attempts: readonly LoginAttempt[]): Promise<number> {
  let count = 0;
  for (const [index, attempt] of attempts.entries())
    if ((await waitOf(index % 2 === 0 ? guard : other, attempt)) === undefined) count++;
  return count;
}

const times = (count: number, make: (index: number) => LoginAttempt) =>
  Array.from({ length: count }, (_, i) => make(i));

function loginGuardContract(open: () => Promise<Guarded>): void {
  test('an address may fail ten times a minute for an account, and as often for the next account', async () => {
    const guarded = await open();
    const again = times(15, () => ada);
    expect(await letThrough(guarded, again)).toBe(10);
    expect(await waitOf(guarded.guard, ada)).toBeLessThanOrEqual(60);
    const eve = times(15, () => ({ ...ada, email: 'eve@example.com' }));
    expect(await letThrough(guarded, eve)).toBe(10);
    await guarded.pass(60_000);
    expect(await letThrough(guarded, again)).toBe(10);
  });

  test('unknown addresses together may fail a hundred times in ten minutes for an account', async () => {
    const guarded = await open();
    const from = (i: number) => ({ ...ada, address: `198.51.100.${i}` });
    expect(await letThrough(guarded, times(130, from))).toBe(100);
    const wait = (await waitOf(guarded.guard, ada)) as number;
    expect(wait).toBeLessThanOrEqual(600);
    expect(wait).toBeGreaterThanOrEqual(600 - guarded.driftSeconds);
    await guarded.pass(599_000 - guarded.driftSeconds * 1000);
    expect(await waitOf(guarded.guard, ada)).toBeGreaterThan(0);
    await guarded.pass(1000 + guarded.driftSeconds * 1000);
    expect(await waitOf(guarded.guard, ada)).toBeUndefined();
  });

  test('an address may fail a hundred times in ten minutes over all accounts', async () => {
    const guarded = await open();
    expect(
      await letThrough(
        guarded,
        times(120, (i) => ({ ...ada, email: `${i}@example.com` })),
      ),
    ).toBe(100);
    expect(await waitOf(guarded.guard, { address: '203.0.113.9', email: '1@example.com' })).toBeUndefined();
  });

  test('addresses of one IPv6 customer count as one', async () => {
    const guarded = await open();
    const from = (i: number) => ({ address: `2001:db8:1:2::${i.toString(16)}`, email: `${i}@example.com` });
    expect(await letThrough(guarded, times(110, from))).toBe(100);
    expect(await waitOf(guarded.guard, { address: '2001:db8:1:2:ffff::1', email: 'z@example.com' })).toBeGreaterThan(0);
    expect(await waitOf(guarded.guard, { address: '2001:db8:1:3::1', email: 'z@example.com' })).toBeUndefined();
    const mapped = (i: number) => ({ address: '::ffff:192.0.2.7', email: `m${i}@example.com` });
    expect(await letThrough(guarded, times(110, mapped))).toBe(100);
    expect(await waitOf(guarded.guard, { address: '192.0.2.7', email: 'z@example.com' })).toBeGreaterThan(0);
  });

  test('an owner at a known address may fail ten times a minute while strangers guess', async () => {
    const guarded = await open();
    await ended(guarded.guard, ada, 'succeeded');
    const guesser = (i: number) => ({ ...ada, address: `203.0.113.${i}` });
    expect(await letThrough(guarded, times(110, guesser))).toBe(100);
    const housemate = (i: number) => ({ ...ada, email: `${i}@example.com` });
    expect(await letThrough(guarded, times(110, housemate))).toBe(100);
    expect(
      await letThrough(
        guarded,
        times(20, () => ada),
      ),
    ).toBe(10);
    expect(await waitOf(guarded.other, ada)).toBeLessThanOrEqual(60);
    await guarded.pass(60_000);
    expect(await waitOf(guarded.other, ada)).toBeUndefined();
  });

  test('successful and undecided logins do not count', async () => {
    const { guard, other } = await open();
    for (let index = 0; index < 60; index++)
      await ended(index % 3 === 0 ? other : guard, ada, index % 2 === 0 ? 'succeeded' : 'undecided');
  });

  test('attempts in progress count at once', async () => {
    const { guard, other } = await open();
    const begun = await Promise.all(times(12, () => ada).map((it, i) => (i % 2 === 0 ? guard : other).begin(it)));
    expect(begun.filter((it) => !('retryAfterSeconds' in it))).toHaveLength(10);
  });
}

describe('login attempts in memory', () => {
  loginGuardContract(async () => {
    const clock = { ms: 1_000_000 };
    const guard = createLoginGuard(createMemoryLoginTries(() => clock.ms));
    return {
      guard,
      other: guard,
      driftSeconds: 0,
      async pass(ms) {
        clock.ms += ms;
      },
    };
  });

  test('need memory for ten thousand entries when there are tens of thousands', async () => {
    const tries = createMemoryLoginTries(() => 1_000_000);
    const guard = createLoginGuard(tries);
    for (let index = 0; index < 30_000; index++) {
      const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
      const begun = await guard.begin({ address, email: `${index}@example.com` });
      if (index % 2 === 0 && 'succeeded' in begun) await begun.succeeded();
    }
    expect(tries.sizes).toEqual({ pair: 10_000, account: 10_000, address: 10_000, entered: 10_000 });
  });
});

onPostgres('tries of several nodes on PostgreSQL', ({ place }) => {
  const openNodes = async () => {
    const where = await place();
    const [one, two] = [await openAt(where), await openAt(where)];
    const run = (statement: ReturnType<typeof sql>) =>
      one.system.tx((queries) => queries.rows<{ n: number }>(statement));
    return {
      guard: createLoginGuard(createSharedLoginTries(one)),
      other: createLoginGuard(createSharedLoginTries(two)),
      run,
    };
  };

  loginGuardContract(async () => {
    const { guard, other, run } = await openNodes();
    return {
      guard,
      other,
      // A busy machine may take its time.
      driftSeconds: 30,
      async pass(ms) {
        await run(sql`UPDATE login_tries SET keep_until_ms = keep_until_ms - ${ms}, times = coalesce(
          (SELECT json_agg(time::bigint - ${ms} ORDER BY time::bigint)::text FROM json_array_elements_text(times::json) AS of (time)), '[]')`);
      },
    };
  });

  test('old entries are removed, and no address or e-mail is stored', async () => {
    const { guard, run } = await openNodes();
    for (let index = 0; index < 30; index++)
      await waitOf(guard, { address: `198.51.100.${index}`, email: `${index}@a.example` });
    expect(Number((await run(sql`SELECT count(*) AS n FROM login_tries`))[0]?.n)).toBe(90);
    expect(JSON.stringify(await run(sql`SELECT * FROM login_tries`))).not.toMatch(/198\.51|example/);
    await run(sql`UPDATE login_tries SET keep_until_ms = 0`);
    for (let index = 0; index < 6; index++) await waitOf(guard, ada);
    expect(Number((await run(sql`SELECT count(*) AS n FROM login_tries`))[0]?.n)).toBe(3);
  });
});
