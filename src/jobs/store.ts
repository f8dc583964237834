import { randomUUID } from 'node:crypto';
import { and, eq, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import type { Database, Queries } from '../data/index.ts';
import { type JobChange, type JobRow, type JobStatus, type NewJob, priorities, systemTenant } from './job.ts';

export type JobStore = ReturnType<typeof createJobStore>;

interface ClaimAsk {
  readonly kind: string;
  readonly owner: string;
  readonly slots: number;
  /** Maximum running at once in all processes. */
  readonly everywhere: number;
  /** Maximum running at once of one organisation, in all processes. */
  readonly ofOrganisation: number;
  /** The organisation whose turn was last. */
  readonly after: string;
  readonly at: string;
  /** The runner's file store; null if it can read the files of every job. */
  readonly place: string | null;
}

const maxAttempts = 8;
const promotedAtOnce = 1000;

/** All statements on jobs, identical on both databases. */
export function createJobStore({ tables, dialect, system }: Database) {
  const { jobs, jobSteps } = tables;
  // Inlined rather than bound: otherwise the databases do not use the partial index.
  const is = (status: JobStatus): SQL => sql`${jobs.status} = ${sql.raw(`'${status}'`)}`;
  const keyed = [jobs.kind, jobs.organisationId, jobs.uniqueKey];
  const hasKey = sql`unique_key IS NOT NULL AND (key_stays = 1 OR status IN ('delayed', 'waiting', 'running'))`;
  const next = { token: sql`${jobs.token} + 1`, beat: sql`${jobs.beat} + 1` };

  /** The first job of the next organisation, found by index: its cost does not grow with the number of waiting jobs. */
  function nextOf({ kind, ofOrganisation, place }: ClaimAsk, after: string): SQL {
    const here = place === null ? sql`` : sql`AND (place IS NULL OR place = ${place})`;
    const running = sql`FROM jobs WHERE status = 'running' AND kind = ${kind}`;
    const within = Number.isFinite(ofOrganisation)
      ? sql`AND organisation_id NOT IN
          (SELECT organisation_id ${running} GROUP BY organisation_id HAVING count(*) >= ${ofOrganisation})`
      : sql``;
    const waiting = sql`FROM jobs WHERE status = 'waiting' AND kind = ${kind} ${here} ${within}`;
    return sql`(SELECT uuid ${waiting} AND organisation_id = coalesce(
        (SELECT min(organisation_id) ${waiting} AND organisation_id > ${after}),
        (SELECT min(organisation_id) ${waiting}))
      ORDER BY priority, run_at LIMIT 1)`;
  }

  return {
    /**
     * Returns undefined if the key is taken. In that case the job with the key is touched, so that a transaction that
     * ends it, and began before this one commits, must be rerun and sees what this transaction wrote.
     */
    async add(queries: Queries, job: NewJob, at: Date): Promise<string | undefined> {
      const row = {
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
      };
      const insert = queries.insert(jobs).values(row);
      const touch = { target: keyed, targetWhere: hasKey, set: { beat: sql`${jobs.beat}` } };
      const [there] = await insert.onConflictDoUpdate(touch).returning({ uuid: jobs.uuid });
      return there?.uuid === row.uuid ? row.uuid : undefined;
    },
    /** Returns those of the given kinds that have waiting jobs, with one index lookup per kind. */
    async waitingKinds(kinds: readonly string[]): Promise<string[]> {
      if (kinds.length === 0) return [];
      const names = sql.join(
        kinds.map((kind) => sql`(${kind})`),
        sql`, `,
      );
      const kindRows = await system.read.rows<{ kind: string }>(sql`
        SELECT column1 AS kind FROM (VALUES ${names}) AS known
        WHERE EXISTS (SELECT 1 FROM jobs WHERE status = 'waiting' AND kind = column1)`);
      return kindRows.map(({ kind }) => kind);
    },
    /** Each slot goes to the next waiting organisation. */
    async claim(queries: Queries, ask: ClaimAsk): Promise<JobRow[]> {
      const { kind, owner, slots, everywhere, after, at } = ask;
      // Serialises claims, so that no runner counts jobs that another is about to claim. SQLite has one writer anyway.
      if (dialect === 'postgres')
        await queries.rows(sql`SELECT pg_advisory_xact_lock(hashtext(${`parley_jobs ${kind}`}))`);
      let free = slots;
      if (Number.isFinite(everywhere)) {
        const count = queries.select({ running: sql<number>`count(*)` }).from(jobs);
        const [row] = await count.where(and(is('running'), eq(jobs.kind, kind)));
        free = Math.min(slots, everywhere - Number(row?.running ?? 0));
      }
      const attempt = { attempts: sql`${jobs.attempts} + 1`, advanced: false, startedAt: at };
      const change = { ...next, ...attempt, status: 'running', owner } as const;
      const claimed: JobRow[] = [];
      while (claimed.length < free) {
        const last = claimed.at(-1)?.organisationId ?? after;
        const nextJob = and(is('waiting'), eq(jobs.uuid, nextOf(ask, last)));
        const [job] = await queries.update(jobs).set(change).where(nextJob).returning();
        if (job === undefined) break;
        claimed.push(job);
      }
      return claimed;
    },
    /** Updates a job that this token still holds, otherwise returns undefined. Counts as a heartbeat. */
    async write(queries: Queries, held: { uuid: string; token: number; beat?: number }, change: JobChange) {
      const isOurs = and(is('running'), eq(jobs.uuid, held.uuid), eq(jobs.token, held.token));
      const [job] = await queries
        .update(jobs)
        .set({ ...change, beat: next.beat })
        .where(held.beat === undefined ? isOurs : and(isOurs, eq(jobs.beat, held.beat)))
        .returning({ cancelAsked: jobs.cancelAsked });
      return job;
    },
    /** Sends a heartbeat for all known jobs of an owner. Returns those that it still owns. */
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
      await queries.update(jobs).set({ advanced: true }).where(eq(jobs.uuid, jobUuid));
    },
    running: () => {
      const { uuid, token, beat, owner, attempts, maxAttempts, advanced, cancelAsked } = jobs;
      const claim = { uuid, token, beat, owner, attempts, maxAttempts, advanced, cancelAsked };
      const { kind, organisationId, payload } = jobs;
      return system.read
        .select({ ...claim, kind, organisationId, payload })
        .from(jobs)
        .where(is('running'));
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
