import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/data/index.ts';

const realMigrations = join(import.meta.dirname, '..', '..', 'migrations');

const first = '0072_baseline.sql';

describe('migrations', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'parley-migrate-'));
    // Only the first; later ones may come and go without these tests.
    mkdirSync(join(folder, 'migrations', 'sqlite'), { recursive: true });
    cpSync(join(realMigrations, 'sqlite', first), join(folder, 'migrations', 'sqlite', first));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const migrationsDir = () => join(folder, 'migrations');
  const file = (name: string) => join(migrationsDir(), 'sqlite', name);
  const open = () => openDatabase({ dataDir: join(folder, 'data'), migrationsDir: migrationsDir() });
  const add = (number: string, sql: string) => writeFileSync(file(`${number}_more.sql`), sql);
  const tables = () => {
    const connection = new Sqlite(join(folder, 'data', 'parley.db'), { readonly: true });
    const rows = connection.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[];
    connection.close();
    return rows.map((row) => row.name);
  };

  test('all run on a fresh database, and none at the next start', async () => {
    const fresh = await open();
    expect(fresh.migrated).toEqual([first]);
    await fresh.close();
    const again = await open();
    expect(again.migrated).toEqual([]);
    await again.close();
    expect(tables()).toEqual(expect.arrayContaining(['flows', 'calls', 'call_events', 'flow_knowledge']));
  });

  test('run on a database that has the older ones', async () => {
    await (await open()).close();
    add('0073', 'CREATE TABLE more (a INTEGER);\nCREATE TABLE again (b INTEGER);');
    const database = await open();
    expect(database.migrated).toEqual(['0073_more.sql']);
    await database.close();
    expect(tables()).toContain('again');
  });

  test('ignore line endings of the checkout', async () => {
    add('0073', 'CREATE TABLE more (\n a INTEGER\n);');
    await (await open()).close();
    add('0073', 'CREATE TABLE more (\r\n a INTEGER\r\n);');
    const database = await open();
    expect(database.migrated).toEqual([]);
    await database.close();
  });

  test('that were modified are rejected', async () => {
    await (await open()).close();
    appendFileSync(file(first), '\nCREATE TABLE sneaked (a INTEGER);');
    await expect(open()).rejects.toThrowError(expect.objectContaining({ code: 'migration_altered' }));
    expect(tables()).not.toContain('sneaked');
  });

  test('are rejected for a database newer than the program', async () => {
    add('0073', 'CREATE TABLE more (a INTEGER);');
    await (await open()).close();
    rmSync(file('0073_more.sql'));
    await expect(open()).rejects.toThrowError(expect.objectContaining({ code: 'migration_missing' }));
  });

  test('that fail leave nothing behind, and the next start continues', async () => {
    await (await open()).close();
    add('0073', 'CREATE TABLE half (a INTEGER); CREATE TABLE flows (a INTEGER);');
    await expect(open()).rejects.toThrowError(
      expect.objectContaining({ code: 'migration_failed', message: expect.stringContaining('0073') }),
    );
    expect(tables()).not.toContain('half');
    add('0073', 'CREATE TABLE half (a INTEGER);');
    const database = await open();
    expect(database.migrated).toEqual(['0073_more.sql']);
    await database.close();
  });

  test('with a gap in their numbers are rejected', async () => {
    add('0074', 'CREATE TABLE more (a INTEGER);');
    await expect(open()).rejects.toThrowError(expect.objectContaining({ code: 'migration_missing' }));
  });

  test('leave a file that is not a database unchanged and name it', async () => {
    mkdirSync(join(folder, 'data'));
    const path = join(folder, 'data', 'parley.db');
    writeFileSync(path, 'this is not a database, however long it may be '.repeat(200));
    await expect(open()).rejects.toThrowError(expect.objectContaining({ code: 'database_unreadable' }));
  });

  test('name a folder that cannot be created', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(
      openDatabase({ dataDir: join(folder, 'file', 'data'), migrationsDir: migrationsDir() }),
    ).rejects.toThrowError(expect.objectContaining({ code: 'data_dir_unusable' }));
  });
});
