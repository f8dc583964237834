import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseOptions } from './database.ts';
import { holdFileLock, type OwnerLock } from './owner-lock.ts';
import type { Snapshot } from './portable.ts';
import { createLink, serverName } from './postgres-link.ts';
import { holdSessionLock } from './postgres-owner.ts';
import { lookAtPostgres, openPostgresSnapshot } from './postgres-snapshot.ts';
import { openSqliteSnapshot } from './sqlite-snapshot.ts';

/** The data of an installation as a command sees it that runs beside the server, or without one. */
export interface DataBeside {
  /** Where the database is, to be shown. */
  readonly name: string;
  exists(): Promise<boolean>;
  openSnapshot(): Promise<Snapshot>;
  /** As a server of this data holds one. */
  holdLock(): Promise<OwnerLock>;
  /** Whether a server has this data open. */
  isInUse(): Promise<boolean>;
}

export function dataBeside({ dataDir, databaseUrl }: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>): DataBeside {
  if (databaseUrl === undefined) return besideSqlite(dataDir);
  return {
    name: serverName(databaseUrl),
    exists: async () => !(await lookAtPostgres(databaseUrl)).isEmpty,
    openSnapshot: () => openPostgresSnapshot(databaseUrl),
    holdLock: () => holdSessionLock(databaseUrl, createLink(serverName(databaseUrl), undefined)),
    isInUse: async () => (await lookAtPostgres(databaseUrl)).isInUse,
  };
}

function besideSqlite(dataDir: string): DataBeside {
  const file = join(dataDir, 'parley.db');
  return {
    name: file,
    exists: async () => existsSync(file),
    openSnapshot: async () => openSqliteSnapshot(file),
    holdLock: async () => holdFileLock(dataDir),
    async isInUse() {
      const names = await readdir(join(dataDir, 'owners')).catch(() => []);
      if (names.length === 0) return false;
      const lock = holdFileLock(dataDir);
      try {
        for (const name of names) if (await lock.isAlive(name.replace(/\.lock$/, ''))) return true;
        return false;
      } finally {
        await lock.close();
      }
    },
  };
}
