import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../data/index.ts';
import { type Handler, type JobStatus, type KindOptions, type NewJob, priorities, systemTenant } from './job.ts';
import { createRunner, type RunnerOptions } from './runner.ts';
import { createJobStore } from './store.ts';

export { type Handler, type Job, type JobStatus, JobStop, type KindOptions, type NewJob } from './job.ts';

/** How many there are of a kind in a status, and when the first of them was to run. */
export interface JobTally {
  readonly kind: string;
  readonly status: JobStatus;
  readonly count: number;
  readonly oldestAgeMs: number;
}

export interface Jobs {
  /** In the caller's transaction: the job is there if and only if it commits. Undefined when its key is taken. */
  enqueue(queries: Queries, job: NewJob): Promise<string | undefined>;
  /** At once for one that waits; a running one is told by its signal. False when it is over or unknown. */
  cancel(queries: Queries, uuid: string): Promise<boolean>;
  /** Before `start`. */
  handle(kind: string, handler: Handler, options?: KindOptions): void;
  /** There may be waiting jobs of the kind that were not enqueued here. */
  wake(kind: string): void;
  start(): void;
  /** Looks after leases, delays and periods; by itself six times a lease. */
  round(): Promise<void>;
  tally(): Promise<JobTally[]>;
  /** Claims nothing more, lets handlers finish for `graceMs`, then aborts them and gives their jobs back. */
  close(options: { readonly graceMs: number }): Promise<void>;
}

/** The queue of a server: its timers, its lease and how much it does at once. */
export const openJobs = (database: Database, options: Pick<JobsOptions, 'log' | 'owner' | 'now' | 'nowMs'>): Jobs =>
  createJobs(database, { ...options, random: Math.random, after: afterTimeout, leaseMs: 30_000, concurrency: 16 });

export function afterTimeout(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
}

export type JobsOptions = Omit<RunnerOptions, 'store' | 'database' | 'enqueueTick'>;

const maxAttempts = 8;
const keepMs = { done: 3 * 86_400_000, cancelled: 3 * 86_400_000, dead: 30 * 86_400_000 } as const;
const sweepEveryMs = 3_600_000;
const sweptAtOnce = 500;
/** What the database calls a job that is to stop, where a kind would be. */
const cancelSign = '!';

/** A queue in the same database as the data it is about; see docs/adr for what it promises. */
export function createJobs(database: Database, options: JobsOptions): Jobs {
  const store = createJobStore(database);
  const runner = createRunner({
    ...options,
    database,
    store,
    async enqueueTick(kind, tick) {
      const job = { kind, organisationId: null, payload: {}, uniqueKey: `tick ${tick}`, keyStays: true };
      await database.system.tx((queries) => jobs.enqueue(queries, job));
    },
  });

  let unlisten = async (): Promise<void> => {};
  const jobs: Jobs = {
    async enqueue(queries, job) {
      const uuid = randomUUID();
      const at = runner.now();
      const added = await store.add(queries, {
        uuid,
        organisationId: job.organisationId ?? systemTenant,
        kind: job.kind,
        status: job.runAt === undefined ? 'waiting' : 'delayed',
        priority: priorities[job.priority ?? 'normal'],
        uniqueKey: job.uniqueKey ?? null,
        keyStays: job.keyStays ?? false,
        payload: job.payload,
        runAt: (job.runAt ?? at).toISOString(),
        attempts: 0,
        maxAttempts: job.maxAttempts ?? maxAttempts,
        token: 0,
        beat: 0,
        cancelAsked: false,
        progress: 0,
        createdAt: at.toISOString(),
      });
      if (!added) return undefined;
      if (job.runAt === undefined) runner.wake(job.kind);
      else runner.dueAt(job.runAt);
      return uuid;
    },
    async cancel(queries, uuid) {
      const status = await store.cancel(queries, uuid, runner.now().toISOString());
      if (status === 'running') runner.dueAt(runner.now());
      return status !== undefined;
    },
    handle: runner.handle,
    wake: runner.wake,
    start() {
      runner.start();
      const heard = (kind: string): void => (kind === cancelSign ? void runner.round() : runner.wake(kind));
      unlisten = database.listen?.('parley_jobs', heard) ?? unlisten;
    },
    round: runner.round,
    async tally() {
      const nowMs = runner.now().getTime();
      const rows = await store.tally();
      return rows.map(({ oldestAt, ...row }) => ({ ...row, oldestAgeMs: nowMs - Date.parse(oldestAt) }));
    },
    async close(grace) {
      await unlisten();
      await runner.close(grace);
    },
  };

  jobs.handle('jobs.sweep', (job) => sweep(job.signal), { everyMs: sweepEveryMs });
  return jobs;

  async function sweep(signal: AbortSignal): Promise<void> {
    for (const status of ['done', 'cancelled', 'dead'] as const) {
      const before = new Date(runner.now().getTime() - keepMs[status]).toISOString();
      let gone = sweptAtOnce;
      while (gone === sweptAtOnce && !signal.aborted)
        gone = await database.system.tx((queries) => store.sweep(queries, status, before, sweptAtOnce));
    }
  }
}
