import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Queries } from '../database.ts';
import { DatabaseAway, QueryRefused } from '../trouble.ts';

/** Logs once when the server is lost, and once when it is back. While it is silent, statements fail at once. */
export interface Link {
  /** A connection failed. */
  lost(error: unknown): void;
  /** A statement succeeded. */
  back(): void;
  /** The server answers neither on an open connection nor on a new one: rejects every statement in progress. */
  silent(error: unknown): void;
  /** Called each time that the server becomes silent. */
  onSilent(told: () => void): void;
  /** The server answers again. */
  answered(): void;
  /** Returns since when the server has been silent, in monotonic milliseconds; undefined while it answers. */
  silentSinceMs(): number | undefined;
  /** Returns for how long the server has answered, in milliseconds; `Infinity` if it was never silent. */
  answersForMs(): number;
  /** Returns the result of `work`. Rejects at once while the server is silent, or when it becomes so. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

export function createLink(server: string, log: Pick<Log, 'info' | 'error'> | undefined): Link {
  let away = false;
  let returnedMs = Number.NEGATIVE_INFINITY;
  let silence: { readonly sinceMs: number; readonly error: Error } | undefined;
  const pending = new Set<(error: Error) => void>();
  const onSilentAll: (() => void)[] = [];
  const lost = (error: unknown): void => {
    if (away) return;
    away = true;
    log?.error({ server, why: error instanceof Error ? error.message : String(error) }, 'database connection lost');
  };
  return {
    lost,
    back() {
      if (away && silence === undefined) log?.info({ server }, 'database connection restored');
      if (silence === undefined) away = false;
    },
    silent(cause) {
      lost(cause);
      const error = new Error('the database server does not answer', { cause });
      if (silence !== undefined) return;
      silence = { sinceMs: performance.now(), error };
      for (const reject of [...pending]) reject(error);
      for (const told of onSilentAll) told();
    },
    onSilent: (told) => void onSilentAll.push(told),
    answered() {
      if (silence !== undefined) returnedMs = performance.now();
      silence = undefined;
    },
    silentSinceMs: () => silence?.sinceMs,
    answersForMs: () => (silence === undefined ? performance.now() - returnedMs : 0),
    during(work) {
      if (silence !== undefined) return Promise.reject(silence.error);
      return new Promise((resolve, reject) => {
        pending.add(reject);
        work()
          .then(resolve, reject)
          .finally(() => pending.delete(reject));
      });
    },
  };
}

const connectTimeoutMs = 5000;

export interface PoolOptions {
  readonly url: string;
  readonly link: Link;
  readonly connections: number;
  readonly readOnly: boolean;
}

/** A statement of a request takes milliseconds. One that takes this long only makes others queue behind it. */
const settings = [
  "SET application_name = 'parley'",
  "SET timezone = 'UTC'",
  'SET statement_timeout = 30000',
  'SET lock_timeout = 10000',
  'SET idle_in_transaction_session_timeout = 30000',
  // Frequently read data is in memory or on SSD. With the default cost, the planner preferred a full scan to counting a
  // million calls in an index.
  'SET random_page_cost = 1.1',
  // A request's statement ends before JIT compilation would.
  'SET jit = off',
];

export function openPool({ url, link, connections, readOnly }: PoolOptions): pg.Pool {
  const access = readOnly ? 'SET default_transaction_read_only = on' : 'SET enable_seqscan = off';
  const clients = new Set<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // Statements that a transaction issues at once do not wait for each other's answers.
    pipeline: true,
    onConnect: async (client) => {
      // A connection that breaks while in use emits 'error' in addition to failing the query. Without a listener the
      // event would be uncaught.
      client.on('error', link.lost);
      clients.add(client);
      await client.query([...settings, access].join('; '));
    },
  });
  pool.on('error', link.lost);
  pool.on('remove', (client) => clients.delete(client));
  link.onSilent(() => {
    for (const client of clients) destroy(client);
  });
  return pool;
}

/** Closes the connection without a farewell that a silent network would never deliver. */
export function destroy(client: pg.ClientBase): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}

/** Creates a dedicated connection, for work that lasts longer than a request. */
export function createClient(url: string, applicationName: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: applicationName,
  });
  client.on('error', () => {});
  return client;
}

type Source = Pick<pg.ClientBase, 'query'> | pg.Pool;

/**
 * Runs one statement. Rejects with `QueryRefused` for a rejected statement and `DatabaseAway` for an unreachable
 * server.
 */
export type Run = (query: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

export function runOn(source: Source, link: Link): Run {
  return async (query, values) => {
    try {
      const result = await link.during(() => whenConnectionIsFree(() => source.query(query, values?.map(storable))));
      link.back();
      return result;
    } catch (error) {
      throw asTrouble(error, link);
    }
  };
}

/** Takes a connection of the pool. Rejects like `Run`. */
export function connect(pool: pg.Pool, link: Link): Promise<pg.PoolClient> {
  let isLate = false;
  const connecting = (): Promise<pg.PoolClient> =>
    whenConnectionIsFree(() => pool.connect()).then((client) => {
      // Nobody waits for it any more.
      if (isLate) client.release(true);
      return client;
    });
  return link.during(connecting).catch((error: unknown) => {
    isLate = true;
    throw asTrouble(error, link);
  });
}

/** The server, the database or the user has as many connections as it may have. No statement was run. */
const tooManyConnections = '53300';
const retryMs = 100;

/** Tries again while the server has no connection left, until the time for connecting is over. */
async function whenConnectionIsFree<T>(attempt: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + connectTimeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const isFull = error instanceof pg.DatabaseError && error.code === tooManyConnections;
      if (!isFull || performance.now() >= endMs) throw error;
      await pause(retryMs * (0.5 + Math.random()));
    }
  }
}

function asTrouble(error: unknown, link: Link): Error {
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    if (error.code.startsWith('57P')) link.lost(error);
    return new QueryRefused(error.code, error.message, error.constraint);
  }
  link.lost(error);
  return new DatabaseAway(error);
}

/** PostgreSQL rejects NUL characters in text. No text here needs them. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;

/** 64-bit and decimal numbers arrive as text because of their range. Counts and sums fit a number. */
const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
const parsers = {
  getTypeParser: (type: number, format?: 'text' | 'binary') =>
    numbers.has(type) ? Number : (pg.types.getTypeParser(type, format as 'text') as (value: string) => unknown),
};

interface Innards {
  readonly dialect: { sqlToQuery(statement: unknown): { sql: string; params: unknown[] } };
  readonly _: { readonly session: { prepareQuery(...of: unknown[]): { queryWithCache: unknown } } };
}

export function queriesOn(run: Run): Queries {
  const queries = drizzle({ client: { query: run } as unknown as pg.Client });
  const { dialect, _: innards } = queries as unknown as Innards;
  const { session } = innards;
  const prepare = session.prepareQuery.bind(session);
  // Drizzle's own error message contains the statement's values, which would then reach the log.
  session.prepareQuery = (...of) =>
    Object.assign(prepare(...of), {
      queryWithCache: (_query: string, _values: unknown[], go: () => Promise<unknown>) => go(),
    });
  return Object.assign(queries as unknown as Queries, {
    // Unlike FOR UPDATE, this lock allows inserts of rows that refer to the locked ones.
    locked: <T>(select: T) => (select as { for(strength: 'no key update'): T }).for('no key update'),
    async rows<T>(statement: unknown): Promise<T[]> {
      const { sql, params } = dialect.sqlToQuery(statement);
      return (await run({ text: sql, types: parsers as pg.CustomTypesConfig }, params)).rows as T[];
    },
  });
}
