import { expect, test } from 'vitest';
import type { LimitStore } from '../../src/http/limits/limit-store.ts';

export interface OpenLimits {
  readonly store: LimitStore;
  /** Advances time. */
  pass(ms: number): Promise<void>;
  /** Milliseconds by which its clock may have advanced by itself. */
  readonly driftMs: number;
  /** Returns the number of stored windows after expired ones are removed. */
  kept(): Promise<number>;
}

/** Contract of every store that counts requests. */
export function limitStoreContract(open: () => Promise<OpenLimits>): void {
  const most = 5;

  test('a window starts with its first request and lasts a minute', async () => {
    const { store, pass, driftMs } = await open();
    const reset = async (ms: number) => {
      const { resetMs } = await store.hit('a', most);
      expect(resetMs).toBeLessThanOrEqual(ms);
      expect(resetMs).toBeGreaterThanOrEqual(ms - driftMs);
    };
    await reset(60_000);
    await pass(60_000 - driftMs - 1);
    await reset(driftMs + 1);
    await pass(driftMs + 1);
    expect(await store.hit('a', most)).toMatchObject({ count: 1 });
    await reset(60_000);
  });

  test('each request gets its count, and those beyond the limit are rejected', async () => {
    const { store, pass } = await open();
    for (let count = 1; count <= most; count += 1) expect((await store.hit('a', most)).count).toBe(count);
    for (let more = 0; more < 5; more += 1) {
      const { count, resetMs } = await store.hit('a', most);
      expect(count).toBeGreaterThan(most);
      expect(resetMs).toBeLessThanOrEqual(60_000);
    }
    await pass(60_000);
    expect(await store.hit('a', most)).toMatchObject({ count: 1 });
  });

  test('simultaneous requests get different counts', async () => {
    const { store } = await open();
    const windows = await Promise.all(Array.from({ length: 50 }, () => store.hit('a', 100)));
    expect(windows.map(({ count }) => count).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  test('keys are counted separately', async () => {
    const { store } = await open();
    for (const key of ['a', 'b', '__proto__', '', "'; --", 'a'.repeat(5000), '\0'])
      expect(await store.hit(key, most)).toMatchObject({ count: 1 });
  });

  test('expired windows need no memory', async () => {
    const { store, pass, kept } = await open();
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(Array.from({ length: 200 }, (_, index) => store.hit(`${round} ${index}`, most)));
      await pass(60_000);
    }
    await store.hit('last', most);
    expect(await kept()).toBe(1);
  });
}
