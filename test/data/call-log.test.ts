import { describe, expect, test, vi } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { createCallLog } from '../../src/features/calls/calls/call-log.ts';
import type { LoggedEvent } from '../../src/features/calls/calls/call-rows.ts';
import { createLog } from '../../src/log.ts';

const digit = (name: string, atMs = 0): CallEvent => ({ type: 'dtmf', atMs, digit: name, from: 'caller' });
const ended: CallEvent = { type: 'ended', atMs: 9, reason: 'caller_hung_up', wallMs: 9 };

class DiskFull extends Error {}

function setUp(capacity = 1000) {
  const written: LoggedEvent[] = [];
  const batches: number[] = [];
  const state: { refuse: (event: LoggedEvent) => Error | undefined } = { refuse: () => undefined };
  const log = createCallLog({
    async write(records) {
      const events = records as readonly LoggedEvent[];
      await Promise.resolve();
      for (const event of events) {
        const error = state.refuse(event);
        if (error !== undefined) throw error;
      }
      written.push(...events);
      batches.push(events.length);
      return { unknown: 0, fenced: 0 };
    },
    isDiskTrouble: (error) => error instanceof DiskFull,
    log: createLog({ level: 'silent', stream: { write: () => {} } }),
    now: () => new Date(0),
    capacity,
  });
  const digits = () => written.map(({ event }) => (event.type === 'dtmf' ? event.digit : event.type)).join(' ');
  return { log, state, batches, digits };
}

describe('the call log', () => {
  test('writes in order, in batches, on flush', async () => {
    const { log, batches, digits } = setUp();
    for (const name of ['1', '2', '3']) log.note('call', digit(name));
    expect(log.waiting).toBe(3);
    await log.flush();
    expect(digits()).toBe('1 2 3');
    expect(batches).toEqual([3]);
    expect(log.waiting).toBe(0);
  });

  test('counts alarms by code, including those without room', () => {
    const { log } = setUp(1);
    for (const code of ['sample_rate_mismatch', 'recording_failed', 'sample_rate_mismatch'])
      log.note('call', { type: 'alarm', atMs: 0, code, detail: '' });
    expect(log.alarms).toEqual({ sample_rate_mismatch: 2, recording_failed: 1 });
  });

  test('writes at 64 events, at the end of a call, and after 200 ms', async () => {
    vi.useFakeTimers();
    try {
      const { log, batches } = setUp();
      for (let index = 0; index < 64; index++) log.note('call', digit('1'));
      await vi.advanceTimersByTimeAsync(0);
      expect(batches).toEqual([64]);
      log.note('call', ended);
      await vi.advanceTimersByTimeAsync(0);
      expect(batches).toEqual([64, 1]);
      log.note('other', digit('2'));
      await vi.advanceTimersByTimeAsync(199);
      expect(batches).toHaveLength(2);
      await vi.advanceTimersByTimeAsync(1);
      expect(batches).toEqual([64, 1, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('writes events that arrive during a write with the same flush', async () => {
    const { log, digits } = setUp();
    log.note('call', digit('1'));
    const flushed = log.flush();
    log.note('call', digit('2'));
    await flushed;
    expect(digits()).toBe('1 2');
  });

  test('keeps everything while the disk is full, and writes it later', async () => {
    vi.useFakeTimers();
    try {
      const { log, state, digits } = setUp();
      state.refuse = () => new DiskFull();
      log.note('call', digit('1'));
      log.note('call', ended);
      await vi.advanceTimersByTimeAsync(3000);
      expect(digits()).toBe('');
      expect(log.waiting).toBe(2);
      state.refuse = () => undefined;
      log.note('other', digit('2'));
      await vi.advanceTimersByTimeAsync(1000);
      expect(digits()).toBe('1 ended 2');
    } finally {
      vi.useRealTimers();
    }
  });

  test('an event that cannot be stored does not block the others', async () => {
    const { log, state, digits } = setUp();
    state.refuse = ({ event }) => (event.type === 'dtmf' && event.digit === 'bad' ? new Error('refused') : undefined);
    for (const name of ['1', 'bad', '2']) log.note('call', digit(name));
    await log.flush();
    expect(digits()).toBe('1 2');
    expect(log.waiting).toBe(0);
  });

  test('rejects the newest events beyond its capacity, and counts them', async () => {
    const { log, state, digits } = setUp(3);
    state.refuse = () => new DiskFull();
    for (const name of ['1', '2', '3', '4', '5']) log.note('call', digit(name));
    expect(log.refused).toBe(2);
    await expect(log.flush()).rejects.toBeInstanceOf(DiskFull);
    state.refuse = () => undefined;
    await log.close();
    expect(digits()).toBe('1 2 3');
  });

  test('close gives up on a disk that stays full, without throwing', async () => {
    const { log, state } = setUp();
    state.refuse = () => new DiskFull();
    log.note('call', digit('1'));
    await log.close();
    expect(log.waiting).toBe(1);
  });
});
