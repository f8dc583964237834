import { randomUUID } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { createCallLog } from '../../src/features/calls/calls/call-log.ts';
import { type CallRow, newState } from '../../src/features/calls/calls/call-rows.ts';
import { type CallRecord, openCallSpool, uuidOf } from '../../src/features/calls/calls/call-spool.ts';
import { openSpools } from '../../src/features/calls/calls/spools.ts';
import { createLog } from '../../src/log.ts';
import { temporaryFolder } from '../http/test-app.ts';

const digit = (name: string): CallEvent => ({ type: 'dtmf', atMs: 0, digit: name, from: 'caller' });
const record = (name: string): CallRecord => ({ callUuid: 'call', event: digit(name), recordedAt: '2026-01-01' });
const call = { ...newState, uuid: 'unstored', organisationId: 'organisation' } as unknown as CallRow;
const nameOf = (it: CallRecord): string =>
  'call' in it ? it.call.uuid : it.event.type === 'dtmf' ? it.event.digit : it.event.type;

class Away extends Error {}

async function openSpool(path = join(temporaryFolder(), 'spool', 'a.jsonl'), maxBytes = 1 << 20) {
  const troubles: unknown[] = [];
  const spool = await openCallSpool({ path, maxBytes, onTrouble: (error) => void troubles.push(error) });
  return { spool, path, troubles };
}

describe('a spool of calls', () => {
  test('returns records in order, and is empty when they are removed', async () => {
    const { spool, path, troubles } = await openSpool();
    expect(spool.isEmpty).toBe(true);
    for (const name of ['1', '2', '3']) expect(spool.add(record(name))).toBe(true);
    const first = await spool.first(2);
    expect(first.records.map(nameOf)).toEqual(['1', '2']);
    await spool.remove(first.bytes);
    expect(spool.add(record('4'))).toBe(true);
    const rest = await spool.first(9);
    expect(rest.records.map(nameOf)).toEqual(['3', '4']);
    await spool.remove(rest.bytes);
    expect([spool.isEmpty, spool.bytes, statSync(path).size, troubles]).toEqual([true, 0, 0, []]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    await spool.close();
  });

  test('has what another process wrote before it was killed, without the line that it did not finish', async () => {
    const { spool, path } = await openSpool();
    spool.add(record('1'));
    await spool.close();
    appendFileSync(path, `damaged\nnull\n{}\n${JSON.stringify(record('2'))}\n{"callUuid":"ca`);
    const { spool: next } = await openSpool(path);
    const { records, bytes } = await next.first(9);
    expect(records.map(nameOf)).toEqual(['1', '2']);
    await next.remove(bytes);
    const end = await next.first(9);
    expect(end.records).toEqual([]);
    await next.remove(end.bytes);
    expect(next.isEmpty).toBe(true);
    await next.close();
  });

  test('reads a record that is longer than a chunk', async () => {
    const { spool } = await openSpool(undefined, 8 << 20);
    const long = 'x'.repeat(3 << 20);
    spool.add(record(long));
    spool.add(record('2'));
    const { records } = await spool.first(9);
    expect(records.map((it) => nameOf(it).length)).toEqual([long.length, 1]);
    await spool.close();
  });

  test('reports a file that cannot be written once, and writes it when it can', async () => {
    const folder = join(temporaryFolder(), 'spool');
    const { spool, path, troubles } = await openSpool(join(folder, 'a.jsonl'));
    writeFileSync(folder, 'in the way');
    for (const name of ['1', '2']) spool.add(record(name));
    await expect(spool.written()).rejects.toThrow('EEXIST');
    spool.add(record('3'));
    await expect(spool.written()).rejects.toThrow('EEXIST');
    expect(troubles).toHaveLength(1);
    rmSync(folder);
    await spool.written();
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(3);
    await spool.close();
  });

  test('refuses what would make its file too long', async () => {
    const line = Buffer.byteLength(`${JSON.stringify(record('1'))}\n`);
    const { spool } = await openSpool(undefined, line * 2);
    expect([1, 2, 3].map(() => spool.add(record('1')))).toEqual([true, true, false]);
    await spool.remove((await spool.first(1)).bytes);
    expect(spool.add(record('1'))).toBe(true);
    await spool.close();
  });
});

describe('a call log with a spool', () => {
  async function setUp(maxBytes?: number) {
    const { spool, path } = await openSpool(undefined, maxBytes);
    const written: string[] = [];
    const state = { isAway: false, again: [] as boolean[] };
    const log = createCallLog({
      async write(records, again) {
        await Promise.resolve();
        if (state.isAway) throw new Away();
        state.again.push(again);
        written.push(...records.map(nameOf));
        return { unknown: 0, fenced: 0 };
      },
      isDiskTrouble: (error) => error instanceof Away,
      spool,
      log: createLog({ level: 'silent', stream: { write: () => {} } }),
      now: () => new Date(0),
      capacity: 1000,
    });
    return { log, state, written, spool, path };
  }

  test('does not touch the disk while the database is there', async () => {
    const { log, written, path } = await setUp();
    log.note('call', digit('1'));
    await log.close();
    expect(written).toEqual(['1']);
    expect(() => statSync(path)).toThrow('ENOENT');
  });

  test('keeps calls and events in order while it is away, and writes them once when it is back', async () => {
    const { log, state, written, path } = await setUp();
    state.isAway = true;
    log.note('call', digit('1'));
    await expect(log.flush()).rejects.toThrow(Away);
    const opened = log.open(call);
    log.note('call', digit('2'));
    expect([log.waiting, log.unstored('unstored'), log.isWaiting('call')]).toEqual([3, call, true]);
    await opened;
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4);
    await expect(log.flush()).rejects.toThrow(Away);
    state.isAway = false;
    await log.flush();
    log.note('call', digit('3'));
    await log.flush();
    expect(written).toEqual(['1', 'unstored', '2', '3']);
    expect(state.again, 'the spool is written as a repetition').toEqual([true, false]);
    expect([log.waiting, log.refused, log.unstored('unstored'), log.isWaiting('call')]).toEqual([
      0,
      0,
      undefined,
      false,
    ]);
    await log.close();
  });

  test('writes what arrives during the return after what waited', async () => {
    const { log, state, written } = await setUp();
    state.isAway = true;
    log.note('call', digit('1'));
    await expect(log.flush()).rejects.toThrow(Away);
    state.isAway = false;
    const flushed = log.flush();
    log.note('call', digit('2'));
    await flushed;
    await log.flush();
    expect(written).toEqual(['1', '2']);
    await log.close();
  });

  test('refuses and counts the newest when it is full', async () => {
    const line = Buffer.byteLength(`${JSON.stringify({ ...record('1'), recordedAt: new Date(0).toISOString() })}\n`);
    const { log, state, written } = await setUp(line * 2);
    state.isAway = true;
    log.note('call', digit('1'));
    await expect(log.flush()).rejects.toThrow(Away);
    log.note('call', digit('2'));
    log.note('call', digit('3'));
    expect([log.waiting, log.refused]).toEqual([2, 1]);
    state.isAway = false;
    await log.flush();
    log.note('call', digit('4'));
    await log.flush();
    expect(written).toEqual(['1', '2', '4']);
    await log.close();
  });

  test('leaves to the next process what it cannot write before it ends', async () => {
    const { log, state, path } = await setUp();
    state.isAway = true;
    await log.open(call);
    log.note('unstored', digit('1'));
    await log.close();
    const { spool } = await openSpool(path);
    const { records } = await spool.first(9);
    expect(records.map(uuidOf)).toEqual(['unstored', 'unstored']);
    await spool.close();
  });
});

