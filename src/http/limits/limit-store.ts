/** State of one counting window. */
export interface CountedWindow {
  /** Requests in this window, including the current one. */
  readonly count: number;
  /** Time until the window ends and the count restarts. */
  readonly resetMs: number;
}

/** Counts requests per minute by key. A window begins with its first request. */
export interface LimitStore {
  /** Counts one request. Beyond `most` requests, the returned count may be inexact. */
  hit(key: string, most: number): CountedWindow | Promise<CountedWindow>;
}

export const windowMs = 60_000;
/** Maximum of windows for callers and for addresses, each: about 20 MB. */
export const limitCapacity = 100_000;

export interface MemoryLimitOptions {
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Maximum of windows. Beyond it the oldest is evicted, which resets that caller's count early. */
  readonly capacity: number;
}

export interface MemoryLimitStore extends LimitStore {
  hit(key: string): CountedWindow;
  readonly windows: number;
  /** Windows evicted before their end. */
  readonly forgotten: number;
}

/** Counts in this process. All windows have the same length, so the map's order is the order in which they end. */
export function createMemoryLimitStore({ nowMs, capacity }: MemoryLimitOptions): MemoryLimitStore {
  const windows = new Map<string, { count: number; endsAtMs: number }>();
  let forgotten = 0;

  function dropEnded(now: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > now) return;
      windows.delete(key);
    }
  }

  function begin(key: string, now: number): CountedWindow {
    if (windows.size >= capacity) {
      const [oldest] = windows.keys();
      windows.delete(oldest as string);
      forgotten += 1;
    }
    windows.set(key, { count: 1, endsAtMs: now + windowMs });
    return { count: 1, resetMs: windowMs };
  }

  return {
    get windows() {
      return windows.size;
    },
    get forgotten() {
      return forgotten;
    },
    hit(key) {
      const now = nowMs();
      dropEnded(now);
      const window = windows.get(key);
      if (window === undefined) return begin(key, now);
      window.count += 1;
      return { count: window.count, resetMs: window.endsAtMs - now };
    },
  };
}
