import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../data/index.ts';
import { type CountedWindow, windowMs } from './limit-store.ts';

export interface RequestCounts {
  /** Adds hits to the windows of these keys. Returns the state of each window afterwards, by key. */
  add(hits: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, CountedWindow>>;
  /** Removes windows that have ended, at most `purgedAtOnce`. Returns how many. */
  purge(): Promise<number>;
}

export const purgedAtOnce = 1000;

/** Counts shared by all nodes of a PostgreSQL database, timed by the database's clock. */
export function createRequestCounts({ system }: Pick<Database, 'system'>): RequestCounts {
  const now = sql`floor(extract(epoch FROM statement_timestamp()) * 1000)::bigint`;
  const run = <T>(statement: ReturnType<typeof sql>): Promise<T[]> =>
    system.tx((queries) => queries.rows<T>(statement), { isOneStatement: true });

  return {
    async add(hits) {
      // Sorted identically on all nodes to prevent deadlocks between their row locks.
      const named = [...hits].map(([key, count]) => ({ key, name: nameOf(key), count }));
      named.sort((first, other) => (first.name < other.name ? -1 : 1));
      const names = sql.param(named.map(({ name }) => name));
      const counts = sql.param(named.map(({ count }) => count));
      const isOpen = sql`kept.ends_at_ms > excluded.ends_at_ms - ${sql.raw(String(windowMs))}`;
      const rows = await run<{ name: string; count: number; rest: number }>(sql`
        INSERT INTO request_counts AS kept (name, count, ends_at_ms)
        SELECT name, count, ${now} + ${sql.raw(String(windowMs))}
        FROM unnest(${names}::text[], ${counts}::bigint[]) AS added (name, count)
        ON CONFLICT (name) DO UPDATE SET
          count = excluded.count + CASE WHEN ${isOpen} THEN kept.count ELSE 0 END,
          ends_at_ms = CASE WHEN ${isOpen} THEN kept.ends_at_ms ELSE excluded.ends_at_ms END
        RETURNING name, count, ends_at_ms - ${now} AS rest`);
      const byName = new Map(rows.map(({ name, count, rest }) => [name, { count, resetMs: within(rest) }]));
      return new Map(named.map(({ key, name }) => [key, byName.get(name) as CountedWindow]));
    },

    async purge() {
      const gone = await run(sql`DELETE FROM request_counts WHERE name IN (
        SELECT name FROM request_counts WHERE ends_at_ms <= ${now}
        ORDER BY ends_at_ms LIMIT ${purgedAtOnce} FOR UPDATE SKIP LOCKED) RETURNING name`);
      return gone.length;
    },
  };
}

/** Another node's statement may have begun a little earlier or later than this one. */
const within = (restMs: number): number => Math.min(windowMs, Math.max(1, restMs));

/** Fixed length, and meaningless to anyone who reads the table. */
const nameOf = (key: string): string => createHash('sha256').update(key).digest('base64url');
