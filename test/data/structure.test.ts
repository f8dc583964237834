import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/data/index.ts';
import { sqliteTables } from '../../src/data/sqlite/tables.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { freshPostgres, onEachDatabase, onPostgres } from './databases.ts';
import { migrationsDir, onServer } from './postgres-server.ts';
import { type Structure, structureOfPostgres, structureOfSqlite } from './structure.ts';

const seedsDir = join(import.meta.dirname, 'seeds');
const migrationNames = readdirSync(join(migrationsDir, 'sqlite')).sort();

async function sqliteStructure(): Promise<Structure> {
  const dataDir = temporaryFolder();
  await (await openDatabase({ dataDir, migrationsDir })).close();
  return structureOfSqlite(join(dataDir, 'parley.db'));
}

test('both dialects have the same migrations', () => {
  expect(readdirSync(join(migrationsDir, 'postgres')).sort()).toEqual(migrationNames);
});

test('the tables in code are those of the database', async () => {
  const { schema_migrations, ...stored } = await sqliteStructure();
  const coded = Object.values(sqliteTables).map((table) => {
    const { name, columns, primaryKeys } = getTableConfig(table as SQLiteTable);
    const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
    const inKey = new Set(key.map((column) => column.name));
    const described = columns.map((column) => {
      const type = column.getSQLType() as string;
      return [column.name, `${type}${column.notNull || inKey.has(column.name) ? ' not null' : ''}`];
    });
    return [name, { columns: Object.fromEntries(described) as object, primaryKey: [...inKey] }];
  });
  const shapes = Object.entries(stored).map(([name, { columns, primaryKey }]) => {
    const bare = Object.entries(columns).map(([column, it]) => [column, it.replace(/ default .*$/, '')]);
    return [name, { columns: Object.fromEntries(bare) as object, primaryKey }];
  });
  expect(Object.fromEntries(coded)).toEqual(Object.fromEntries(shapes));
});

onPostgres('PostgreSQL', () => {
  test('is built like SQLite', async () => {
    const databaseUrl = await freshPostgres();
    await (await openDatabase({ dataDir: '', migrationsDir, databaseUrl })).close();
    const { schema_migrations: _, ...built } = await structureOfPostgres(databaseUrl);
    const { schema_migrations: __, ...model } = await sqliteStructure();
    expect(built).toEqual(model);
  });
});

onEachDatabase('every migration', ({ emptyPlace }) => {
  test('keeps every row that earlier versions may have stored', async () => {
    const where = await emptyPlace();
    const { dataDir, databaseUrl } = where;
    const folder = temporaryFolder();
    for (const dialect of ['sqlite', 'postgres']) mkdirSync(join(folder, dialect));

    /** The same statements on either dialect. */
    const run = async (statement: string): Promise<Record<string, unknown>[]> => {
      if (databaseUrl !== undefined) return onServer(statement, databaseUrl);
      const file = new Sqlite(join(dataDir, 'parley.db'));
      try {
        if (statement.startsWith('SELECT')) return file.prepare(statement).all() as Record<string, unknown>[];
        file.exec(statement);
        return [];
      } finally {
        file.close();
      }
    };
    const tables =
      databaseUrl === undefined
        ? "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'schema_migrations'"
        : "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_migrations'";
    const rowsNow = async (): Promise<Record<string, number>> => {
      const counts = (await run(tables)).map(
        ({ name }) => `SELECT '${name}' AS name, count(*) AS total FROM "${name}"`,
      );
      const counted = await run(counts.join(' UNION ALL '));
      return Object.fromEntries(counted.map(({ name, total }) => [name, Number(total)]));
    };

    let before: Record<string, number> = {};
    for (const name of migrationNames) {
      for (const dialect of ['sqlite', 'postgres'])
        cpSync(join(migrationsDir, dialect, name), join(folder, dialect, name));
      const database = await openDatabase({ ...where, migrationsDir: folder });
      expect(database.migrated).toEqual([name]);
      await database.close();
      const after = await rowsNow();
      // A migration may add rows, such as corrections of sums; it takes none away.
      const lost = Object.keys(before).filter((table) => (after[table] ?? 0) < (before[table] ?? 0));
      expect(lost, `tables that lost rows to ${name}`).toEqual([]);
      const seeds = join(seedsDir, name);
      if (existsSync(seeds)) await run(readFileSync(seeds, 'utf8'));
      before = await rowsNow();
      const empty = Object.keys(before).filter((table) => before[table] === 0);
      expect(empty, `tables that test/data/seeds/${name} should put rows into`).toEqual([]);
    }
    const usage = await run('SELECT service, prompt_tokens, uncounted FROM call_usage ORDER BY service');
    expect(usage.map((row) => Object.values(row).map(String))).toEqual([
      ['m1', '7', '0'],
      ['scribe', '0', '0'],
      ['small', '152', '2'],
    ]);
  });
});
