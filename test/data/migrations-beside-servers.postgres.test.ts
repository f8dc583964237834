import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';
import { onPostgres } from './databases.ts';
import { migrationsDir } from './postgres-server.ts';

const newest = Math.max(...readdirSync(join(migrationsDir, 'postgres')).map((name) => Number(name.slice(0, 4))));
const nameOf = (nth: number): string => `${String(newest + nth).padStart(4, '0')}_addition.sql`;

/** Migrations that lock two tables, one after the other. */
const additions = {
  [nameOf(1)]: 'ALTER TABLE voice_agents ADD COLUMN trial_a text',
  [nameOf(2)]: 'ALTER TABLE calls ADD COLUMN trial_b text',
};

onPostgres('migrations beside a server that uses the database', ({ emptyPlace }) => {
  async function setUp() {
    const { databaseUrl = '' } = await emptyPlace();
    await (await openDatabase({ dataDir: '', databaseUrl, migrationsDir })).close();
    const folder = temporaryFolder();
    cpSync(migrationsDir, folder, { recursive: true });
    for (const [name, statement] of Object.entries(additions)) writeFileSync(join(folder, 'postgres', name), statement);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    /** Waits until a migration waits for a lock, or no longer does. */
    const untilWaiting = (isWaiting: boolean) =>
      expect
        .poll(async () => {
          const { rows } = await client.query(`SELECT 1 FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND application_name = 'parley migrations' AND datname = current_database()`);
          return rows.length > 0;
        })
        .toBe(isWaiting);
    return { client, untilWaiting, migrate: () => openDatabase({ dataDir: '', databaseUrl, migrationsDir: folder }) };
  }

  test('are tried again after a deadlock', async () => {
    const { client, untilWaiting, migrate } = await setUp();
    // The migration finds the deadlock, and is its victim.
    await client.query("SET deadlock_timeout = '60s'");
    await client.query('BEGIN; LOCK TABLE calls IN ROW EXCLUSIVE MODE');
    const migrated = migrate();
    await untilWaiting(true);
    await client.query('LOCK TABLE voice_agents IN ROW EXCLUSIVE MODE');
    await client.query('COMMIT');
    const database = await migrated;
    onTestFinished(() => database.close());
    expect(database.migrated).toEqual(Object.keys(additions));
  });

  test('give way to a long transaction, and are tried again', async () => {
    const { client, untilWaiting, migrate } = await setUp();
    await client.query('BEGIN; LOCK TABLE calls IN ROW EXCLUSIVE MODE');
    const migrated = migrate();
    await untilWaiting(true);
    await untilWaiting(false);
    await client.query('COMMIT');
    const database = await migrated;
    onTestFinished(() => database.close());
    expect(database.migrated).toEqual(Object.keys(additions));
  });
});
