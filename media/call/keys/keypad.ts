import type { WireCommand } from '../../line/wire.ts';
import type { CallEvent } from '../../ports.ts';
import type { Pacer } from '../../wire/pacing.ts';
import { keyTones } from './dtmf.ts';

export interface KeypadOptions {
  readonly send: (command: WireCommand) => boolean;
  /** True if the dialect has a message for keys. Otherwise tones are sent like the agent's voice. */
  readonly sendsKeys: boolean;
  readonly pacer: Pacer;
  readonly rateHz: number;
  /** Maximum time for which the far end buffers audio before it plays it. */
  readonly leadMs: number;
  /** Milliseconds of the call. */
  readonly nowMs: () => number;
  readonly note: (event: CallEvent) => void;
}

/** Keys that the agent presses. All commands pass through it, so that it knows which of its tones were cleared. */
export interface Keypad {
  send(command: WireCommand): boolean;
  /** Returns true if the mark belongs to a key tone. */
  acknowledged(mark: string): boolean;
  tick(): void;
  /** Calls `then` when the current keys have been played; at once if there are none. */
  whenPlayed(then: () => void): void;
  /** Called when the line is closed: tones without an acknowledgement count as not heard to the end. */
  over(): void;
  /** True while key tones are being sent: keys detected meanwhile are their echo. */
  readonly busy: boolean;
}

/** How long to wait for an acknowledgement after the tones have been played. */
const acknowledgementGraceMs = 700;
const markPrefix = 'keys.';
/** Whether the mark names a key tone and not a phrase of a reply. */
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
