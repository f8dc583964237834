import { join } from 'node:path';
import { postgres, readMigrations } from '../data/index.ts';
import type { RestoreTarget } from './restore.ts';

/** Restore target on a PostgreSQL server. The database must have no tables: existing data cannot be set aside. */
export function postgresTarget({ url, migrationsDir }: { url: string; migrationsDir: string }): RestoreTarget {
  return {
    migrations: readMigrations(join(migrationsDir, 'postgres')),
    canReplace: false,
    isEmpty: async () => (await (await postgres()).lookAtPostgres(url)).isEmpty,
    openLoader: async (_folder, migrations) =>
      (await postgres()).openPostgresLoader({ url, migrationsDir, migrations }),
    // The data is already in place after the commit.
    take: async () => {},
  };
}
