/** Distinguishes a hung thread from one that works, waits or gets no core. Pure: the caller supplies the time. */
export interface HangWatch {
  /** Checks the thread once. Returns true if it has made no progress for `hungAfterMs`. */
  look(seen: ThreadSight): boolean;
}

export interface ThreadSight {
  readonly nowMs: number;
  /** Any number that changes with every step. */
  readonly progress: number;
  /** Total time in ms that the thread was ready to run without a free core. */
  readonly starvedMs: number;
}

/** Maximum time counted between two checks: if a check is late, the watched thread may have been delayed as well. */
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
