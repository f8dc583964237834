import { describe, expect, onTestFinished, test } from 'vitest';
import { createThreadPool, type ThreadPoolOptions } from '../../src/threads/thread-pool.ts';

type TestWork = {
  double: (value: number) => number;
  block: (lock: SharedArrayBuffer) => string;
  spin: (nothing: null) => void;
  exit: (nothing: null) => void;
  fill: (nothing: null) => void;
  fail: (nothing: null) => void;
};

function openPool(options: Partial<ThreadPoolOptions> = {}) {
  const ended: string[] = [];
  const pool = createThreadPool<TestWork>({
    module: new URL('./thread.mjs', import.meta.url),
    threads: 2,
    limits: { waiting: 20, waitingOfOne: 4, takenOfOne: 1 },
    limitMs: 60_000,
    heapMb: 64,
    idleMs: 60_000,
    onEnded: (reason) => ended.push(reason),
    ...options,
  });
  onTestFinished(pool.close);
  return { ended, pool };
}

/** A piece of work that blocks its thread until `wake`. `entered` resolves when it has begun. */
function createBlock() {
  const lock = new SharedArrayBuffer(8);
  const view = new Int32Array(lock);
  return {
    lock,
    async entered() {
      while (Atomics.load(view, 1) === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    wake() {
      Atomics.store(view, 0, 1);
      Atomics.notify(view, 0);
    },
  };
}

const a = { organisation: 'a' };
const b = { organisation: 'b' };

describe('a thread pool', () => {
  test('returns what the function returns, and throws what it throws', async () => {
    const { pool } = openPool();
    expect(await pool.run('double', 21, a)).toBe(42);
    await expect(pool.run('fail', null, a)).rejects.toThrow('too deep');
    await expect(pool.run('double', (() => 1) as never, a)).rejects.toThrow('could not be cloned');
    expect(await pool.run('double', 4, a)).toBe(8);
  });

  test('ends work at its time limit, and replaces the thread', async () => {
    const { ended, pool } = openPool({ threads: 1, limitMs: 300 });
    await expect(pool.run('spin', null, a)).rejects.toMatchObject({ code: 'work_too_long', isFinal: true });
    expect(ended).toEqual(['takes more than 0.3 s']);
  });

  test('runs the next work after a thread died', async () => {
    const { ended, pool } = openPool({ threads: 1 });
    const died = pool.run('exit', null, a);
    const next = pool.run('double', 2, a);
    await expect(died).rejects.toMatchObject({ code: 'work_died', isFinal: false });
    expect(await next).toBe(4);
    expect(ended).toHaveLength(1);
  });

  test('ends work that fills the memory of its thread', async () => {
    const { pool } = openPool({ threads: 1, heapMb: 16 });
    await expect(pool.run('fill', null, a)).rejects.toMatchObject({ code: 'work_too_large' });
    expect(await pool.run('double', 3, a)).toBe(6);
  });

  test('serves another organisation while one blocks a thread and has more waiting', async () => {
    const { pool } = openPool();
    const block = createBlock();
    const blocked = pool.run('block', block.lock, a);
    const waiting = pool.run('double', 1, a);
    await block.entered();
    expect(await pool.run('double', 5, b)).toBe(10);
    block.wake();
    expect(await blocked).toBe('woken');
    expect(await waiting).toBe(2);
  });

  test('refuses work when too much of one organisation waits, and of another does not', async () => {
    const { pool } = openPool();
    const block = createBlock();
    const blocked = pool.run('block', block.lock, a);
    const waiting = Array.from({ length: 4 }, () => pool.run('double', 1, a));
    await expect(pool.run('double', 1, a)).rejects.toMatchObject({ code: 'work_refused', isFinal: false });
    expect(await pool.run('double', 1, b)).toBe(2);
    block.wake();
    await blocked;
    expect(await Promise.all(waiting)).toEqual([2, 2, 2, 2]);
  });

  test('bounds a thousand requests, and answers each of them', async () => {
    const { pool } = openPool({ limits: { waiting: 100, waitingOfOne: 50, takenOfOne: 1 } });
    const all = await Promise.allSettled(Array.from({ length: 1000 }, () => pool.run('double', 1, a)));
    const done = all.filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(51);
  });

  test('drops waiting work, and ends running work, when its signal aborts', async () => {
    const { ended, pool } = openPool({ threads: 1 });
    const [first, second] = [new AbortController(), new AbortController()];
    const block = createBlock();
    const running = pool.run('block', block.lock, { ...a, signal: first.signal });
    const waiting = pool.run('double', 1, { ...a, signal: second.signal });
    await block.entered();
    second.abort(new Error('gone before its turn'));
    await expect(waiting).rejects.toThrow('gone before its turn');
    first.abort(new Error('gone'));
    await expect(running).rejects.toThrow('gone');
    expect(await pool.run('double', 6, a)).toBe(12);
    await expect(pool.run('double', 6, { ...a, signal: first.signal })).rejects.toThrow('gone');
    expect(ended).toEqual([]);
  });

  test('fails running and waiting work when it closes, and accepts no more', async () => {
    const { pool } = openPool({ threads: 1 });
    const block = createBlock();
    const all = [pool.run('block', block.lock, a), pool.run('double', 1, a)];
    const ends = Promise.allSettled(all);
    await block.entered();
    await pool.close();
    await pool.close();
    for (const end of await ends) expect(end).toMatchObject({ reason: { code: 'work_stopped' } });
    await expect(pool.run('double', 1, a)).rejects.toMatchObject({ code: 'work_stopped' });
  });
});
