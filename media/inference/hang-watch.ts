/** Distinguishes a hung thread from one that works, waits or gets no core. Pure: the caller supplies the time. */
export interface HangWatch {
  /** One look at the thread. True when it has made no step for as long as it may. */
  look(seen: ThreadSight): boolean;
}

export interface ThreadSight {
  readonly nowMs: number;
  /** Any number that changes with every step. */
  readonly progress: number;
  /** How long in all the thread was ready to run while no core was free. */
  readonly starvedMs: number;
}

/** A look that comes later than this after the one before counts as this much: the watcher was held up, and so may be the watched. */
const longestGapMs = 500;

export function createHangWatch(hungAfterMs: number): HangWatch {
  let last: ThreadSight | undefined;
  let starvedBeforeMs = 0;
  let stillMs = 0;
  return {
    look(seen) {
      if (last === undefined || seen.progress !== last.progress) {
        stillMs = 0;
        starvedBeforeMs = seen.starvedMs;
      } else {
        stillMs += Math.min(longestGapMs, seen.nowMs - last.nowMs);
      }
      last = seen;
      return stillMs - (seen.starvedMs - starvedBeforeMs) >= hungAfterMs;
    },
  };
}
