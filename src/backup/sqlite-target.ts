import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqliteLoader, readMigrations } from '../data/index.ts';
import type { RestoreTarget } from './restore.ts';

const databaseName = 'parley.db';

/** Restore target for the database file of a data folder. */
export function sqliteTarget({ dataDir, migrationsDir }: { dataDir: string; migrationsDir: string }): RestoreTarget {
  return {
    migrations: readMigrations(join(migrationsDir, 'sqlite')),
    canReplace: true,
    isEmpty: async () => !existsSync(join(dataDir, databaseName)),
    openLoader: async (folder, migrations) =>
      openSqliteLoader({ file: join(folder, databaseName), migrationsDir, migrations }),
    async take(folder, replaced) {
      for (const name of ['-wal', '-shm', ''].map((ending) => `${databaseName}${ending}`)) {
        if (existsSync(join(dataDir, name))) await rename(join(dataDir, name), join(replaced, name));
      }
      await rename(join(folder, databaseName), join(dataDir, databaseName));
    },
  };
}
