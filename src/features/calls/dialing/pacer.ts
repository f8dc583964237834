/** Spreads requests evenly. Pure: time is an argument, in monotonic milliseconds. */
export interface Pacer {
  /** Returns the time until the next request may start; 0 if it may start now. */
  waitMs(nowMs: number): number;
  /** Records that a request starts now. */
  take(nowMs: number): void;
}

/** Share of the permitted rate to aim at, which leaves room to catch up after a delay. */
const aimed = 0.98;
/** After a delay, requests follow at this share of the interval until they are on schedule again. */
const closest = 0.5;
/** A longer delay is not made up for: the schedule moves. */
const mostOwedMs = 2000;

/**
 * Follows a schedule instead of the time since the last request, so that single delays do not lower the rate. Never
 * exceeds the rate in any second, since providers count by the second.
 */
export function createPacer(perSecond: number): Pacer {
  const intervalMs = 1000 / (perSecond * aimed);
  /** Times of the last requests, as many as `spanMs` may contain; `oldest` is the next index to overwrite. */
  const gone: number[] = new Array(Math.ceil(perSecond)).fill(Number.NEGATIVE_INFINITY);
  const spanMs = (gone.length * 1000) / perSecond;
  let oldest = 0;
  let dueMs = Number.NEGATIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    waitMs: (nowMs) =>
      Math.max(0, dueMs - nowMs, lastMs + intervalMs * closest - nowMs, (gone[oldest] as number) + spanMs - nowMs),
    take(nowMs) {
      lastMs = nowMs;
      gone[oldest] = nowMs;
      oldest = (oldest + 1) % gone.length;
      dueMs = (nowMs - dueMs > mostOwedMs ? nowMs : dueMs) + intervalMs;
    },
  };
}
