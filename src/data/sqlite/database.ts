import { AsyncLocalStorage } from 'node:async_hooks';
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { SQL } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { SQLiteSyncDialect } from 'drizzle-orm/sqlite-core';
import type { FaultPoint } from '../../faults/fault-point.ts';
import { StartFault } from '../../faults/start-fault.ts';
import { createThreadPool, type ThreadPoolOptions } from '../../threads/index.ts';
import type { Database, DatabaseOptions, Queries } from '../database.ts';
import { type Applied, historyTable, type Migration, migrationFailed, planOf, readMigrations } from '../migrations.ts';
import { holdFileLock } from '../owner-lock.ts';
import { createLocalChannels } from './channels.ts';
import type { readingWork } from './reading-work.ts';
import { keptStatements } from './statements.ts';
import { sqliteTables } from './tables.ts';
import { createTurns } from './turns.ts';

/**
 * Pages cached by the process. Both caches fill as the database grows, and the operating system caches the file as
 * well.
 */
const readerCacheKib = 8192;
const writerCacheKib = 4096;
const busyMs = 10_000;
/** SQLite computes in the thread that asks. Organisations take turns. */
const slowReads: Omit<ThreadPoolOptions, 'onEnded'> = {
  module: new URL('./reading-thread.js', import.meta.url),
  threads: 1,
  limits: { waiting: 64, waitingOfOne: 16, takenOfOne: 1 },
  limitMs: 30_000,
  heapMb: 64,
  idleMs: 60_000,
};

/**
 * Opens `parley.db` in `dataDir`. Writes and reads have separate connections, because a query outside a transaction
 * must not become part of one that happens to be open.
 */
export function openSqlite(options: DatabaseOptions): Database {
  const file = join(options.dataDir, 'parley.db');
  const { connection, migrated } = openWriter(file, options);
  const reader = new Sqlite(file, { readonly: true });
  reader.pragma('busy_timeout = 5000');
  reader.pragma(`cache_size = -${readerCacheKib}`);
  const { at = () => {} } = options;
  const writing = queriesOn(connection, at);
  const slow = openSlowReads(file);
  const inside = new AsyncLocalStorage<true>();
  const giveWay = createTurns();
  let last: Promise<unknown> = Promise.resolve();

  async function run<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    at('begin');
    connection.exec('BEGIN IMMEDIATE');
    try {
      const result = await inside.run(true, () => work(writing));
      at('commit');
      connection.exec('COMMIT');
      at('committed');
      return result;
    } catch (error) {
      // A full disk may have rolled the transaction back already.
      if (connection.inTransaction) connection.exec('ROLLBACK');
      throw error;
    }
  }

  return {
    dialect: 'sqlite',
    tables: sqliteTables,
    system: {
      read: queriesOn(reader),
      slowRows: slow.rows,
      tx(work) {
        if (inside.getStore()) return Promise.reject(new Error('tx inside tx'));
        const mine = last.then(giveWay).then(() => run(work));
        last = mine.catch(() => {});
        return mine;
      },
    },
    get version() {
      return reader.pragma('data_version', { simple: true }) as number;
    },
    silentSinceMs: () => undefined,
    answersForMs: () => Number.POSITIVE_INFINITY,
    remembered: (work) => work(),
    checkpoint() {
      const mine = last.then(() => {
        // Another process that reads, such as a backup, is not waited for: this thread would stand still.
        connection.pragma('busy_timeout = 0');
        try {
          connection.pragma('wal_checkpoint(TRUNCATE)');
        } finally {
          connection.pragma(`busy_timeout = ${busyMs}`);
        }
      });
      last = mine.catch(() => {});
      return mine;
    },
    migrated,
    ...createLocalChannels(),
    ownerLock: async () => holdFileLock(options.dataDir),
    async close() {
      await slow.close();
      await last;
      reader.close();
      connection.close();
      // The store of a closed database would slow down every later promise of the process.
      inside.disable();
    },
  };
}

