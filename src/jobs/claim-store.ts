import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Queries } from '../data/index.ts';
import type { JobRow } from './job.ts';
import { statusOf } from './status-store.ts';

export interface ClaimAsk {
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

/** Statements by which runners claim waiting jobs. */
export function createClaims({ tables, dialect, system }: Database) {
  const { jobs } = tables;
  const is = statusOf(jobs);

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
      const next = { token: sql`${jobs.token} + 1`, beat: sql`${jobs.beat} + 1` };
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
  };
}
