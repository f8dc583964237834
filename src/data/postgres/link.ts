import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Queries } from '../database.ts';
import { DatabaseAway, QueryRefused } from '../trouble.ts';

/** Logs once when the server is lost, and once when it is back. */
export interface Link {
  lost(error: unknown): void;
  back(): void;
}

export function createLink(server: string, log: Pick<Log, 'info' | 'error'> | undefined): Link {
  let away = false;
  return {
    lost(error) {
      if (away) return;
      away = true;
      log?.error({ server, why: error instanceof Error ? error.message : String(error) }, 'database connection lost');
    },
    back() {
      if (away) log?.info({ server }, 'database connection restored');
      away = false;
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
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    onConnect: async (client) => {
      // A connection that breaks while in use emits 'error' in addition to failing the query. Without a listener the
      // event would be uncaught.
      client.on('error', link.lost);
      await client.query([...settings, access].join('; '));
    },
  });
  pool.on('error', link.lost);
  return pool;
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
      const result = await whenConnectionIsFree(() => source.query(query, values?.map(storable)));
      link.back();
      return result;
    } catch (error) {
      throw asTrouble(error, link);
    }
  };
}

/** Takes a connection of the pool. Rejects like `Run`. */
export function connect(pool: pg.Pool, link: Link): Promise<pg.PoolClient> {
  return whenConnectionIsFree(() => pool.connect()).catch((error: unknown) => {
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
