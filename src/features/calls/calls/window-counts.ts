import { createGrowingCache } from '../../../growing-cache.ts';

/** Counts events by key. A count starts again once its window has passed. */
export interface WindowCounts {
  get(key: string): number;
  add(key: string, by?: number): void;
}

export interface WindowCountsOptions {
  readonly windowMs: number;
  /** Maximum number of keys; the least recently used one is dropped. */
  readonly max: number;
  readonly nowMs: () => number;
}

export function createWindowCounts({ windowMs, max, nowMs }: WindowCountsOptions): WindowCounts {
  const windows = createGrowingCache<{ readonly sinceMs: number; readonly count: number }>(max);
  const current = (key: string) => {
    const last = windows.get(key);
    return last === undefined || nowMs() - last.sinceMs >= windowMs ? { sinceMs: nowMs(), count: 0 } : last;
  };
  return {
    get: (key) => current(key).count,
    add(key, by = 1) {
      const { sinceMs, count } = current(key);
      windows.set(key, { sinceMs, count: Math.max(0, count + by) });
    },
  };
}
