import { join } from 'node:path';
import { postgres, readMigrations } from '../data/index.ts';
import type { RestoreTarget } from './restore.ts';

/** A database of a PostgreSQL server, which must have no tables: nothing of it can be put aside. */
export function postgresTarget({ url, migrationsDir }: { url: string; migrationsDir: string }): RestoreTarget {
  return {
    migrations: readMigrations(join(migrationsDir, 'postgres')).map(({ name }) => name),
    canReplace: false,
    isEmpty: async () => (await (await postgres()).lookAtPostgres(url)).isEmpty,
    openLoader: async (_folder, migrations) =>
      (await postgres()).openPostgresLoader({ url, migrationsDir, migrations }),
    // It was in place when it was committed.
    take: async () => {},
  };
}
