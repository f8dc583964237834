/** Where a count stands. */
export interface CountedWindow {
  /** Requests in this window, the one just counted included. */
  readonly count: number;
  /** Time until the window ends and the count restarts. */
  readonly resetMs: number;
}

/** Counts requests a minute by key. A window begins with the first request in it. */
export interface LimitStore {
  /** Of a window with more than `most` requests it may say no more than that. */
  hit(key: string, most: number): CountedWindow | Promise<CountedWindow>;
}

export const windowMs = 60_000;
/** Windows kept at once of known callers and of addresses, each: about 20 MB. */
export const limitCapacity = 100_000;

export interface MemoryLimitOptions {
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** Windows kept at once; beyond it the oldest is forgotten, which forgives its owner the rest of a minute. */
  readonly capacity: number;
}

export interface MemoryLimitStore extends LimitStore {
  hit(key: string): CountedWindow;
  readonly windows: number;
  /** Windows forgotten before their end. */
  readonly forgotten: number;
}

/** Counts of one process. All windows are equally long, so the map's order is the order in which they end. */
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
