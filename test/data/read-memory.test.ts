import type pg from 'pg';
import { describe, expect, test } from 'vitest';
import { rememberedMs } from '../../src/data/index.ts';
import type { Run } from '../../src/data/postgres/link.ts';
import { createReadMemory } from '../../src/data/postgres/read-memory.ts';
import { DatabaseAway, QueryRefused } from '../../src/data/trouble.ts';

const query = { text: 'SELECT name FROM flows WHERE uuid = $1' };

function setUp() {
  const state = { nowMs: 0, error: undefined as Error | undefined, answer: 'first', reads: 0, full: 0 };
  const memory = createReadMemory({
    nowMs: () => state.nowMs,
    onFull() {
      state.full += 1;
    },
    mostBytes: { ahead: 3000, recent: 3000 },
  });
  const run: Run = async () => {
    state.reads += 1;
    if (state.error !== undefined) throw state.error;
    return { rows: [[state.answer]] } as unknown as pg.QueryResult;
  };
  const reading = memory.readingOf(run);
  const read = async (uuid = 'a') => (await reading(query, [uuid])).rows[0][0] as string;
  return { state, memory, read };
}

const away = () => new DatabaseAway(new Error('silent'));

describe('remembered reads', () => {
  test('have the last result of the same statement while the server is away, and the new one when it is back', async () => {
    const { state, memory, read } = setUp();
    await memory.remembered(() => read());
    state.answer = 'second';
    expect(await memory.remembered(() => read())).toBe('second');
    state.error = away();
    expect(await memory.remembered(() => read())).toBe('second');
    await expect(memory.remembered(() => read('b'))).rejects.toThrow(DatabaseAway);
    state.error = undefined;
    state.answer = 'third';
    expect(await memory.remembered(() => read())).toBe('third');
  });

  test('are not used outside of their scope, nor after a rejected statement', async () => {
    const { state, memory, read } = setUp();
    await memory.remembered(() => read());
    state.error = away();
    await expect(read()).rejects.toThrow(DatabaseAway);
    state.error = new QueryRefused('42601', 'syntax error', undefined);
    await expect(memory.remembered(() => read())).rejects.toThrow(QueryRefused);
  });

  test('ask the server once in a scope, and not at all if it is known to be away', async () => {
    const { state, memory, read } = setUp();
    await memory.remembered(() => read());
    state.error = away();
    state.reads = 0;
    await memory.remembered(async () => [await read(), await read(), await read()]);
    expect(state.reads).toBe(1);
    expect(await memory.remembered(() => read(), { isAway: true })).toBe('first');
    expect(state.reads).toBe(1);
  });

  test('end after four hours', async () => {
    const { state, memory, read } = setUp();
    await memory.remembered(() => read());
    state.error = away();
    state.nowMs = rememberedMs - 1;
    expect(await memory.remembered(() => read())).toBe('first');
    state.nowMs = rememberedMs;
    await expect(memory.remembered(() => read())).rejects.toThrow(DatabaseAway);
  });

  test('are kept if they were read ahead, whatever calls read afterwards, and say when they no longer fit', async () => {
    const { state, memory, read } = setUp();
    await memory.remembered(() => read('number'), { isAhead: true });
    for (let call = 0; call < 100; call++) await memory.remembered(() => read(`call ${call}`));
    state.error = away();
    expect(await memory.remembered(() => read('number'))).toBe('first');
    await expect(memory.remembered(() => read('call 0'))).rejects.toThrow(DatabaseAway);
    expect(await memory.remembered(() => read('call 99'))).toBe('first');
    expect(state.full).toBe(0);
    state.error = undefined;
    for (let number = 0; number < 100; number++) await memory.remembered(() => read(`${number}`), { isAhead: true });
    expect(state.full).toBeGreaterThan(0);
  });

  test('that were not read ahead again for four hours make room without a word', async () => {
    const { state, memory, read } = setUp();
    const readAll = (names: readonly string[]) =>
      memory.remembered(() => Promise.all(names.map(read)), { isAhead: true });
    await readAll(['1', '2', '3', '4', '5', '6']);
    state.nowMs = rememberedMs;
    await readAll(['7', '8', '9', '10', '11', '12']);
    expect(state.full).toBe(0);
  });
});
