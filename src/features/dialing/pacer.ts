/** Spreads what it is asked for evenly. Pure: time is an argument, in monotonic milliseconds. */
export interface Pacer {
  /** How long to wait until the next one may go; 0 when it may go now. */
  waitMs(nowMs: number): number;
  /** One goes now. */
  take(nowMs: number): void;
}

/** Slower than may be by so much, since who goes as fast as may be can make up for nothing. */
const aimed = 0.98;
/** What is late is followed by so much closer ones, until they are in time again. */
const closest = 0.5;
/** Later than that is not made up for: all that follows is later. */
const mostOwedMs = 2000;

/**
 * By a timetable, and not by the time since the last one, so that the rate holds whatever delays single ones. Never more
 * than the rate in any second, since providers count by the second.
 */
export function createPacer(perSecond: number): Pacer {
  const intervalMs = 1000 / (perSecond * aimed);
  /** When the last ones went, as many as there may be in `spanMs`; `oldest` is the place of the next one. */
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
