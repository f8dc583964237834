import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteLoader, readMigrations } from '../../src/data/index.ts';
import { temporaryFolder } from '../http/test-app.ts';

const migrationsDir = 'migrations';

test('a restored database has its rows once: nothing of them stays in the file after a deletion', async () => {
  const file = join(temporaryFolder(), 'parley.db');
  const migrations = readMigrations(join(migrationsDir, 'sqlite')).map(({ name }) => name);
  const loader = openSqliteLoader({ file, migrationsDir, migrations });
  onTestFinished(() => loader.close());
  // Keys in random order split pages.
  const rows = Array.from({ length: 3000 }, () => [randomUUID(), `Zerbina ${'x'.repeat(100)}`, '2026-03-01']);
  await loader.load({ name: 'deployment_settings', columns: ['name', 'value', 'updated_at'] }, rows);
  await loader.finish();
  const occurrences = (): number => readFileSync(file, 'latin1').split('Zerbina').length - 1;
  expect(occurrences()).toBe(3000);
  const connection = new Sqlite(file);
  connection.pragma('secure_delete = ON');
  connection.exec("DELETE FROM deployment_settings WHERE value LIKE 'Zerbina%'");
  connection.close();
  expect(occurrences()).toBe(0);
});
