import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/data/index.ts';
import { copyDatabase, databaseAt, dropDatabase, keepRows, migrationsDir, onServer } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A data folder and the name of a PostgreSQL database, each with all migrations and no rows. */
    migrated: { readonly dataDir: string; readonly postgres: string | undefined } | undefined;
  }
}

/** Migrates one database of each kind per run, so that each test copies it instead of running all migrations. */
export default async function migrateOnce(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-migrated-'));
  await (await openDatabase({ dataDir, migrationsDir })).close();
  const name = `parley_migrated_${randomBytes(6).toString('hex')}`;
  const isWanted = project.config.env.TEST_DATABASE !== 'sqlite';
  const postgres = isWanted
    ? await copyDatabase(name, 'template0').then(
        () => name,
        () => undefined,
      )
    : undefined;
  if (postgres !== undefined) {
    await (await openDatabase({ dataDir, migrationsDir, databaseUrl: databaseAt(postgres) })).close();
    await keepRows(databaseAt(postgres));
  }
  project.provide('migrated', { dataDir, postgres });
  return async () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (postgres === undefined) return;
    const copies = await onServer(`SELECT datname AS name FROM pg_database WHERE datname LIKE '${postgres}%'`);
    for (const { name } of copies) await dropDatabase(name as string);
  };
}
