import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StartFault } from '../faults/start-fault.ts';

/** A process on a database, by a name that is never used again. */
export interface OwnerLock {
  readonly id: string;
  /** Whether the process of this name runs, hung or not. */
  isAlive(ownerId: string): Promise<boolean>;
  /** As if the process had died. Idempotent. */
  close(): Promise<void>;
}

/**
 * Holds a lock on a file of its own in `dataDir` for as long as the process lives. The operating system releases it
 * when the process dies, so nobody has to wait for a time to pass, and no clock is asked. Process ids would lie: they
 * are used again, and a container does not see its neighbour's.
 */
export function holdFileLock(dataDir: string): OwnerLock {
  const id = randomUUID();
  const folder = join(dataDir, 'owners');
  const pathOf = (ownerId: string): string => join(folder, `${ownerId}.lock`);
  let own: Sqlite.Database | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    own = new Sqlite(pathOf(id));
    own.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    own?.close();
    throw new StartFault('data_dir_unusable', `Cannot take a lock in ${folder}.`, { cause });
  }
  return {
    id,
    async isAlive(ownerId) {
      if (ownerId === id) return own !== undefined;
      if (!/^[0-9a-f-]{36}$/.test(ownerId) || !existsSync(pathOf(ownerId))) return false;
      return isLocked(pathOf(ownerId));
    },
    async close() {
      own?.close();
      own = undefined;
      rmSync(pathOf(id), { force: true });
    },
  };
}

function isLocked(path: string): boolean {
  let probe: Sqlite.Database | undefined;
  try {
    probe = new Sqlite(path, { fileMustExist: true, timeout: 0 });
    probe.exec('BEGIN EXCLUSIVE');
    probe.exec('ROLLBACK');
  } catch {
    // Busy or unknown: a process whose state is unknown is not declared dead.
    return existsSync(path);
  } finally {
    probe?.close();
  }
  rmSync(path, { force: true });
  return false;
}
