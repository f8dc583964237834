import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase, readMigrations } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { onEachDatabase } from './databases.ts';
import { openEarlierSchema } from './earlier-schema.ts';
import { migrationsDir } from './postgres-server.ts';
import { lastReplaced, recordChain } from './replaced-chain.ts';

const seeds = join(import.meta.dirname, 'seeds', '0072_baseline.sql');

onEachDatabase('a database of the migrations that the baseline replaces', ({ name: dialect, emptyPlace }) => {
  const { name: last, baseline } = lastReplaced(dialect);

  /** A database with rows whose history ends at a number, and a copy of the baseline to add migrations to. */
  async function openChain(until?: number) {
    const where = await emptyPlace();
    const schema = openEarlierSchema(where);
    await schema.migrate((name) => name === baseline);
    await schema.run(readFileSync(seeds, 'utf8'));
    await recordChain(schema, dialect, until);
    const folder = temporaryFolder();
    cpSync(join(migrationsDir, dialect, baseline), join(folder, dialect, baseline));
    return {
      ...schema,
      folder,
      add: (number: string, sql: string) => writeFileSync(join(folder, dialect, `${number}_more.sql`), sql),
      async open() {
        const database = await openDatabase({ ...where, migrationsDir: folder });
        await database.close();
        return database.migrated;
      },
      history: async () => {
        const rows = await schema.run('SELECT name FROM schema_migrations ORDER BY name');
        return (rows as { name: string }[]).map(({ name }) => name);
      },
    };
  }

  test('is recorded as the baseline, with every row, and later migrations are applied', async () => {
    const { add, open, history, run } = await openChain();
    const rows = await run('SELECT uuid, created_at FROM calls ORDER BY uuid');
    expect(rows.length).toBeGreaterThan(0);
    add('0073', 'CREATE TABLE more (a BIGINT)');
    expect(await open()).toEqual(['0073_more.sql']);
    expect(await history()).toEqual([baseline, '0073_more.sql']);
    expect(await run('SELECT uuid, created_at FROM calls ORDER BY uuid')).toEqual(rows);
    expect(await open()).toEqual([]);
  });

  test('is recorded as the baseline when it has migrations after the chain', async () => {
    const { add, open, history, run, folder } = await openChain();
    add('0073', 'CREATE TABLE more (a BIGINT)');
    const sha256 = readMigrations(join(folder, dialect)).at(-1)?.sha256;
    await run(`INSERT INTO schema_migrations (name, sha256, applied_at) VALUES ('0073_more.sql', '${sha256}', 'then')`);
    add('0074', 'CREATE TABLE again (a BIGINT)');
    expect(await open()).toEqual(['0074_more.sql']);
    expect(await history()).toEqual([baseline, '0073_more.sql', '0074_more.sql']);
  });

  test('keeps its history when a later migration fails, and the next start continues', async () => {
    const { add, open, history } = await openChain();
    const before = await history();
    add('0073', 'CREATE TABLE half (a BIGINT); CREATE TABLE calls (a BIGINT)');
    await expect(open()).rejects.toMatchObject({ code: 'migration_failed' });
    expect(await history()).toEqual(before);
    add('0073', 'CREATE TABLE half (a BIGINT)');
    expect(await open()).toEqual(['0073_more.sql']);
    expect(await history()).toEqual([baseline, '0073_more.sql']);
  });

  test('is rejected unchanged, with its last migration and the one it needs, when it ends earlier', async () => {
    const { open, history } = await openChain(41);
    const before = await history();
    await expect(open()).rejects.toMatchObject({
      code: 'database_before_baseline',
      message: expect.stringMatching(new RegExp(`0041_earlier.sql.*${last}`)),
      advice: expect.stringContaining('docs/upgrading.md'),
    });
    expect(await history()).toEqual(before);
  });

  test('is rejected when its last migration is another one than was replaced', async () => {
    const { open, run } = await openChain();
    await run(`UPDATE schema_migrations SET sha256 = 'other' WHERE name = '${last}'`);
    await expect(open()).rejects.toMatchObject({ code: 'migration_altered' });
  });
});
