import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { invariant } from '../../../media/kit/invariant.ts';
import { readMigrations } from '../migrations.ts';
import {
  batchRows,
  historyName,
  inReferenceOrder,
  type Loader,
  type PortableTable,
  portable,
  quoted,
  type Snapshot,
} from '../portable.ts';
import { migrate } from './database.ts';

/**
 * Opens a read transaction on a dedicated connection. Writers are not blocked, and the write-ahead log grows until it
 * is closed.
 */
export function openSqliteSnapshot(file: string): Snapshot {
  const connection = new Sqlite(file, { readonly: true, fileMustExist: true });
  connection.pragma('busy_timeout = 5000');
  connection.exec('BEGIN');
  const migrations = connection.prepare(`SELECT name FROM ${historyName} ORDER BY name`).pluck().all() as string[];
  return {
    dialect: 'sqlite',
    migrations,
    tables: tablesOf(connection),
    async *rows({ name, columns }) {
      const select = connection.prepare(`SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}`).raw();
      let batch: (string | number | null)[][] = [];
      for (const row of select.iterate() as IterableIterator<unknown[]>) {
        batch.push(row.map(portable));
        if (batch.length < batchRows) continue;
        yield batch;
        batch = [];
      }
      if (batch.length > 0) yield batch;
    },
    async close() {
      connection.close();
    },
  };
}

/** Leaves out the internal tables of SQLite and of full-text indexes. */
function tablesOf(connection: Sqlite.Database): PortableTable[] {
  const list = connection.pragma('table_list') as { schema: string; name: string; type: string }[];
  const tables = list
    .filter(({ schema, name, type }) => schema === 'main' && type === 'table' && !/^sqlite_/.test(name))
    .filter(({ name }) => name !== historyName)
    .map(({ name }) => ({ name, columns: columnsOf(connection, name) }));
  return inReferenceOrder(tables, (table) => {
    const references = connection.pragma(`foreign_key_list(${quoted(table)})`) as { table: string }[];
    return references.map((reference) => reference.table);
  });
}

function columnsOf(connection: Sqlite.Database, table: string): string[] {
  const columns = connection.pragma(`table_xinfo(${quoted(table)})`) as { name: string; hidden: number }[];
  return columns.filter(({ hidden }) => hidden === 0).map(({ name }) => name);
}

/** Returns `ok`, or what is corrupt in a database file. */
export function sqliteVerdict(file: string): string {
  const connection = new Sqlite(file, { fileMustExist: true });
  try {
    return String(connection.pragma('integrity_check', { simple: true }));
  } finally {
    connection.close();
  }
}

/** Snapshots of earlier versions have none. */
const hasWordIndex = (connection: Sqlite.Database): boolean =>
  connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'words_said'").get() !== undefined;

interface Trigger {
  readonly name: string;
  readonly sql: string;
}

/** Creates a new database file with exactly the migrations of the snapshot. */
export function openSqliteLoader(options: {
  readonly file: string;
  readonly migrationsDir: string;
  readonly migrations: readonly string[];
}): Loader {
  const connection = new Sqlite(options.file);
  connection.pragma('journal_mode = WAL');
  // Without it, a page that is split keeps copies of the rows that moved, which no later deletion reaches.
  connection.pragma('secure_delete = ON');
  const migrations = readMigrations(join(options.migrationsDir, 'sqlite'));
  migrate(connection, migrations.slice(0, options.migrations.length));
  connection.pragma('foreign_keys = OFF');
  const tables = tablesOf(connection);
  connection.exec('BEGIN IMMEDIATE');
  // The snapshot also contains the rows that migrations inserted.
  for (const { name } of tables) connection.exec(`DELETE FROM ${quoted(name)}`);
  // The snapshot also contains the rows that triggers wrote.
  const triggers = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as Trigger[];
  for (const { name } of triggers) connection.exec(`DROP TRIGGER ${quoted(name)}`);
  let isOpen = true;
  return {
    async load({ name, columns }, rows) {
      const places = columns.map(() => '?').join(', ');
      const insert = connection.prepare(
        `INSERT INTO ${quoted(name)} (${columns.map(quoted).join(', ')}) VALUES (${places})`,
      );
      for (const row of rows) insert.run(...row);
    },
    change: async (statement) => connection.prepare(statement).run().changes,
    async finish() {
      const dangling = connection.pragma('foreign_key_check') as { table: string; parent: string }[];
      const [first] = dangling;
      invariant(first === undefined, `rows of ${first?.table} refer to rows of ${first?.parent} that are not there`);
      // No trigger filled the index of words.
      if (hasWordIndex(connection)) {
        connection.exec("INSERT INTO words_said (words_said) VALUES ('delete-all')");
        connection.exec(
          'INSERT INTO words_said (rowid, organisation, words) SELECT id, organisation, words FROM conversation_words',
        );
      }
      for (const { sql } of triggers) connection.exec(sql);
      connection.exec('COMMIT');
      connection.pragma('journal_mode = DELETE');
      isOpen = false;
      connection.close();
      const verdict = sqliteVerdict(options.file);
      invariant(verdict === 'ok', `the database that was made is not whole: ${verdict}`);
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      connection.close();
    },
  };
}
