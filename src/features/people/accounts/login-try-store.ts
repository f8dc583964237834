import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import type { LRUCache } from 'lru-cache';
import type { Database } from '../../../data/index.ts';
import { createGrowingCache } from '../../../growing-cache.ts';
/** The subject of stored times: failures by account and address, account or address; or successful logins. */
export type TryKind = 'pair' | 'account' | 'address' | 'entered';

export interface TryName {
  readonly kind: TryKind;
  readonly of: string;
}

/** Returns the times stored under a name, oldest first. */
export type Times = (name: TryName) => readonly number[];

export interface TryChange<T> {
  readonly answer: T;
  /** New times of each name; an empty list deletes the name. */
  readonly kept?: readonly (readonly [TryName, readonly number[]])[];
}

/** Times of login attempts, in milliseconds of one clock. */
export interface LoginTries {
  /** Calls `decide` to read and change the times of `names` in isolation. `decide` may be called again. */
  change<T>(names: readonly TryName[], decide: (times: Times, nowMs: number) => TryChange<T>): Promise<T>;
}

const maxNames = 10_000;

export interface MemoryLoginTries extends LoginTries {
  /** Number of stored names by kind. */
  readonly sizes: Readonly<Record<TryKind, number>>;
}

/** Keeps the times in this process: 10,000 names of each kind. The least recently written name is evicted first. */
export function createMemoryLoginTries(nowMs: () => number): MemoryLoginTries {
  const kinds: Readonly<Record<TryKind, LRUCache<string, readonly number[]>>> = {
    pair: createGrowingCache(maxNames),
    account: createGrowingCache(maxNames),
    address: createGrowingCache(maxNames),
    entered: createGrowingCache(maxNames),
  };
  return {
    get sizes() {
      const { pair, account, address, entered } = kinds;
      return { pair: pair.size, account: account.size, address: address.size, entered: entered.size };
    },
    async change(_names, decide) {
      const { answer, kept = [] } = decide(({ kind, of }) => kinds[kind].get(of) ?? [], nowMs());
      for (const [{ kind, of }, times] of kept) {
        const triesOfKind = kinds[kind];
        if (times.length > 0) triesOfKind.set(of, times);
        else triesOfKind.delete(of);
      }
      return answer;
    },
  };
}

/** The window of the rule; 90 days for successful logins. */
const keptMs: Readonly<Record<TryKind, number>> = {
  pair: 60_000,
  account: 600_000,
  address: 600_000,
  entered: 90 * 86_400_000,
};
/** Must exceed the number of names that one change can add. */
const purgedAtOnce = 20;

/** Stores the times of all nodes in one PostgreSQL database, by its clock. */
export function createSharedLoginTries({ tables, system }: Pick<Database, 'tables' | 'system'>): LoginTries {
  const { loginTries } = tables;
  return {
    change: (names, decide) =>
      system.tx(
        async (queries) => {
          const hashes = names.map(hashOf);
          // One lock order on all nodes prevents deadlocks.
          await queries.rows(sql`SELECT pg_advisory_xact_lock(key)
            FROM (SELECT hashtext(name) AS key FROM unnest(${sql.param(hashes)}::text[]) AS asked (name) ORDER BY 1) AS keys`);
          const [clock] = await queries.rows<{ now: number }>(
            sql`SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now`,
          );
          const nowMs = (clock as { now: number }).now;
          const rows = await queries.select().from(loginTries).where(inArray(loginTries.name, hashes));
          const stored = new Map(rows.map(({ name, times }) => [name, times as number[]]));
          const { answer, kept = [] } = decide((name) => stored.get(hashOf(name)) ?? [], nowMs);
          for (const [name, times] of kept) {
            const set = { times, keepUntilMs: nowMs + (times.length === 0 ? 0 : keptMs[name.kind]) };
            const row = { name: hashOf(name), ...set };
            await queries.insert(loginTries).values(row).onConflictDoUpdate({ target: loginTries.name, set });
          }
          await queries.rows(sql`DELETE FROM login_tries WHERE name IN (SELECT name FROM login_tries
            WHERE keep_until_ms <= ${nowMs} ORDER BY keep_until_ms LIMIT ${purgedAtOnce} FOR UPDATE SKIP LOCKED)`);
          return answer;
        },
        { asIfAlone: false },
      ),
  };
}

/** E-mail addresses under attack are not stored in clear text. */
const hashOf = ({ kind, of }: TryName): string => createHash('sha256').update(`${kind} ${of}`).digest('base64url');
