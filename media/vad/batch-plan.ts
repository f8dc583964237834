/** What a run of the detector with so many streams in it takes on this machine. */
export interface BatchTiming {
  readonly streams: number;
  readonly runMs: number;
  /** Every stream got the same bits as alone. */
  readonly exact: boolean;
}

/** How the steps of streams that are due together are run. */
export interface BatchPlan {
  /** Streams in one run, at most. */
  readonly mostStreams: number;
  /** So many are worth a run whatever waits beside them; fewer may be left to the next beat. */
  readonly enough: number;
  /** What it was chosen by; nothing where it was not measured. */
  readonly timings: readonly BatchTiming[];
}

/** Good on every machine that was measured; chosen where nothing can be. */
export const unmeasuredPlan: BatchPlan = { mostStreams: 32, enough: 16, timings: [] };

/** A run holds up the audio of all calls of its thread, whose beat is 10 ms. */
const longestRunMs = 4;
/** However slow the machine seemed: streams in one run never cost more than one after the other. */
const leastMost = 8;
/** A step may cost this much more than in the best batch before it waits for others. */
const nearlyBest = 1.25;

/**
 * The largest batch whose run is short enough, and from which size on a step costs about as little as it can. A size
 * that changes a bit is not used, nor is any above it: what a call hears must not depend on who calls at the same time.
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
