/**
 * Cached counts, valid until the next write. Counting 100,000 calls takes milliseconds; reading the version does not.
 */
export interface CountCache<T = number> {
  get(key: string, count: () => Promise<T>): Promise<T>;
}

export interface CountCacheOptions<T> {
  /** Returns for how many milliseconds a count that took `tookMs` is returned in spite of writes; 0 by default. */
  readonly reuseMs?: (count: T, tookMs: number) => number;
  /** Monotonic milliseconds. */
  readonly nowMs?: () => number;
}

interface Counted<T> {
  readonly count: T;
  /** Undefined if rows were written while they were counted. */
  readonly version: number | undefined;
  readonly reusedUntilMs: number;
}

const maxCounts = 1000;
const largeCount = 10_000;
const reusedFor = 50;

/** Counting large lists takes at most a fiftieth of the time, however often rows are written. */
export const reuseLarge = (count: number, tookMs: number): number => (count < largeCount ? 0 : reusedFor * tookMs);

/** `version` changes with every write. While it is undefined, every write may have changed the count. */
export function createCountCache<T = number>(
  source: { readonly version: number | undefined },
  { reuseMs = () => 0, nowMs = () => performance.now() }: CountCacheOptions<T> = {},
): CountCache<T> {
  const counts = new Map<string, Counted<T>>();
  return {
    async get(key, count) {
      const { version } = source;
      const cached = counts.get(key);
      if (
        cached !== undefined &&
        (nowMs() < cached.reusedUntilMs || (version !== undefined && version === cached.version))
      )
        return cached.count;
      const startMs = nowMs();
      const fresh = await count();
      const tookMs = nowMs() - startMs;
      if (counts.size >= maxCounts) counts.clear();
      counts.set(key, {
        count: fresh,
        // The count may or may not include rows written while it ran.
        version: source.version === version ? version : undefined,
        reusedUntilMs: startMs + tookMs + reuseMs(fresh, tookMs),
      });
      return fresh;
    },
  };
}
