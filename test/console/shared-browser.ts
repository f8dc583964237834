import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/data/index.ts';
import { migrationsDir } from '../data/postgres-server.ts';
import shareServer from '../e2e/shared-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether the tests of a process use one page, one after another. */
    sharesPage: boolean | undefined;
  }
}

/** Lets page tests share a page and a whole server, and their other servers start from one migrated database. */
export default async function share(project: TestProject): Promise<() => Promise<void>> {
  project.provide('sharesPage', true);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-migrated-'));
  await (await openDatabase({ dataDir, migrationsDir })).close();
  project.provide('migrated', { dataDir, postgres: undefined });
  const closeServer = await shareServer(project);
  return async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await closeServer();
  };
}
