import type { SQL } from 'drizzle-orm';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { FaultPoint } from '../faults/fault-point.ts';
import type { Log } from '../log.ts';
import type { OwnerLock } from './owner-lock.ts';
import type { Tables } from './tables/index.ts';

/**
 * Runs queries. The type is the part common to both dialects: a statement returns nothing without `.returning()`, and a
 * transaction cannot be started.
 */
export type Queries = Pick<
  BaseSQLiteDatabase<'async', void>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with'
> & {
  /** Returns the same select with its rows locked against changes until this transaction ends. */
  locked<T>(select: T): T;
  /** Runs a raw SQL statement. Returns its rows, keyed by column name. */
  rows<T>(statement: SQL): Promise<T[]>;
};

export interface TxOptions {
  /**
   * Default true: serialisable. False for work whose statements take their own locks: each statement then sees what is
   * committed when it begins, and waits for others instead of being retried.
   */
  readonly asIfAlone?: boolean;
  /** Whether the work is a single statement, which is a transaction by itself: one round trip instead of three. */
  readonly isOneStatement?: boolean;
}

/** Results of reads are used without the server for this long. */
export const rememberedMs = 4 * 3_600_000;

export interface RememberedOptions {
  /** Whether the server is known to be silent: a remembered result is then used at once. */
  readonly isAway?: boolean;
  /** Whether the work reads ahead of need: its results are kept when others have to go. */
  readonly isAhead?: boolean;
}

export interface SystemQueries {
  /** Sees committed data. Rejects writes. */
  readonly read: Queries;
  /**
   * Returns the rows of a statement that reads much, such as sums over all calls, keyed by column name. Other requests
   * go on meanwhile: SQLite runs it in a thread of its own, where organisations take turns. Throws a `ThreadFault` if it
   * takes more than 30 s or too many wait.
   */
  slowRows<T>(statement: SQL, organisation: string): Promise<T[]>;
  /**
   * Runs a serialisable write transaction, rolled back when `work` throws. PostgreSQL may run `work` more than once, so
   * it must have no effects other than its queries. Await only queries in it. Nested calls throw: the inner transaction
   * would wait for the outer one for ever.
   */
  tx<T>(work: (queries: Queries) => Promise<T>, options?: TxOptions): Promise<T>;
}

/** Messages between the nodes that share a database, or within the process where it is the only one. */
export interface Channels {
  /** Calls `heard` for every message sent from now on, until the returned function is called. */
  listen(channel: string, heard: (message: string) => void): () => Promise<void>;
  /** Sends to every listening node, including this one. At most 7,999 bytes. */
  notify(channel: string, message: string): Promise<void>;
}

export interface Database extends Channels {
  readonly dialect: 'sqlite' | 'postgres';
  readonly tables: Tables;
  /**
   * Queries not restricted to one organisation: for data that belongs to none, and for work that starts from a call, a
   * credential or a job and determines the organisation from it. Everything else uses `forOrganisation`.
   */
  readonly system: SystemQueries;
  /** A number that changes after any process has written; undefined where it is not available at no cost. */
  readonly version: number | undefined;
  /**
   * Returns since when the server has been unreachable, in monotonic milliseconds; undefined while it answers.
   * Meanwhile all queries reject at once.
   */
  silentSinceMs(): number | undefined;
  /** Returns for how long the server has answered without interruption; `Infinity` if it was never unreachable. */
  answersForMs(): number;
  /**
   * Runs `work`, whose reads are remembered. While the server does not answer, a read has the result that the same
   * statement had last, up to four hours ago; one that was never remembered rejects. For the work without which no call
   * can begin. SQLite is always there and remembers nothing.
   */
  remembered<T>(work: () => Promise<T>, options?: RememberedOptions): Promise<T>;
  /** Truncates the write-ahead log, where the database keeps one beside its file. */
  checkpoint(): Promise<void>;
  /** Migrations applied during this start. */
  readonly migrated: readonly string[];
  /** Makes this process known to the others on the same database, until it dies. */
  ownerLock(): Promise<OwnerLock>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  /** Contains one folder of migrations per dialect. */
  readonly migrationsDir: string;
  /** URL of a PostgreSQL server; without it the data is stored in `dataDir`. */
  readonly databaseUrl?: string;
  /** Most connections for statements, at least 2; 12 by default. A third of them write. */
  readonly connections?: number;
  /** Receives a line when the server is lost and when it is back. */
  readonly log?: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly at?: FaultPoint;
}
