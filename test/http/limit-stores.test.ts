import { describe, expect, test } from 'vitest';
import { createMemoryLimitStore } from '../../src/http/limit-store.ts';

describe('counts in memory', () => {
  function open(capacity = 1000) {
    let now = 5_000_000.5;
    const store = createMemoryLimitStore({ nowMs: () => now, capacity });
    return {
      store,
      pass(ms: number) {
        now += ms;
      },
    };
  }

  test('a window begins with its first request and lasts a minute', async () => {
    const { store, pass } = open();
    expect(await store.hit('a')).toEqual({ count: 1, resetMs: 60_000 });
    pass(59_999);
    expect(await store.hit('a')).toEqual({ count: 2, resetMs: 1 });
    pass(1);
    expect(await store.hit('a')).toEqual({ count: 1, resetMs: 60_000 });
  });

  test('keys do not count for each other', async () => {
    const { store } = open();
    for (const key of ['a', 'b', '__proto__']) expect(await store.hit(key)).toMatchObject({ count: 1 });
  });

  test('windows that have ended take no memory', () => {
    const { store, pass } = open();
    for (let index = 0; index < 1000; index += 1) {
      store.hit(`key ${index}`);
      pass(1000);
    }
    expect(store.windows).toBeLessThanOrEqual(60);
    expect(store.forgotten).toBe(0);
  });

  test('beyond its capacity the oldest window is forgotten', async () => {
    const { store } = open(100);
    for (let index = 0; index < 250; index += 1) store.hit(`key ${index}`);
    expect(store.windows).toBe(100);
    expect(store.forgotten).toBe(150);
    expect(await store.hit('key 249')).toMatchObject({ count: 2 });
    expect(await store.hit('key 0')).toMatchObject({ count: 1 });
  });
});
