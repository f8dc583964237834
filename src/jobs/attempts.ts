import type { Database, Queries } from '../data/index.ts';
import type { Log } from '../log.ts';
import { backoffMs, endingOf } from './ending.ts';
import type { Ending, Handler, JobRow, KindOptions, UnfinishedClaim } from './job.ts';
import { createRunningJob, type RunningJob } from './running-job.ts';
import type { JobStore } from './store.ts';

/** A kind of jobs that this process runs. */
export interface Kind extends Required<KindOptions> {
  readonly name: string;
  readonly handler: Handler;
  /** The organisation whose turn was last. */
  after: string;
  tick: number;
}

export interface AttemptsOptions {
  readonly database: Database;
  readonly store: JobStore;
  readonly log: Log;
  readonly kinds: ReadonlyMap<string, Kind>;
  readonly now: () => Date;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** Runs `work` after a delay. Returns a function that cancels it. */
  readonly after: (ms: number, work: () => void) => () => void;
  /** Called when an attempt has ended. */
  readonly onEnd: (kind: Kind) => void;
}

export type Attempts = ReturnType<typeof createAttempts>;

const stopWaitMs = 1000;

/** Runs the handlers of claimed jobs and stores how each attempt ended. */
export function createAttempts({ database, store, log, now, ...options }: AttemptsOptions) {
  const { kinds, nowMs, random, after, onEnd } = options;
  const held = new Set<RunningJob>();
  const runs = new Set<Promise<void>>();

  async function attempt(kind: Kind, running: RunningJob): Promise<void> {
    const outOfTime = after(kind.timeLimitMs, () => {
      running.stop('job_out_of_time');
      void fail(running, running.job.signal.reason);
    });
    try {
      if (running.row.cancelAsked) running.stop('job_cancelled');
      running.job.signal.throwIfAborted();
      await kind.handler(running.job);
      if (!running.completed) await running.job.complete();
    } catch (error) {
      await fail(running, error);
    } finally {
      outOfTime();
    }
  }

  async function fail(running: RunningJob, error: unknown): Promise<void> {
    const { row, stopped, completed } = running;
    if (completed || stopped === 'job_lost' || stopped === 'job_returned') return;
    const job = { ...row, cancelAsked: stopped === 'job_cancelled' };
    const ending = endingOf(job, { error, nowMs: now().getTime(), waitMs: backoffMs(row.attempts, random()) });
    const about = { job: row.uuid, kind: row.kind, attempt: row.attempts, status: ending.status };
    try {
      if (!(await leaveOwn(running, ending))) return;
      if (ending.status !== 'cancelled') log.warn({ ...about, err: error }, 'a job failed');
    } catch (trouble) {
      // The next round reclaims it and retries.
      log.error({ ...about, err: trouble }, 'failed to write the end of a job');
    }
  }

  async function leave(queries: Queries, job: UnfinishedClaim, change: Ending): Promise<boolean> {
    const { uuid, token, beat, organisationId, payload } = job;
    const claim = { uuid, token, ...(beat === undefined ? {} : { beat }) };
    if ((await store.write(queries, claim, change)) === undefined) return false;
    await kinds.get(job.kind)?.onUnfinished(queries, { organisationId, payload, status: change.status });
    return true;
  }

  /** Calls `leave` for an attempt of this runner, in a new transaction. */
  const leaveOwn = ({ row }: RunningJob, change: Ending): Promise<boolean> =>
    database.system.tx((queries) => leave(queries, { ...row, beat: undefined }, change));

  return {
    /** The jobs that run here. */
    held: held as ReadonlySet<RunningJob>,
    start(kind: Kind, row: JobRow): void {
      const running = createRunningJob(row, { database, store, nowMs, now });
      held.add(running);
      const run = attempt(kind, running).finally(() => {
        held.delete(running);
        runs.delete(run);
        onEnd(kind);
      });
      runs.add(run);
    },
    /**
     * Stores in an open transaction the end of an attempt that did not complete its job. Returns false if the claim was
     * lost.
     */
    leave,
    /** Lets attempts finish for `graceMs`, then stops the rest. Returns what releases those that are still running. */
    async end(graceMs: number): Promise<() => Promise<void>> {
      await settledWithin(runs, graceMs, after);
      const left = [...held];
      for (const running of left) running.stop('job_returned');
      await settledWithin(runs, stopWaitMs, after);
      return async () => {
        const back = (job: RunningJob) => leaveOwn(job, { status: 'waiting', attempts: job.row.attempts - 1 });
        await Promise.allSettled(left.filter(({ completed }) => !completed).map(back));
      };
    },
  };
}

/** Waits until all promises have settled, at most for this long. */
async function settledWithin(
  promises: ReadonlySet<Promise<void>>,
  ms: number,
  after: AttemptsOptions['after'],
): Promise<void> {
  if (promises.size === 0) return;
  let cancel = (): void => {};
  const over = new Promise<void>((resolve) => {
    cancel = after(ms, resolve);
  });
  await Promise.race([over, Promise.all(promises)]);
  cancel();
}
