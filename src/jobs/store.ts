import { randomUUID } from 'node:crypto';
import { and, eq, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Database, Queries } from '../data/index.ts';
import { createClaims } from './claim-store.ts';
import { type JobStatus, type NewJob, priorities, systemTenant } from './job.ts';
import { createRunningJobs } from './running-store.ts';
import { statusOf } from './status-store.ts';

export type JobStore = ReturnType<typeof createJobStore>;

const maxAttempts = 8;
const promotedAtOnce = 1000;

/** A new job, waiting or delayed. */
const rowOf = (job: NewJob, at: Date) => ({
  uuid: randomUUID(),
  organisationId: job.organisationId ?? systemTenant,
  kind: job.kind,
  status: job.runAt === undefined ? ('waiting' as const) : ('delayed' as const),
  priority: priorities[job.priority ?? 'normal'],
  uniqueKey: job.uniqueKey ?? null,
  keyStays: job.keyStays ?? false,
  payload: job.payload,
  place: job.place ?? null,
  runAt: (job.runAt ?? at).toISOString(),
  maxAttempts: job.maxAttempts ?? maxAttempts,
  createdAt: at.toISOString(),
  attempts: 0,
  advanced: false,
  token: 0,
  beat: 0,
  cancelAsked: false,
  progress: 0,
});

/** All statements on jobs, identical on both databases. */
export function createJobStore(database: Database) {
  const { tables, system } = database;
  const { jobs } = tables;
  const is = statusOf(jobs);
  const keyed = [jobs.kind, jobs.organisationId, jobs.uniqueKey];
  const hasKey = sql`unique_key IS NOT NULL AND (key_stays = 1 OR status IN ('delayed', 'waiting', 'running'))`;

  return {
    ...createClaims(database),
    ...createRunningJobs(database),
    /**
     * Returns undefined if the key is taken. In that case the job with the key is touched, so that a transaction that
     * ends it, and began before this one commits, must be rerun and sees what this transaction wrote.
     */
    async add(queries: Queries, job: NewJob, at: Date): Promise<string | undefined> {
      const row = rowOf(job, at);
      const insert = queries.insert(jobs).values(row);
      const touch = { target: keyed, targetWhere: hasKey, set: { beat: sql`${jobs.beat}` } };
      const [there] = await insert.onConflictDoUpdate(touch).returning({ uuid: jobs.uuid });
      return there?.uuid === row.uuid ? row.uuid : undefined;
    },
    /** Makes delayed jobs that are due ready to run. */
    async promote(queries: Queries, at: string): Promise<void> {
      const due = queries.select({ uuid: jobs.uuid }).from(jobs);
      const some = due.where(and(is('delayed'), lte(jobs.runAt, at))).limit(promotedAtOnce);
      await queries
        .update(jobs)
        .set({ status: 'waiting' })
        .where(and(is('delayed'), inArray(jobs.uuid, some)));
    },
    /** Returns when the next delayed job is due. */
    async dueAt(): Promise<string | undefined> {
      const earliest = system.read.select({ at: sql<string | null>`min(${jobs.runAt})` }).from(jobs);
      const [due] = await earliest.where(is('delayed'));
      return due?.at ?? undefined;
    },
    async cancel(queries: Queries, uuid: string, at: string): Promise<JobStatus | undefined> {
      const waits = sql`${jobs.status} IN ('delayed', 'waiting')`;
      const [job] = await queries
        .update(jobs)
        .set({
          cancelAsked: true,
          status: sql`CASE WHEN ${waits} THEN 'cancelled' ELSE ${jobs.status} END`,
          payload: sql`CASE WHEN ${waits} THEN '{}' ELSE ${jobs.payload} END`,
          finishedAt: sql`CASE WHEN ${waits} THEN ${at} END`,
        })
        .where(and(eq(jobs.uuid, uuid), sql`${jobs.status} IN ('delayed', 'waiting', 'running')`))
        .returning({ status: jobs.status });
      return job?.status;
    },
    /** Returns the number of deleted jobs; at most `limit`. */
    async sweep(queries: Queries, status: JobStatus, before: string, limit: number): Promise<number> {
      const over = queries.select({ uuid: jobs.uuid }).from(jobs);
      const some = over.where(and(is(status), lt(jobs.finishedAt, before))).limit(limit);
      return (await queries.delete(jobs).where(inArray(jobs.uuid, some)).returning({ uuid: jobs.uuid })).length;
    },
    tally: () => {
      const count = sql<number>`count(*)`.mapWith(Number);
      const oldestAt = sql<string>`min(${jobs.runAt})`;
      const all = system.read.select({ kind: jobs.kind, status: jobs.status, count, oldestAt }).from(jobs);
      return all.groupBy(jobs.kind, jobs.status);
    },
  };
}
