import { expect, test } from 'vitest';
import { lastKnown } from '../../src/features/operations/health/last-known.ts';

function counting(options: { readonly freshMs?: number } = {}) {
  const clock = { nowMs: 0 };
  let reads = 0;
  const value = lastKnown(async () => (reads += 1), {
    ...options,
    unknown: 0,
    patienceMs: 60_000,
    nowMs: () => clock.nowMs,
  });
  return { clock, value, reads: () => reads };
}

test('a fresh value is not read again, and an older one is', async () => {
  const { clock, value, reads } = counting({ freshMs: 1000 });
  expect([await value(), await value()]).toEqual([1, 1]);
  clock.nowMs = 999;
  expect(await value()).toBe(1);
  clock.nowMs = 1000;
  expect(await value()).toBe(2);
  expect(reads()).toBe(2);
});

test('without an age each request reads', async () => {
  const { value } = counting();
  expect([await value(), await value()]).toEqual([1, 2]);
});
