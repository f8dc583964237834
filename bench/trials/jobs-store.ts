import { sql } from 'drizzle-orm';
import type { Database, Queries } from '../../src/data/index.ts';

/** Effects of a trial's handlers, counted from outside. */
export interface Effects {
  readonly jobs: number;
  readonly done: number;
  readonly dead: number;
  /** Jobs that lack their first or last effect. */
  readonly lost: number;
  /** Duplicate effects. */
  readonly doubled: number;
  /** Effects of an attempt that came after those of a later attempt. */
  readonly late: number;
  /**
   * Maximum jobs of the trial running at once, counted in the database with every effect; the queue's own sweep is
   * excluded.
   */
  readonly mostRunning: number;
}

/** Migrations applied after the server's, by dialect. */
export const effectMigrations = {
  sqlite:
    'CREATE TABLE trial_effects (seq INTEGER PRIMARY KEY, job TEXT, what TEXT, attempt INTEGER, running INTEGER);',
  postgres:
    'CREATE TABLE trial_effects (seq BIGSERIAL PRIMARY KEY, job TEXT, what TEXT, attempt BIGINT, running BIGINT);',
} as const;

export async function addEffect(queries: Queries, effect: { job: string; what: string; attempt: number }) {
  await queries.rows(sql`INSERT INTO trial_effects (job, what, attempt, running)
    SELECT ${effect.job}, ${effect.what}, ${effect.attempt}, count(*) FROM jobs WHERE status = 'running' AND kind = 'trial'
    RETURNING seq`);
}

const one = async (database: Database, statement: ReturnType<typeof sql>): Promise<number> => {
  const [row] = await database.system.read.rows<{ n: number | null }>(statement);
  return Number(row?.n ?? 0);
};

export const countDone = (database: Database): Promise<number> =>
  one(database, sql`SELECT count(*) AS n FROM jobs WHERE status = 'done' AND kind = 'trial'`);

/** Returns the number of open jobs, and of those claimed by each worker. */
export async function countOpen(database: Database): Promise<{ open: number; held: Map<string, number> }> {
  const rows = await database.system.read.rows<{ owner: string | null; status: string; n: number }>(
    sql`SELECT owner, status, count(*) AS n FROM jobs WHERE status IN ('delayed', 'waiting', 'running')
      AND kind = 'trial' GROUP BY owner, status`,
  );
  return {
    open: rows.reduce((sum, { n }) => sum + Number(n), 0),
    held: new Map(rows.flatMap((row) => (row.status === 'running' ? [[row.owner ?? '', Number(row.n)]] : []))),
  };
}

/** Returns the number of jobs that a worker is running with a few parts done and more to do. */
export const countInTheMiddle = (database: Database, owner: string): Promise<number> => {
  const with_ = (what: string) => sql`(SELECT job FROM trial_effects WHERE what = ${what})`;
  return one(
    database,
    sql`SELECT count(*) AS n FROM jobs WHERE status = 'running' AND owner = ${owner} AND uuid IN ${with_('part 2')} AND uuid NOT IN ${with_('part 8')}`,
  );
};

export async function countEffects(database: Database): Promise<Effects> {
  const with_ = (what: string) => sql`(SELECT job FROM trial_effects WHERE what = ${what})`;
  return {
    jobs: await one(database, sql`SELECT count(*) AS n FROM jobs WHERE kind = 'trial'`),
    done: await countDone(database),
    dead: await one(database, sql`SELECT count(*) AS n FROM jobs WHERE kind = 'trial' AND status = 'dead'`),
    lost: await one(
      database,
      sql`SELECT count(*) AS n FROM jobs WHERE kind = 'trial' AND (uuid NOT IN ${with_('first')} OR uuid NOT IN ${with_('last')})`,
    ),
    doubled: await one(
      database,
      sql`SELECT coalesce(sum(many - 1), 0) AS n FROM (SELECT count(*) AS many FROM trial_effects GROUP BY job, what) AS counted`,
    ),
    late: await one(
      database,
      sql`SELECT count(*) AS n FROM trial_effects AS late WHERE EXISTS (SELECT 1 FROM trial_effects AS newer
        WHERE newer.job = late.job AND newer.attempt > late.attempt AND newer.seq < late.seq)`,
    ),
    mostRunning: await one(database, sql`SELECT max(running) AS n FROM trial_effects`),
  };
}
