import type { JobTimes } from './protocol.ts';

/** Recent wait and run times of one kind of job, in ms. */
export interface JobFigures {
  readonly jobs: number;
  readonly waitP50Ms: number;
  readonly waitP95Ms: number;
  readonly runP50Ms: number;
  readonly runP95Ms: number;
}

/** All jobs of one kind since the start, by whether their client still wanted the result when they ended. */
export interface JobTotals {
  readonly finished: JobSum;
  readonly dropped: JobSum;
}

export interface JobSum {
  readonly jobs: number;
  readonly ranMs: number;
}

/** History of jobs, by kind. */
export interface JobHistory {
  add(jobs: readonly JobTimes[], nowMs: number): void;
  readonly totals: Readonly<Record<string, JobTotals>>;
  /** Figures of recent jobs. */
  figures(nowMs: number): Readonly<Record<string, JobFigures>>;
}

/** Short enough to reflect the current load, long enough to include several jobs of each kind. */
const windowMs = 5000;
/** Maximum entries per kind; the oldest are dropped. */
const capacity = 512;

type Timed = JobTimes & { readonly atMs: number };

export function createJobHistory(): JobHistory {
  const kinds = new Map<string, Timed[]>();
  const totals = new Map<string, JobTotals>();
  return {
    add(jobs, nowMs) {
      for (const job of jobs) {
        const timings = kinds.get(job.kind) ?? [];
        timings.push({ ...job, atMs: nowMs });
        if (timings.length > capacity) timings.shift();
        kinds.set(job.kind, timings);
        totals.set(job.kind, plus(totals.get(job.kind) ?? noJobs, job));
      }
    },
    get totals() {
      return Object.fromEntries(totals);
    },
    figures(nowMs) {
      const figures: Record<string, JobFigures> = {};
      for (const [kind, all] of kinds) {
        const recent = all.filter(({ atMs }) => nowMs - atMs < windowMs);
        kinds.set(kind, recent);
        const waits = recent.map(({ waitedMs }) => waitedMs).sort(ascending);
        const runs = recent.map(({ ranMs }) => ranMs).sort(ascending);
        figures[kind] = {
          jobs: recent.length,
          waitP50Ms: nearestRank(waits, 0.5),
          waitP95Ms: nearestRank(waits, 0.95),
          runP50Ms: nearestRank(runs, 0.5),
          runP95Ms: nearestRank(runs, 0.95),
        };
      }
      return figures;
    },
  };
}

const noJobs: JobTotals = { finished: { jobs: 0, ranMs: 0 }, dropped: { jobs: 0, ranMs: 0 } };

function plus(totals: JobTotals, { dropped, ranMs }: JobTimes): JobTotals {
  const outcome = dropped ? 'dropped' : 'finished';
  const sum = totals[outcome];
  return { ...totals, [outcome]: { jobs: sum.jobs + 1, ranMs: sum.ranMs + ranMs } };
}

const ascending = (a: number, b: number): number => a - b;

/** Returns the percentile of sorted values, or 0 if there are none. */
const nearestRank = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0) * 10) / 10;
