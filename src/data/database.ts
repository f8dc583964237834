import { AsyncLocalStorage } from 'node:async_hooks';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { StartFault } from '../start-fault.ts';
import { migrate } from './migrate.ts';

/** Runs queries. Awaited, so that the same stores work on a database behind a network. */
export type Queries = BetterSQLite3Database;

export interface Database {
  /** Sees what is committed; refuses to write. */
  readonly read: Queries;
  /**
   * One writing transaction at a time. Rolled back when `work` throws. Do not await anything but queries in it, and do
   * not nest: the inner one would wait for the outer one for ever, so it throws.
   */
  tx<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Migrations applied by this start. */
  readonly migrated: readonly string[];
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly dataDir: string;
  readonly migrationsDir: string;
}

/**
 * Opens (and makes, and migrates) `parley.db` in `dataDir`. Writes and reads have a connection each: a query outside
 * the transaction that happens to run while one is open must not become part of it.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const file = join(options.dataDir, 'parley.db');
  const { connection, migrated } = openWriter(file, options);
  const reader = new Sqlite(file, { readonly: true });
  reader.pragma('busy_timeout = 5000');
  const writing = drizzle({ client: connection });
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<unknown> = Promise.resolve();

  async function run<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    connection.exec('BEGIN IMMEDIATE');
    try {
      const result = await inside.run(true, () => work(writing));
      connection.exec('COMMIT');
      return result;
    } catch (error) {
      // A full disk may have rolled the transaction back already.
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    read: drizzle({ client: reader }),
    migrated,
    tx(work) {
      if (inside.getStore()) return Promise.reject(new Error('tx inside tx'));
      const mine = last.then(() => run(work));
      last = mine.catch(() => {});
      return mine;
    },
    async close() {
      await last;
      reader.close();
      connection.close();
    },
  };
}

function openWriter(
  file: string,
  options: DatabaseOptions,
): { connection: Sqlite.Database; migrated: readonly string[] } {
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartFault('data_dir_unusable', `The folder ${options.dataDir} cannot be made.`, { cause });
  }
  let connection: Sqlite.Database | undefined;
  try {
    connection = new Sqlite(file);
    connection.pragma('busy_timeout = 10000');
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    return { connection, migrated: migrate(connection, join(options.migrationsDir, 'sqlite')) };
  } catch (cause) {
    connection?.close();
    throw named(cause, file);
  }
}

function named(cause: unknown, file: string): unknown {
  if (!(cause instanceof Sqlite.SqliteError)) return cause;
  if (cause.code.startsWith('SQLITE_NOTADB') || cause.code.startsWith('SQLITE_CORRUPT')) {
    return new StartFault('database_unreadable', `${file} cannot be read: ${cause.message}.`, { cause });
  }
  return new StartFault('data_dir_unusable', `${file} cannot be used: ${cause.message}.`, { cause });
}

/** A full, slow or read-only disk, or a lock held too long: the same write may succeed later. */
export function isDiskTrouble(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as { code?: unknown }).code;
    if (typeof code === 'string' && /^SQLITE_(FULL|IOERR|BUSY|LOCKED|READONLY|CANTOPEN|NOMEM)/.test(code)) return true;
  }
  return false;
}
