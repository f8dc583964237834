import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Log } from '../../log.ts';
import type { Queries } from '../database.ts';
import { DatabaseAway, QueryRefused } from '../trouble.ts';

/** Tells the log once that a server is lost, and once that it is back. */
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

/** A statement of a request takes milliseconds; one that takes this long would only pile up others behind it. */
const settings = [
  "SET application_name = 'parley'",
  "SET timezone = 'UTC'",
  'SET statement_timeout = 30000',
  'SET lock_timeout = 10000',
  'SET idle_in_transaction_session_timeout = 30000',
  // Data that is asked for time and again is in memory or on no spinning disk: counting a million calls in an index was
  // taken for dearer than reading all of them.
  'SET random_page_cost = 1.1',
  // A statement of a request is over before it would be compiled.
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
      // A connection that breaks while it is lent out tells it here as well as to the query; nobody else listens.
      client.on('error', link.lost);
      await client.query([...settings, access].join('; '));
    },
  });
  pool.on('error', link.lost);
  return pool;
}

/** A connection of its own, for what lasts longer than a request. */
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

/** Runs one statement, and distinguishes a rejected statement from a server that is away. */
export type Run = (query: pg.QueryConfig, values?: unknown[]) => Promise<pg.QueryResult>;

export function runOn(source: Source, link: Link): Run {
  return async (query, values) => {
    try {
      const result = await source.query(query, values?.map(storable));
      link.back();
      return result;
    } catch (error) {
      throw told(error, link);
    }
  };
}

export function told(error: unknown, link: Link): Error {
  if (error instanceof pg.DatabaseError && error.code !== undefined) {
    if (error.code.startsWith('57P')) link.lost(error);
    return new QueryRefused(error.code, error.message, error.constraint);
  }
  link.lost(error);
  return new DatabaseAway(error);
}

/** PostgreSQL refuses the character NUL in text, for which nobody has a use. */
const storable = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value;

/** 64-bit and decimal numbers come as text, for their range; counts and sums do not need it. */
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
  // Drizzle's own error has the values of the statement in its message, which would bring them into the log.
  session.prepareQuery = (...of) =>
    Object.assign(prepare(...of), {
      queryWithCache: (_query: string, _values: unknown[], go: () => Promise<unknown>) => go(),
    });
  return Object.assign(queries as unknown as Queries, {
    // Rows that refer to these may still come.
    locked: <T>(select: T) => (select as { for(strength: 'no key update'): T }).for('no key update'),
    async rows<T>(statement: unknown): Promise<T[]> {
      const { sql, params } = dialect.sqlToQuery(statement);
      return (await run({ text: sql, types: parsers as pg.CustomTypesConfig }, params)).rows as T[];
    },
  });
}
