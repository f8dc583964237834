import { and, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database, Queries } from '../data/index.ts';
import type { JobChange, JobRow, JobStatus } from './job.ts';
import { shareOut } from './turns.ts';

export type JobStore = ReturnType<typeof createJobStore>;

interface ClaimAsk {
  readonly kind: string;
  readonly owner: string;
  readonly slots: number;
  /** Running at once in all processes. */
  readonly everywhere: number;
  /** The organisation whose turn was last. */
  readonly after: string;
  readonly at: string;
}

interface Claimed {
  readonly jobs: JobRow[];
  readonly after: string;
  /** Whether there may be others that nothing but a free place is missing for. */
  readonly more: boolean;
}

type Running = Pick<JobRow, 'uuid' | 'token' | 'beat' | 'owner' | 'attempts' | 'maxAttempts' | 'cancelAsked'>;

const promotedAtOnce = 1000;

/** Every statement on jobs, the same on both databases. */
export function createJobStore({ tables, dialect, system }: Database) {
  const { jobs, jobSteps } = tables;
  // Written out, not bound: only so do the databases see that a partial index fits.
  const is = (status: JobStatus): SQL => sql`${jobs.status} = ${sql.raw(`'${status}'`)}`;
  const next = { token: sql`${jobs.token} + 1`, beat: sql`${jobs.beat} + 1` };

  /** Organisations with a waiting job, by the index alone: each step finds the next one, however many jobs lie between. */
  function tenantsWaiting({ kind, after }: ClaimAsk, count: number): SQL {
    const walk = (name: SQL, from: string): SQL => {
      const following = (than: SQL): SQL =>
        sql`(SELECT min(organisation_id) FROM jobs WHERE status = 'waiting' AND kind = ${kind} AND organisation_id > ${than})`;
      return sql`${name}(tenant, place) AS (
        SELECT ${following(sql`${from}`)}, 1
        UNION ALL SELECT ${following(sql`${name}.tenant`)}, place + 1 FROM ${name} WHERE tenant IS NOT NULL AND place < ${count})`;
    };
    return sql`WITH RECURSIVE ${walk(sql`ahead`, after)}, ${walk(sql`around`, '')}
      SELECT tenant, place FROM ahead WHERE tenant IS NOT NULL
      UNION ALL SELECT tenant, place + ${count} FROM around WHERE tenant <= ${after} ORDER BY place LIMIT ${count}`;
  }

  return {
    async add(queries: Queries, job: typeof jobs.$inferInsert): Promise<boolean> {
      const added = queries.insert(jobs).values(job).onConflictDoNothing();
      return (await added.returning({ uuid: jobs.uuid })).length > 0;
    },
    async claim(queries: Queries, ask: ClaimAsk): Promise<Claimed> {
      const { kind, owner, at } = ask;
      // One runner at a time, so that none counts what another is about to take. SQLite has one writer anyway.
      if (dialect === 'postgres')
        await queries.rows(sql`SELECT pg_advisory_xact_lock(hashtext(${`parley_jobs ${kind}`}))`);
      let free = ask.slots;
      if (Number.isFinite(ask.everywhere)) {
        const count = queries.select({ running: sql<number>`count(*)` }).from(jobs);
        const [row] = await count.where(and(is('running'), eq(jobs.kind, kind)));
        free = Math.min(free, ask.everywhere - Number(row?.running ?? 0));
      }
      if (free <= 0) return { jobs: [], after: ask.after, more: false };
      const tenants = await queries.rows<{ tenant: string }>(tenantsWaiting(ask, free));
      const shares = shareOut(
        free,
        tenants.map(({ tenant }) => tenant),
      );
      if (shares.length === 0) return { jobs: [], after: ask.after, more: false };
      const picks = shares.map(
        ({ tenant, places }, index) => sql`SELECT uuid FROM (SELECT uuid FROM jobs
          WHERE status = 'waiting' AND kind = ${kind} AND organisation_id = ${tenant}
          ORDER BY priority, run_at LIMIT ${places}) AS ${sql.raw(`pick${index}`)}`,
      );
      const claimed = await queries
        .update(jobs)
        .set({ ...next, status: 'running', owner, attempts: sql`${jobs.attempts} + 1`, startedAt: at })
        .where(and(is('waiting'), sql`${jobs.uuid} IN (${sql.join(picks, sql` UNION ALL `)})`))
        .returning();
      const isFull = ({ tenant, places }: (typeof shares)[number]): boolean =>
        claimed.filter((job) => job.organisationId === tenant).length === places;
      return { jobs: claimed, after: shares.at(-1)!.tenant, more: shares.length === free || shares.some(isFull) };
    },
    /** Changes a job that is still held by this token; undefined when it is not. A sign of life in any case. */
    async write(queries: Queries, held: { uuid: string; token: number; beat?: number }, change: JobChange) {
      const isOurs = and(is('running'), eq(jobs.uuid, held.uuid), eq(jobs.token, held.token));
      const [job] = await queries
        .update(jobs)
        .set({ ...change, beat: next.beat })
        .where(held.beat === undefined ? isOurs : and(isOurs, eq(jobs.beat, held.beat)))
        .returning({ cancelAsked: jobs.cancelAsked });
      return job;
    },
    /** A sign of life of all jobs of an owner that it knows of; answers those that are still its own. */
    renew: (queries: Queries, owner: string, uuids: readonly string[]) =>
      queries
        .update(jobs)
        .set({ beat: next.beat })
        .where(and(is('running'), eq(jobs.owner, owner), inArray(jobs.uuid, [...uuids])))
        .returning({ uuid: jobs.uuid, token: jobs.token, cancelAsked: jobs.cancelAsked }),
    async stepResult(queries: Queries, jobUuid: string, name: string): Promise<{ result: unknown } | undefined> {
      const steps = queries.select({ result: jobSteps.result }).from(jobSteps);
      const [step] = await steps.where(and(eq(jobSteps.jobUuid, jobUuid), eq(jobSteps.name, name)));
      return step && { result: (step.result as { is?: unknown }).is };
    },
    async keepStep(queries: Queries, jobUuid: string, name: string, result: unknown): Promise<void> {
      await queries.insert(jobSteps).values({ jobUuid, name, result: { is: result } });
    },
    running: (): Promise<Running[]> => {
      const { uuid, token, beat, owner, attempts, maxAttempts, cancelAsked } = jobs;
      const all = system.read.select({ uuid, token, beat, owner, attempts, maxAttempts, cancelAsked }).from(jobs);
      return all.where(is('running'));
    },
    /** Delayed jobs whose time has come. */
    async promote(queries: Queries, at: string): Promise<void> {
      const due = queries.select({ uuid: jobs.uuid }).from(jobs);
      const some = due.where(and(is('delayed'), lte(jobs.runAt, at))).limit(promotedAtOnce);
      await queries
        .update(jobs)
        .set({ status: 'waiting' })
        .where(and(is('delayed'), inArray(jobs.uuid, some)));
    },
    /** Which of these kinds have waiting jobs, and when the next delayed one of any kind is due. */
    async outlook(kinds: readonly string[]): Promise<{ waiting: string[]; dueAt: string | undefined }> {
      const first = kinds.map(
        (kind, index) => sql`SELECT kind FROM (SELECT kind FROM jobs WHERE status = 'waiting' AND kind = ${kind}
          LIMIT 1) AS ${sql.raw(`first${index}`)}`,
      );
      const waiting = await system.read.rows<{ kind: string }>(sql.join(first, sql` UNION ALL `));
      const earliest = system.read.select({ at: sql<string | null>`min(${jobs.runAt})` }).from(jobs);
      const [due] = await earliest.where(is('delayed'));
      return { waiting: waiting.map(({ kind }) => kind), dueAt: due?.at ?? undefined };
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
    /** Answers how many went; at most `limit`. */
    async sweep(queries: Queries, status: JobStatus, before: string, limit: number): Promise<number> {
      const over = queries.select({ uuid: jobs.uuid }).from(jobs);
      const some = over.where(and(is(status), lt(jobs.finishedAt, before))).limit(limit);
      return (await queries.delete(jobs).where(inArray(jobs.uuid, some)).returning({ uuid: jobs.uuid })).length;
    },
    tally: () =>
      system.read
        .select({
          kind: jobs.kind,
          status: jobs.status,
          count: sql<number>`count(*)`.mapWith(Number),
          oldestAt: sql<string>`min(${jobs.runAt})`,
        })
        .from(jobs)
        .groupBy(jobs.kind, jobs.status),
  };
}
