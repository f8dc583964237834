/** Duration of a detector run with a given number of streams on this machine. */
export interface BatchTiming {
  readonly streams: number;
  readonly runMs: number;
  /** Whether every stream had bit-identical results to a run of its own. */
  readonly exact: boolean;
}

/** How due steps of several streams are batched. */
export interface BatchPlan {
  /** Maximum streams per run. */
  readonly mostStreams: number;
  /** Number of due streams that always justifies a run; fewer may be deferred to the next beat. */
  readonly enough: number;
  /** Measurements behind the plan; empty if nothing was measured. */
  readonly timings: readonly BatchTiming[];
}

/** Default without measurements; good on every machine measured so far. */
export const unmeasuredPlan: BatchPlan = { mostStreams: 32, enough: 16, timings: [] };

/** Maximum duration of a run, which delays the audio of all calls of its thread. Their beat is 10 ms. */
const longestRunMs = 4;
/** Batches up to this size are always used: one run never costs more than separate ones. */
const leastMost = 8;
/** A step may cost this many times the best batch's before it waits for others. */
const nearlyBest = 1.25;

/**
 * Chooses the largest batch whose run is short enough, and the smallest at which the cost per step is near its minimum.
 * A size with inexact results, and all above it, are excluded: the audio of one call must not depend on others.
 */
export function planBatches(timings: readonly BatchTiming[]): BatchPlan {
  const wrong = timings.findIndex(({ exact }) => !exact);
  const usable = wrong < 0 ? timings : timings.slice(0, wrong);
  const chosen = usable.filter(({ streams, runMs }) => streams <= leastMost || runMs <= longestRunMs);
  if (timings.length === 0) return unmeasuredPlan;
  const perStream = ({ runMs, streams }: BatchTiming): number => runMs / streams;
  const best = Math.min(...chosen.map(perStream));
  const enough = chosen.find((timing) => perStream(timing) <= nearlyBest * best);
  return { mostStreams: chosen.at(-1)?.streams ?? 1, enough: enough?.streams ?? 1, timings };
}
