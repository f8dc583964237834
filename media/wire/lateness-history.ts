import type { Clock } from '../kit/clock.ts';

export interface Lateness {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly ticks: number;
}

/** Recent lateness: values older than two windows are dropped. */
export interface LatenessHistory {
  note(lateMs: number): void;
  lateness(): Lateness;
}

const bucketMs = 0.25;
const buckets = 800;
/** The history consists of two windows: at least half a minute and at most a whole one. */
const windowMs = 30_000;

interface Window {
  readonly histogram: Uint32Array;
  ticks: number;
  maxMs: number;
}

/** Counts in fixed memory, in two alternating windows. */
export function createHistory(clock: Pick<Clock, 'nowMs'>): LatenessHistory {
  let current = openWindow();
  let earlier = openWindow();
  let begunMs = clock.nowMs();

  function turn(): void {
    const ageMs = clock.nowMs() - begunMs;
    if (ageMs < windowMs) return;
    [current, earlier] = [earlier, current];
    empty(current);
    if (ageMs >= 2 * windowMs) empty(earlier);
    begunMs += windowMs * Math.floor(ageMs / windowMs);
  }

  function percentile(ticks: number, share: number): number {
    let left = ticks * share;
    for (let bucket = 0; bucket <= buckets; bucket += 1) {
      left -= (current.histogram[bucket] as number) + (earlier.histogram[bucket] as number);
      if (left <= 0) return bucket * bucketMs;
    }
    return buckets * bucketMs;
  }

  return {
    note(lateMs) {
      turn();
      current.ticks += 1;
      current.maxMs = Math.max(current.maxMs, lateMs);
      const bucket = Math.min(buckets, Math.floor(lateMs / bucketMs));
      current.histogram[bucket] = (current.histogram[bucket] as number) + 1;
    },
    lateness() {
      turn();
      const ticks = current.ticks + earlier.ticks;
      const maxMs = Math.max(current.maxMs, earlier.maxMs);
      return { p50Ms: percentile(ticks, 0.5), p99Ms: percentile(ticks, 0.99), maxMs, ticks };
    },
  };
}

const openWindow = (): Window => ({ histogram: new Uint32Array(buckets + 1), ticks: 0, maxMs: 0 });

function empty(window: Window): void {
  window.histogram.fill(0);
  window.ticks = 0;
  window.maxMs = 0;
}
