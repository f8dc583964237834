import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent } from '../../ports.ts';
import type { Pacer } from '../../wire/pacing.ts';
import { keyTones } from './dtmf.ts';

export interface KeypadOptions {
  readonly send: (command: WireCommand) => boolean;
  /** The dialect has a message for keys; otherwise their tones are sent as the agent's voice is. */
  readonly sendsKeys: boolean;
  readonly pacer: Pacer;
  readonly rateHz: number;
  /** How long the far end has audio before it plays it, at most. */
  readonly leadMs: number;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
}

/** The agent's keys. Everything that is sent passes through it, so that it knows what of its tones was cleared. */
export interface Keypad {
  send(command: WireCommand): boolean;
  /** True when the mark was one of its own. */
  acknowledged(mark: string): boolean;
  tick(): void;
  /** Runs when the keys that are being sent have been played; at once when there are none. */
  whenPlayed(then: () => void): void;
  /** The line is closed: what was not acknowledged by now was not heard to its end. */
  over(): void;
  /** Our own tones are being sent: detected keys are these. */
  readonly busy: boolean;
}

/** An acknowledgement later than this after the tones have played is not waited for. */
const acknowledgementGraceMs = 700;
const markPrefix = 'keys.';
/** Whether this names a key's tone, and no phrase of a reply. */
export const isKeyMark = (mark: string): boolean => mark.startsWith(markPrefix);

export function createKeypad(options: KeypadOptions): Keypad {
  const { pacer, nowMs, note } = options;
  const pending = new Map<string, { readonly digit: string; readonly playedMs: number }>();
  let count = 0;
  let afterwards: (() => void)[] = [];

  function settle(mark: string, heard: 'yes' | 'estimated_yes' | 'estimated_no'): void {
    const key = pending.get(mark);
    if (key === undefined) return;
    pending.delete(mark);
    note({ type: 'dtmf', atMs: nowMs(), digit: key.digit, from: 'agent', heard });
    if (pending.size > 0) return;
    const run = afterwards;
    afterwards = [];
    for (const then of run) then();
  }

  function press(digit: string): boolean {
    if (options.sendsKeys) {
      note({ type: 'dtmf', atMs: nowMs(), digit, from: 'agent' });
      return options.send({ type: 'dtmf', digit });
    }
    count += 1;
    const mark = `${markPrefix}${count}`;
    if (!pacer.queue(mark, keyTones(digit, options.rateHz))) return false;
    pacer.seal(mark);
    pending.set(mark, { digit, playedMs: nowMs() + pacer.queuedMs + options.leadMs });
    return true;
  }

  return {
    send(command) {
      if (command.type === 'dtmf') return press(command.digit);
      if (command.type === 'clear') for (const mark of [...pending.keys()]) settle(mark, 'estimated_no');
      return options.send(command);
    },
    acknowledged(mark) {
      if (!isKeyMark(mark)) return false;
      settle(mark, 'yes');
      return true;
    },
    tick() {
      for (const [mark, { playedMs }] of pending)
        if (nowMs() >= playedMs + acknowledgementGraceMs) settle(mark, 'estimated_yes');
    },
    whenPlayed(then) {
      if (pending.size === 0) then();
      else afterwards.push(then);
    },
    over() {
      afterwards = [];
      for (const mark of [...pending.keys()]) settle(mark, 'estimated_no');
    },
    get busy() {
      return pending.size > 0;
    },
  };
}
