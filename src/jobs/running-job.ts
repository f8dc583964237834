import type { Database, Queries } from '../data/index.ts';
import { type Job, type JobChange, type JobRow, JobStop, type JobStopCode } from './job.ts';
import type { JobStore } from './store.ts';

interface RunningJobOptions {
  readonly database: Database;
  readonly store: JobStore;
  /** Monotonic milliseconds. */
  readonly nowMs: () => number;
  readonly now: () => Date;
}

export type RunningJob = ReturnType<typeof createRunningJob>;

const progressEveryMs = 1000;

/** An attempt at a claimed job; every write of its handler is bound to the claim's token. */
export function createRunningJob(row: JobRow, { database, store, nowMs, now }: RunningJobOptions) {
  const { uuid, token } = row;
  const aborting = new AbortController();
  const { signal } = aborting;
  let completed = false;
  let progressMs = Number.NEGATIVE_INFINITY;

  const stop = (code: JobStopCode): void => aborting.abort(new JobStop(code));

  async function guarded<T>(change: JobChange, work: (queries: Queries) => Promise<T>): Promise<T> {
    const held = await database.system.tx(async (queries) => {
      const written = await store.write(queries, { uuid, token }, change);
      return written && { ...written, result: await work(queries) };
    });
    if (held === undefined) stop('job_lost');
    else if (held.cancelAsked) stop('job_cancelled');
    if (held === undefined) throw new JobStop('job_lost');
    return held.result;
  }

  const job: Job = {
    uuid,
    kind: row.kind,
    organisationId: row.organisationId,
    payload: row.payload,
    attempt: row.attempts,
    signal,
    step: (name, work) =>
      guarded({}, async (queries) => {
        const stored = await store.stepResult(queries, uuid, name);
        if (stored !== undefined) return stored.result as Awaited<ReturnType<typeof work>>;
        const result = await work(queries);
        await store.keepStep(queries, uuid, name, result);
        return result;
      }),
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
    /** Passed to the handler. */
    job,
    stop,
    get completed() {
      return completed;
    },
    /** The reason why the attempt must end; undefined otherwise. */
    get stopped() {
      return signal.aborted ? (signal.reason as JobStop).code : undefined;
    },
  };
}
