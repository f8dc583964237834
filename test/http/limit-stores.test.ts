import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type CountedWindow, createMemoryLimitStore } from '../../src/http/limits/limit-store.ts';
import { createRequestCounts } from '../../src/http/limits/request-count-store.ts';
import { createSharedLimitStore } from '../../src/http/limits/shared-limit-store.ts';
import { onPostgres, openAt } from '../data/databases.ts';
import { limitStoreContract } from './limit-store.contract.ts';

function openMemory(capacity = 1000) {
  let now = 5_000_000.5;
  const store = createMemoryLimitStore({ nowMs: () => now, capacity });
  return {
    store,
    driftMs: 0,
    kept: async () => store.windows,
    async pass(ms: number) {
      now += ms;
    },
  };
}

describe('counts in memory', () => {
  limitStoreContract(async () => openMemory());

  test('drop the oldest window beyond their capacity', () => {
    const { store } = openMemory(100);
    for (let index = 0; index < 250; index += 1) store.hit(`key ${index}`);
    expect(store.windows).toBe(100);
    expect(store.forgotten).toBe(150);
    expect(store.hit('key 249')).toMatchObject({ count: 2 });
    expect(store.hit('key 0')).toMatchObject({ count: 1 });
  });
});

onPostgres('counts in PostgreSQL', ({ place }) => {
  limitStoreContract(async () => {
    const database = await openAt(await place());
    const counts = createRequestCounts(database);
    let passedMs = 0;
    const nowMs = () => performance.now() + passedMs;
    const own = createMemoryLimitStore({ nowMs, capacity: 1000 });
    const fail = (why = ''): never => expect.fail(`decides alone: ${why}`);
    // A busy machine must not make a node impatient here.
    const store = createSharedLimitStore({
      counts,
      memory: own,
      nowMs,
      onAlone: fail,
      onTogether: fail,
      patienceMs: 20_000,
    });
    return {
      store,
      driftMs: 20_000,
      async pass(ms) {
        passedMs += ms;
        await database.system.tx((queries) =>
          queries.rows(sql`UPDATE request_counts SET ends_at_ms = ends_at_ms - ${ms}`),
        );
      },
      async kept() {
        while ((await counts.purge()) > 0);
        return Number(
          (await database.system.read.rows<{ n: number }>(sql`SELECT count(*) AS n FROM request_counts`))[0]?.n,
        );
      },
    };
  });
});

describe('a node that counts in the database', () => {
  type Add = (hits: ReadonlyMap<string, number>) => Promise<ReadonlyMap<string, CountedWindow>>;

  function openNode() {
    const asked: { hits: ReadonlyMap<string, number>; answer: (count: number) => void; fail: () => void }[] = [];
    const told: string[] = [];
    const add: Add = (hits) =>
      new Promise((resolve, reject) => {
        const answer = (count: number) =>
          resolve(new Map([...hits.keys()].map((key) => [key, { count, resetMs: 30_000 }])));
        asked.push({ hits, answer, fail: () => reject(new Error('the database does not answer')) });
      });
    const nowMs = () => Date.now();
    const own = createMemoryLimitStore({ nowMs, capacity: 100 });
    const onAlone = (why: string) => void told.push(why);
    const store = createSharedLimitStore({
      counts: { add },
      memory: own,
      nowMs,
      onAlone,
      onTogether: () => void told.push('back'),
    });
    return { store, asked, told, own };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const turn = () => vi.advanceTimersByTimeAsync(0);

  test('has one statement in progress, and sends the rest together', async () => {
    const { store, asked } = openNode();
    const first = store.hit('a', 100);
    await turn();
    const later = ['a', 'b', 'a'].map((key) => store.hit(key, 100));
    await turn();
    expect(asked.map(({ hits }) => [...hits])).toEqual([[['a', 1]]]);
    asked[0]?.answer(7);
    expect(await first).toEqual({ count: 7, resetMs: 30_000 });
    await turn();
    expect([...(asked[1]?.hits ?? [])]).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
    asked[1]?.answer(9);
    expect((await Promise.all(later)).map(({ count }) => count)).toEqual([8, 9, 9]);
  });

  test('rejects by itself while a window is full', async () => {
    const { store, asked } = openNode();
    const last = store.hit('a', 5);
    await turn();
    asked[0]?.answer(6);
    expect(await last).toMatchObject({ count: 6 });
    await vi.advanceTimersByTimeAsync(29_999);
    expect(await store.hit('a', 5)).toEqual({ count: 6, resetMs: 1 });
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    void store.hit('a', 5);
    await turn();
    expect(asked).toHaveLength(2);
  });

  test('uses its own counts while the database is slow, and returns after a response', async () => {
    const { store, asked, told } = openNode();
    const waiting = [store.hit('a', 5)];
    await turn();
    waiting.push(store.hit('a', 5) as Promise<CountedWindow>);
    await vi.advanceTimersByTimeAsync(1001);
    expect((await Promise.all(waiting)).map(({ count }) => count)).toEqual([1, 2]);
    expect(store.hit('a', 5)).toMatchObject({ count: 3 });
    expect(asked).toHaveLength(1);
    expect(told).toEqual(['no answer within 1000 ms']);
    expect(store.alone).toBe(3);
    asked[0]?.answer(1);
    await turn();
    expect(told).toEqual(['no answer within 1000 ms', 'back']);
    void store.hit('a', 5);
    await turn();
    expect(asked).toHaveLength(2);
  });

  test('uses its own counts for five seconds while the database is away, and logs it once', async () => {
    const { store, asked, told } = openNode();
    for (let round = 1; round <= 3; round += 1) {
      const first = store.hit('a', 5);
      await turn();
      asked.at(-1)?.fail();
      expect(await first).toMatchObject({ count: round });
      for (let index = 0; index < 10; index += 1) expect(store.hit('b', 5)).toHaveProperty('count');
      expect(asked).toHaveLength(round);
      await vi.advanceTimersByTimeAsync(round < 3 ? 5000 : 4999);
    }
    expect(told).toEqual(['the database does not answer']);
    expect(store.hit('b', 5)).toMatchObject({ count: 31 });
    expect(store.alone).toBe(34);
  });

  test('lets at most a thousand requests wait, and remembers at most ten thousand full windows', async () => {
    const { store, asked } = openNode();
    const hits = Array.from({ length: 1500 }, (_, index) => store.hit(`${index}`, 5));
    expect(hits.filter((hit) => !(hit instanceof Promise))).toHaveLength(499);
    for (let index = 0; index < 12_000; index += 1000) {
      await turn();
      asked.at(-1)?.answer(6);
      await turn();
      asked.at(-1)?.answer(6);
      for (let more = 0; more < 1000; more += 1) void store.hit(`more ${index + more}`, 5);
    }
    await turn();
    expect(store.full).toBe(10_000);
  });
});
