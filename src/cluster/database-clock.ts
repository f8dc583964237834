/** One reading of the database's clock between two readings of this machine's. */
export interface ClockReading {
  readonly askedMs: number;
  readonly databaseMs: number;
  readonly answeredMs: number;
}

export type ClockNews =
  | { readonly kind: 'differs'; readonly differenceMs: number }
  | { readonly kind: 'agrees'; readonly differenceMs: number };

/** Above this, an operator should correct the machine's clock. */
const reportedMs = 2000;
/** Below this, times of this machine are used unchanged: corrections that follow every reading would let time jump. */
const usedMs = 250;

/**
 * How far this machine's clock is behind the database's, from readings over the network. Calls of several machines are
 * stamped by the database's time, so that records do not depend on the clock of the server that carried them.
 */
export function createDatabaseClock() {
  let differenceMs = 0;
  let correctionMs = 0;
  let isReported = false;
  return {
    /** Takes a reading. Returns news if the difference passed the limit, or no longer does. */
    read({ askedMs, databaseMs, answeredMs }: ClockReading): ClockNews | undefined {
      const halfTripMs = Math.abs(answeredMs - askedMs) / 2;
      differenceMs = databaseMs - (askedMs + answeredMs) / 2;
      // The database may have answered at any moment of the trip.
      const certainMs = Math.max(0, Math.abs(differenceMs) - halfTripMs);
      if (certainMs === 0 || Math.abs(differenceMs) < usedMs) correctionMs = 0;
      else if (Math.abs(differenceMs - correctionMs) > usedMs + halfTripMs) correctionMs = Math.round(differenceMs);
      if (certainMs > reportedMs === isReported) return undefined;
      isReported = !isReported;
      return { kind: isReported ? 'differs' : 'agrees', differenceMs: Math.round(differenceMs) };
    },
    /** What to add to a time of this machine to get the database's. */
    correctionMs: (): number => correctionMs,
    /** The database's time less this machine's, at the last reading. */
    differenceMs: (): number => differenceMs,
  };
}

export type DatabaseClock = ReturnType<typeof createDatabaseClock>;