describe('the spools of a machine', () => {
  async function openProcess(dataDir: string) {
    const owner = { id: randomUUID() };
    const log = createLog({ level: 'silent', stream: { write: () => {} } });
    const isDiskTrouble = (error: unknown): boolean => error instanceof Away;
    return { owner, ...(await openSpools({ dataDir, owner, isDiskTrouble, log })) };
  }

  test('are written for the process that died, without what the database rejects', async () => {
    const dataDir = temporaryFolder();
    const dead = await openProcess(dataDir);
    for (const name of ['1', 'bad', '2']) dead.ownSpool.add(record(name));
    await dead.ownSpool.close();
    await dead.close();
    const next = await openProcess(dataDir);
    const written: string[] = [];
    await next.recover(async (records, owner) => {
      if (records.some((each) => nameOf(each) === 'bad')) throw new Error('violates a check constraint');
      written.push(...records.map((each) => `${owner} ${nameOf(each)}`));
      return { unknown: 0, fenced: 0 };
    });
    expect(written).toEqual([`${dead.owner.id} 1`, `${dead.owner.id} 2`]);
    expect(readdirSync(join(dataDir, 'spool'))).toEqual([]);
    await next.ownSpool.close();
    await next.close();
  });

  test('stay while their process lives, and when the database goes away', async () => {
    const dataDir = temporaryFolder();
    const other = await openProcess(dataDir);
    other.ownSpool.add(record('1'));
    await other.ownSpool.written();
    const next = await openProcess(dataDir);
    const rejects = async () => {
      throw new Away();
    };
    await next.recover(rejects);
    await other.ownSpool.close();
    await other.close();
    await expect(next.recover(rejects)).rejects.toThrow(Away);
    expect(readdirSync(join(dataDir, 'spool'))).toHaveLength(1);
    await next.ownSpool.close();
    await next.close();
  });
});
