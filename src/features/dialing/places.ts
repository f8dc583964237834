/** Wakes jobs that wait for a free slot of a campaign. */
export interface Places {
  /** To be called when one that is free is seen to be. */
  freed(): void;
  /** How many were freed, to be read before it is looked for one. */
  readonly freedSoFar: number;
  /** Resolves when more than `since` were freed, at the latest after this time. */
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
