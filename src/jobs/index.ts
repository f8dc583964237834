import type { Database, Queries } from '../data/index.ts';
import type { Handler, JobStatus, KindOptions, NewJob } from './job.ts';
import { createRunner, type RunnerOptions } from './runner.ts';
import { createJobStore } from './store.ts';

export {
  type Handler,
  type Job,
  type JobStatus,
  JobStop,
  type KindOptions,
  type NewJob,
  type UnfinishedJob,
} from './job.ts';
export { JobFault } from './job-fault.ts';

/** The number of jobs of a kind in a status, and when the first of them was due. */
export interface JobTally {
  readonly kind: string;
  readonly status: JobStatus;
  readonly count: number;
  readonly oldestAgeMs: number;
}

export interface Jobs {
  /** Adds the job in the caller's transaction. Returns undefined if an open or kept job has its key. */
  enqueue(queries: Queries, job: NewJob): Promise<string | undefined>;
  /** Cancels a waiting job at once and aborts a running one by its signal. Returns false if it has ended or is unknown. */
  cancel(queries: Queries, uuid: string): Promise<boolean>;
  /** Registers a handler; must precede `start`. */
  handle(kind: string, handler: Handler, options?: KindOptions): void;
  /** Looks for waiting jobs of the kind that another process enqueued. */
  wake(kind: string): void;
  start(): void;
  /** Renews leases, returns abandoned jobs and enqueues due ones. Runs automatically six times per lease. */
  round(): Promise<void>;
  tally(): Promise<JobTally[]>;
  /** Claims no more jobs, lets handlers finish for `graceMs`, then aborts them and releases their jobs. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

const keepMs = { done: 3 * 86_400_000, cancelled: 3 * 86_400_000, dead: 30 * 86_400_000 } as const;
const sweepEveryMs = 3_600_000;
const sweptAtOnce = 500;
/** Notification that cancels a job, sent in place of a kind. */
const cancelSign = '!';

/** A job queue in the same database as the data it works on; see docs/adr for its guarantees. */
export function createJobs(database: Database, options: Omit<RunnerOptions, 'store' | 'database'>): Jobs {
  const { now } = options;
  const store = createJobStore(database);
  const runner = createRunner({ ...options, database, store });
  let unlisten = async (): Promise<void> => {};

  runner.handle('jobs.sweep', (job) => sweep(job.signal), { everyMs: sweepEveryMs });
  return {
    async enqueue(queries, job) {
      const uuid = await store.add(queries, job, now());
      if (uuid === undefined) return undefined;
      if (job.runAt === undefined) runner.wake(job.kind);
      else runner.dueAt(job.runAt);
      return uuid;
    },
    async cancel(queries, uuid) {
      const status = await store.cancel(queries, uuid, now().toISOString());
      if (status === 'running') runner.dueAt(now());
      return status !== undefined;
    },
    handle: runner.handle,
    wake: runner.wake,
    start() {
      runner.start();
      const heard = (kind: string): void => (kind === cancelSign ? void runner.round() : runner.wake(kind));
      unlisten = database.listen('parley_jobs', heard);
    },
    round: runner.round,
    async tally() {
      const nowMs = now().getTime();
      const rows = await store.tally();
      return rows.map(({ oldestAt, ...row }) => ({ ...row, oldestAgeMs: nowMs - Date.parse(oldestAt) }));
    },
    async close(grace) {
      await unlisten();
      await runner.close(grace);
    },
  };

  async function sweep(signal: AbortSignal): Promise<void> {
    for (const status of ['done', 'cancelled', 'dead'] as const) {
      const before = new Date(now().getTime() - keepMs[status]).toISOString();
      let gone = sweptAtOnce;
      while (gone === sweptAtOnce && !signal.aborted)
        gone = await database.system.tx((queries) => store.sweep(queries, status, before, sweptAtOnce));
    }
  }
}
