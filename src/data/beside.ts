import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseOptions } from './database.ts';
import { postgres } from './on-demand.ts';
import { holdFileLock, type OwnerLock } from './owner-lock.ts';
import type { Snapshot } from './portable.ts';
import { serverName } from './server-name.ts';
import { openSqliteSnapshot } from './sqlite/snapshot.ts';

/** The data of an installation, for a command that runs beside the server or without one. */
export interface DataBeside {
  /** Location of the database, for display. */
  readonly name: string;
  exists(): Promise<boolean>;
  openSnapshot(): Promise<Snapshot>;
  /** Takes the lock that a server on this data would take. */
  holdLock(): Promise<OwnerLock>;
  /** Returns whether a server has this data open. */
  isInUse(): Promise<boolean>;
}

export function dataBeside({ dataDir, databaseUrl }: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>): DataBeside {
  if (databaseUrl === undefined) return besideSqlite(dataDir);
  return besidePostgres(databaseUrl);
}

function besidePostgres(url: string): DataBeside {
  const name = serverName(url);
  const look = async () => (await postgres()).lookAtPostgres(url);
  return {
    name,
    exists: async () => !(await look()).isEmpty,
    openSnapshot: async () => (await postgres()).openPostgresSnapshot(url),
    async holdLock() {
      const { createLink, holdSessionLock } = await postgres();
      return holdSessionLock(url, createLink(name, undefined));
    },
    isInUse: async () => (await look()).isInUse,
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
