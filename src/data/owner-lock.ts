import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { StartFault } from '../faults/start-fault.ts';

/** The identity of a running process on a database. Its id is never reused. */
export interface OwnerLock {
  readonly id: string;
  /** Returns whether the process with this id is running, even if it hangs. */
  isAlive(ownerId: string): Promise<boolean>;
  /** Releases the lock, as if the process had died. Idempotent. */
  close(): Promise<void>;
}

/**
 * Locks this process's own file in `dataDir` for as long as the process lives. The operating system releases the lock
 * when the process dies, so other processes need no timeout and no clock. Process ids are unsuitable: they are reused,
 * and a container does not see those of its neighbours.
 */
export function holdFileLock(dataDir: string): OwnerLock {
  const id = randomUUID();
  const folder = join(dataDir, 'owners');
  const pathOf = (ownerId: string): string => join(folder, `${ownerId}.lock`);
  let lockFile: Sqlite.Database | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    lockFile = new Sqlite(pathOf(id));
    lockFile.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lockFile?.close();
    throw new StartFault('data_dir_unusable', `Cannot take a lock in ${folder}.`, { cause });
  }
  return {
    id,
    async isAlive(ownerId) {
      if (ownerId === id) return lockFile !== undefined;
      if (!/^[0-9a-f-]{36}$/.test(ownerId) || !existsSync(pathOf(ownerId))) return false;
      return isLocked(pathOf(ownerId));
    },
    async close() {
      lockFile?.close();
      lockFile = undefined;
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
    // Busy or unknown. A process in an unknown state does not count as dead.
    return existsSync(path);
  } finally {
    probe?.close();
  }
  rmSync(path, { force: true });
  return false;
}
