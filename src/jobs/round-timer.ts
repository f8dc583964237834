import { AsyncLocalStorage } from 'node:async_hooks';

export interface RoundTimerOptions {
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Runs `work` after a delay. Returns a function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
  readonly round: () => void;
}

/** One timer for the next round, which can be brought forward. */
export function createRoundTimer({ nowMs, after, round }: RoundTimerOptions) {
  // A job enqueued in a transaction may set the timer; the timer's work is outside the transaction.
  const outside = AsyncLocalStorage.snapshot();
  let disarm = (): void => {};
  let atMs = Number.POSITIVE_INFINITY;

  function bringForward(ms: number): void {
    const wishedMs = nowMs() + Math.max(1, ms);
    if (wishedMs >= atMs) return;
    atMs = wishedMs;
    disarm();
    disarm = after(Math.max(1, ms), () => outside(round));
  }

  return {
    bringForward,
    /** A round begins: the next one is due in `ms`, or earlier if brought forward. */
    restart(ms: number): void {
      atMs = Number.POSITIVE_INFINITY;
      bringForward(ms);
    },
    stop: (): void => disarm(),
  };
}
