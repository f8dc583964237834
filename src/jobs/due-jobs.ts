import type { Queries } from '../data/index.ts';
import type { Kind } from './attempts.ts';
import type { JobStore } from './store.ts';

export interface DueJobsOptions {
  readonly store: JobStore;
  readonly tx: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  readonly now: () => Date;
}

/** Makes jobs ready whose time has come: delayed ones, and those of periodic kinds. */
export function createDueJobs({ store, tx, now }: DueJobsOptions) {
  return {
    /** Requeues delayed jobs that are due. Returns when the next one is due. */
    async promote(): Promise<string | undefined> {
      const at = now().toISOString();
      const dueAt = await store.dueAt();
      if (dueAt === undefined || dueAt > at) return dueAt;
      await tx((queries) => store.promote(queries, at));
      return store.dueAt();
    },
    /** Enqueues the job of a periodic kind, once per period. */
    async enqueue(kind: Kind): Promise<void> {
      if (!Number.isFinite(kind.everyMs)) return;
      const tick = Math.floor(now().getTime() / kind.everyMs);
      if (tick === kind.tick) return;
      const job = { kind: kind.name, organisationId: null, payload: {}, uniqueKey: `tick ${tick}`, keyStays: true };
      await tx((queries) => store.add(queries, job, now()));
      kind.tick = tick;
    },
  };
}
