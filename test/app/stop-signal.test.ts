import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { awaitStopSignal } from '../../src/stop-signal.ts';

function openStop() {
  const signals = new EventEmitter();
  const exits: number[] = [];
  const lines: string[] = [];
  let nowMs = 0;
  let isStopping = false;
  void awaitStopSignal({
    signals,
    exit: (status) => void exits.push(status),
    nowMs: () => nowMs,
    log: { info: (_fields, message) => void lines.push(message) },
  }).then(() => {
    isStopping = true;
  });
  return {
    exits,
    lines,
    isStopping: async () => {
      await Promise.resolve();
      return isStopping;
    },
    send(signal: NodeJS.Signals, afterMs: number) {
      nowMs += afterMs;
      signals.emit(signal, signal);
    },
  };
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s begins the stop, and further SIGTERMs do not shorten it',
  async (first) => {
    const { send, exits, lines, isStopping } = openStop();
    expect(await isStopping()).toBe(false);
    send(first, 0);
    expect(await isStopping()).toBe(true);
    for (let again = 0; again < 3; again++) send('SIGTERM', 60_000);
    expect(exits).toEqual([]);
    expect(lines).toHaveLength(4);
  },
);

test('a person who presses Ctrl+C again ends the process at once, but not a signal that reaches it twice', () => {
  const { send, exits } = openStop();
  send('SIGINT', 0);
  send('SIGINT', 100);
  expect(exits).toEqual([]);
  send('SIGINT', 2_000);
  expect(exits).toEqual([130]);
});