function openSlowReads(file: string) {
  const compiler = new SQLiteSyncDialect();
  const pool = createThreadPool<typeof readingWork>({ ...slowReads, onEnded: () => {} });
  return {
    rows: async <T>(statement: SQL, organisation: string) =>
      (await pool.run('rows', { file, ...compiler.sqlToQuery(statement) }, { organisation })) as T[],
    close: pool.close,
  };
}

function queriesOn(connection: Sqlite.Database, at: FaultPoint = () => {}): Queries {
  const client = keptStatements(connection) as Sqlite.Database;
  const queries = drizzle({ client, logger: { logQuery: at } });
  return Object.assign(queries as unknown as Queries, {
    // SQLite has a single writer, so no lock is needed.
    locked: <T>(select: T) => select,
    // Asynchronous, so that the same stores work on a networked database.
    rows: async <T>(statement: Parameters<Queries['rows']>[0]) => queries.all<T>(statement),
  });
}

/** Makes the database readable by its owner only, also in a folder that others may read. SQLite gives its mode to its journals. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const { mode } = statSync(path, { throwIfNoEntry: false }) ?? { mode: 0o600 };
    if ((mode & 0o077) !== 0) chmodSync(path, 0o600);
  }
}

function openWriter(
  file: string,
  options: DatabaseOptions,
): { connection: Sqlite.Database; migrated: readonly string[] } {
  try {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartFault('data_dir_unusable', `The folder ${options.dataDir} cannot be created.`, { cause });
  }
  let connection: Sqlite.Database | undefined;
  try {
    keepPrivate(file);
    connection = new Sqlite(file);
    connection.pragma(`busy_timeout = ${busyMs}`);
    connection.pragma('journal_mode = WAL');
    connection.pragma('synchronous = NORMAL');
    connection.pragma('foreign_keys = ON');
    // Overwrites what is deleted with zeros: what an erasure removed is not left in free pages.
    connection.pragma('secure_delete = ON');
    connection.pragma(`cache_size = -${writerCacheKib}`);
    return { connection, migrated: migrate(connection, readMigrations(join(options.migrationsDir, 'sqlite'))) };
  } catch (cause) {
    connection?.close();
    throw named(cause, file);
  }
}

/**
 * Applies pending migrations in one transaction, so that simultaneous starts wait for each other. Returns their names.
 */
export function migrate(connection: Sqlite.Database, migrations: readonly Migration[]): string[] {
  connection.exec('BEGIN IMMEDIATE');
  try {
    connection.exec(historyTable);
    const applied = connection.prepare('SELECT name, sha256 FROM schema_migrations ORDER BY name').all() as Applied[];
    const { replaced, baseline, pending } = planOf(applied, migrations);
    const forget = connection.prepare('DELETE FROM schema_migrations WHERE name = ?');
    const insert = connection.prepare('INSERT INTO schema_migrations (name, sha256, applied_at) VALUES (?, ?, ?)');
    const remember = ({ name, sha256 }: Migration) => insert.run(name, sha256, new Date().toISOString());
    for (const name of replaced) forget.run(name);
    if (baseline !== undefined) remember(baseline);
    for (const migration of pending) {
      try {
        connection.exec(migration.sql);
      } catch (cause) {
        throw migrationFailed(migration.name, cause);
      }
      remember(migration);
    }
    connection.exec('COMMIT');
    return pending.map(({ name }) => name);
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

function named(cause: unknown, file: string): unknown {
  if (!(cause instanceof Sqlite.SqliteError)) return cause;
  if (cause.code.startsWith('SQLITE_NOTADB') || cause.code.startsWith('SQLITE_CORRUPT')) {
    return new StartFault('database_unreadable', `${file} cannot be read: ${cause.message}.`, { cause });
  }
  return new StartFault('data_dir_unusable', `${file} cannot be used: ${cause.message}.`, { cause });
}
