/** Wakes jobs that wait for a free slot of a campaign. */
export interface Places {
  /** Call when a free slot is seen. */
  freed(): void;
  /** Number of slots freed so far. Read it before looking for a slot. */
  readonly freedSoFar: number;
  /** Resolves once more than `since` slots have been freed, or after `ms` at the latest. */
  free(ms: number, since: number): Promise<void>;
}

export function createPlaces(): Places {
  const waiting = new Set<() => void>();
  let freedSoFar = 0;
  return {
    freed() {
      freedSoFar += 1;
      for (const done of waiting) done();
    },
    get freedSoFar() {
      return freedSoFar;
    },
    free: (ms, since) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, freedSoFar > since ? 0 : ms);
        waiting.add(done);
      }),
  };
}
