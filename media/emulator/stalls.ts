/** A network that occasionally carries nothing for a while and then delivers everything at once. */
export interface StallPattern {
  /** Mean time from the end of one stall to the beginning of the next. */
  readonly everyMs: number;
  readonly minMs: number;
  readonly maxMs: number;
}

export interface Stalls {
  /** Returns the actual arrival time of something due at `dueMs`. Times must not go back. */
  through(dueMs: number): number;
  /** Number of stalls that delayed something. */
  readonly count: number;
}

export function createStalls(pattern: StallPattern | undefined, random: () => number): Stalls {
  if (pattern === undefined) return { through: (dueMs) => dueMs, count: 0 };
  const { everyMs, minMs, maxMs } = pattern;
  let count = 0;
  let felt = false;
  let startMs = 0;
  let endMs = 0;
  const next = (): void => {
    startMs = endMs - Math.log(1 - random()) * everyMs;
    endMs = startMs + minMs + random() * (maxMs - minMs);
    felt = false;
  };
  next();
  return {
    through(dueMs) {
      while (dueMs >= endMs) next();
      if (dueMs < startMs) return dueMs;
      if (!felt) count += 1;
      felt = true;
      return endMs;
    },
    get count() {
      return count;
    },
  };
}
