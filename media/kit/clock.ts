/** Monotonic clock. Tests pass one that they advance manually. */
export interface Clock {
  /** Milliseconds since an arbitrary start; never decreases. */
  nowMs(): number;
  /** Calls `fire` once after `delayMs`. Returns a function that cancels it. */
  after(delayMs: number, fire: () => void): () => void;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, fire) {
    const timer = setTimeout(fire, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Returns milliseconds on a clock that all threads of the process share, because `performance.now()` counts from the
 * start of each thread.
 */
export function processNowMs(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** Resolves after `delayMs`, or at once when `signal` aborts. */
export function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const finish = (): void => {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = clock.after(delayMs, finish);
    signal.addEventListener('abort', finish, { once: true });
  });
}

/** A clock that moves only when advanced; due timers fire in time order. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Due time of the next timer; undefined without timers. */
  readonly nextMs: number | undefined;
  /** Timers that have neither fired nor been cancelled. */
  readonly pending: number;
}

export function createManualClock(startMs = 0): ManualClock {
  let now = startMs;
  let timers: { atMs: number; fire: () => void }[] = [];
  return {
    nowMs: () => now,
    after(delayMs, fire) {
      const timer = { atMs: now + delayMs, fire };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = timers.filter((timer) => timer.atMs <= until).sort((a, b) => a.atMs - b.atMs)[0];
        if (due === undefined) break;
        timers = timers.filter((other) => other !== due);
        now = Math.max(now, due.atMs);
        due.fire();
      }
      now = until;
    },
    get nextMs() {
      return timers.length === 0 ? undefined : Math.min(...timers.map(({ atMs }) => atMs));
    },
    get pending() {
      return timers.length;
    },
  };
}
