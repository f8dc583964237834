import { randomUUID } from 'node:crypto';
import type { Database, Queries } from '../data/index.ts';
import { type Job, type JobChange, type JobRow, JobStop, type JobStopCode } from './job.ts';
import type { JobStore } from './store.ts';

export interface RunningJob {
  readonly row: JobRow;
  /** For the handler. */
  readonly job: Job;
  readonly completed: boolean;
  /** Why the attempt is to end; undefined while it is not. */
  readonly stopped: JobStopCode | undefined;
  stop(code: JobStopCode): void;
  /** A change that is refused when the job is no longer held: answers whether it was made. */
  change(change: JobChange): Promise<boolean>;
}

interface RunningJobOptions {
  readonly database: Database;
  readonly store: JobStore;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly now: () => Date;
}

const progressEveryMs = 1000;

/** An attempt at a claimed job: all that its handler writes bears the token of the claim. */
export function createRunningJob(row: JobRow, { database, store, nowMs, now }: RunningJobOptions): RunningJob {
  const token = { uuid: row.uuid, token: row.token };
  const aborting = new AbortController();
  let completed = false;
  let progressMs = Number.NEGATIVE_INFINITY;

  const stop = (code: JobStopCode): void => aborting.abort(new JobStop(code));
  const stopped = (): JobStopCode | undefined =>
    aborting.signal.aborted ? (aborting.signal.reason as JobStop).code : undefined;

  async function guarded<T>(change: JobChange, work: (queries: Queries) => Promise<T>): Promise<T> {
    const held = await database.system.tx(async (queries) => {
      const kept = await store.write(queries, token, change);
      return kept && { ...kept, result: await work(queries) };
    });
    if (held === undefined) stop('job_lost');
    else if (held.cancelAsked) stop('job_cancelled');
    if (held === undefined) throw new JobStop('job_lost');
    return held.result;
  }

  const job: Job = {
    uuid: row.uuid,
    kind: row.kind,
    organisationId: row.organisationId,
    payload: row.payload,
    attempt: row.attempts,
    signal: aborting.signal,
    step: (name, work) =>
      guarded({}, async (queries) => {
        const kept = await store.stepResult(queries, row.uuid, name);
        if (kept !== undefined) return kept.result as Awaited<ReturnType<typeof work>>;
        const result = await work(queries);
        await store.keepStep(queries, row.uuid, name, result);
        return result;
      }),
    async once(name) {
      const mine = randomUUID();
      return (await job.step(`once ${name}`, async () => mine)) === mine;
    },
    async progress(fraction, note) {
      if (nowMs() - progressMs < progressEveryMs) return;
      progressMs = nowMs();
      await guarded({ progress: Math.min(1, Math.max(0, fraction)), note: note ?? null }, async () => {});
    },
    async complete(work = async () => {}) {
      const over = { status: 'done', progress: 1, error: null, payload: {}, finishedAt: now().toISOString() } as const;
      await guarded(over, work);
      completed = true;
    },
  };

  return {
    row,
    job,
    stop,
    get completed() {
      return completed;
    },
    get stopped() {
      return stopped();
    },
    change: (change) =>
      database.system.tx(async (queries) => (await store.write(queries, token, change)) !== undefined),
  };
}
