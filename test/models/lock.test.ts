import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withLock } from '../../models/lock.ts';

let path: string;
beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), 'parley-lock-')), '.lock');
});
afterEach(() => rmSync(dirname(path), { recursive: true }));

const holder = (pid: number, host = hostname()) => JSON.stringify({ pid, host, id: 'other' });
/** A process id that was a process a moment ago. */
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;

describe('the lock', () => {
  it('admits one at a time, and leaves nothing behind', async () => {
    const order: string[] = [];
    const waited: string[] = [];
    const enter = (name: string) =>
      withLock(path, { pollMs: 1, onWait: (by) => waited.push(by) }, async () => {
        order.push(`${name} in`);
        for (let turns = 0; turns < 20; turns += 1) await new Promise(setImmediate);
        order.push(`${name} out`);
      });
    await Promise.all([enter('a'), enter('b'), enter('c')]);
    for (let i = 0; i < 6; i += 2) expect(order[i + 1]).toBe(order[i]?.replace('in', 'out'));
    expect(order).toHaveLength(6);
    expect(waited).toContain(`process ${process.pid} on ${hostname()}`);
    expect(readdirSync(dirname(path))).toEqual([]);
  });

  it('is taken over from a dead process by exactly one', async () => {
    writeFileSync(path, holder(deadPid()));
    let inside = 0;
    let most = 0;
    const enter = () =>
      withLock(path, { pollMs: 1 }, async () => {
        inside += 1;
        most = Math.max(most, inside);
        for (let turns = 0; turns < 5; turns += 1) await new Promise(setImmediate);
        inside -= 1;
      });
    await Promise.all(Array.from({ length: 8 }, enter));
    expect(most).toBe(1);
  });

  it.each([
    ['says nothing readable', () => writeFileSync(path, 'not json')],
    [
      'was not touched for long by a process of another machine',
      () => {
        writeFileSync(path, holder(1, 'elsewhere'));
        utimesSync(path, new Date(0), new Date(0));
      },
    ],
  ])('is taken over when it %s', async (_name, place) => {
    place();
    expect(await withLock(path, { pollMs: 1 }, async () => readFileSync(path, 'utf8'))).toContain(`${process.pid}`);
  });

  it('is respected while its holder may live, on another machine too', async () => {
    writeFileSync(path, holder(deadPid(), 'elsewhere'));
    const stop = new AbortController();
    const waiting = withLock(path, { pollMs: 1, signal: stop.signal, onWait: () => stop.abort() }, async () => 'in');
    await expect(waiting).rejects.toThrow(/abort/i);
    expect(readFileSync(path, 'utf8')).toContain('elsewhere');
  });

  it('is released when the work fails', async () => {
    await expect(withLock(path, {}, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});
