import { expect, test } from 'vitest';
import { createGrowingCache } from '../../src/growing-cache.ts';

test('a growing cache keeps as many entries as it may, and drops the one used longest ago', () => {
  const cache = createGrowingCache<number>(3);
  for (const name of ['a', 'b', 'c']) cache.set(name, 1);
  cache.get('a');
  cache.set('b', 2);
  cache.set('d', 4);
  expect(Object.fromEntries(cache.entries())).toEqual({ a: 1, b: 2, d: 4 });
  expect(cache.size).toBe(3);
});

test('a growing cache allocates nothing for entries that it does not have', () => {
  const before = process.memoryUsage().heapUsed;
  const caches = Array.from({ length: 100 }, () => createGrowingCache(100_000));
  const bytesEach = (process.memoryUsage().heapUsed - before) / caches.length;
  // Lists of 100,000 entries would take 2.4 MB.
  expect(bytesEach).toBeLessThan(100_000);
});
