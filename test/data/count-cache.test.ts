import { expect, test } from 'vitest';
import { createCountCache, reuseLarge } from '../../src/data/index.ts';

function table(rows: number, version: number | undefined = 1) {
  const source = { version };
  const state = { rows, counted: 0, nowMs: 0 };
  const count = async () => {
    state.counted += 1;
    state.nowMs += 15;
    return state.rows;
  };
  const write = () => {
    state.rows += 1;
    if (source.version !== undefined) source.version += 1;
  };
  return { source, state, count, write, nowMs: () => state.nowMs };
}

test('a count is computed once until rows are written', async () => {
  const { source, state, count, write } = table(5);
  const cache = createCountCache(source);
  expect([await cache.get('all', count), await cache.get('all', count), state.counted]).toEqual([5, 5, 1]);
  write();
  expect([await cache.get('all', count), state.counted]).toEqual([6, 2]);
});

test('a count during which rows were written is not kept', async () => {
  const { source, state, count, write } = table(5);
  const cache = createCountCache(source);
  await cache.get('all', async () => {
    write();
    return count();
  });
  await cache.get('all', count);
  expect(state.counted).toBe(2);
});

test.each([
  ['small', 9_000, 1, 3],
  ['large', 10_000, 1, 2],
  ['large, where writes are not known', 10_000, undefined, 2],
])('a %s count is reused for fifty times its duration at most', async (_, rows, version, counted) => {
  const { source, state, count, write, nowMs } = table(rows, version);
  const cache = createCountCache(source, { reuseMs: reuseLarge, nowMs });
  await cache.get('all', count);
  write();
  state.nowMs += 749;
  expect(await cache.get('all', count)).toBe(counted === 2 ? rows : rows + 1);
  state.nowMs += 1;
  write();
  expect([await cache.get('all', count), state.counted]).toEqual([rows + 2, counted]);
});
