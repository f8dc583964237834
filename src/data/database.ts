import type { SQL } from 'drizzle-orm';
import type { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import type { FaultPoint } from '../faults/fault-point.ts';
import type { Log } from '../log.ts';
import type { OwnerLock } from './owner-lock.ts';
import type { Tables } from './tables/index.ts';

/**
 * Runs queries. Typed as the part that both dialects have: a statement answers nothing unless it says `.returning()`,
 * and there is no way to begin a transaction.
 */
export type Queries = Pick<
  BaseSQLiteDatabase<'async', void>,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'with' | '$with'
> & {
  /** The same select, of rows that nobody else changes until this transaction is over. */
  locked<T>(select: T): T;
  /** Rows of a statement that is written out, by the names that it gives its columns. */
  rows<T>(statement: SQL): Promise<T[]>;
};

export interface TxOptions {
  /**
   * False for work whose statements lock what they are about themselves: each then sees what is committed when it
   * begins, and waits for others where it would have to be run again.
   */
  readonly asIfAlone?: boolean;
  /** The work is one statement, which is a transaction by itself: a server is asked once, and not three times. */
  readonly isOneStatement?: boolean;
}

export interface SystemQueries {
  /** Sees what is committed; refuses to write. */
  readonly read: Queries;
  /**
   * A writing transaction, as if it were alone: rolled back when `work` throws. PostgreSQL may run `work` again, so it
   * has no other effects than its queries. Do not await anything but queries in it, and do not nest: the inner one
   * would wait for the outer one for ever, so it throws.
   */
  tx<T>(work: (queries: Queries) => Promise<T>, options?: TxOptions): Promise<T>;
}

/** Messages between the nodes of one database; where the data is this process's alone, within the process. */
export interface Channels {
  /** Calls `heard` for every message sent from now on, until the returned function is called. */
  listen(channel: string, heard: (message: string) => void): () => Promise<void>;
  /** Sends to every node that listens, this one included. At most 7,999 bytes. */
  notify(channel: string, message: string): Promise<void>;
}

export interface Database extends Channels {
  readonly dialect: 'sqlite' | 'postgres';
  readonly tables: Tables;
  /**
   * Queries that are not held to one organisation: for what belongs to none, and for what begins with a call, a
   * credential or a job and finds out whose it is. Everything else goes through `forOrganisation`.
   */
  readonly system: SystemQueries;
  /** Another number once anything was written since, by whomever; undefined where that is not to be had for nothing. */
  readonly version: number | undefined;
  /** Gives back the room that a log of changes takes, where the database keeps one beside its file. */
  checkpoint(): Promise<void>;
  /** Migrations applied by this start. */
  readonly migrated: readonly string[];
  /** Makes this process known to the others on the same database, until it dies. */
  ownerLock(): Promise<OwnerLock>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  /** Holds a folder of migrations for each dialect. */
  readonly migrationsDir: string;
  /** A PostgreSQL server; without one the data is kept in `dataDir`. */
  readonly databaseUrl?: string;
  /** Told when the server is lost and when it is back. */
  readonly log?: Pick<Log, 'info' | 'error'>;
  readonly at?: FaultPoint;
}
