import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { holdFileLock, type OwnerLock } from '../../../data/index.ts';
import type { Log } from '../../../log.ts';
import { type CallRecord, type CallSpool, openCallSpool } from './call-spool.ts';
import { type WriteApartOptions, writeApart } from './write-apart.ts';

/** An hour of 40 calls takes about 150 MB. */
const maxBytes = 512 << 20;
const recoveredAtOnce = 512;

export interface SpoolsOptions extends Pick<WriteApartOptions, 'isDiskTrouble'> {
  readonly dataDir: string;
  readonly owner: Pick<OwnerLock, 'id'>;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
}

export interface Spools {
  readonly ownSpool: CallSpool;
  /** Writes what processes of this machine left that died during an outage. `write` gets the id of the process. */
  recover(
    write: (records: readonly CallRecord[], owner: string) => ReturnType<WriteApartOptions['write']>,
  ): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the folder of spools, with one file for each process: `<lock>.<owner>.jsonl`. The lock on a file of its own
 * shows whether the process lives, also without the database.
 */
export async function openSpools({ dataDir, owner, isDiskTrouble, log }: SpoolsOptions): Promise<Spools> {
  const dir = join(dataDir, 'spool');
  const lock = holdFileLock(dataDir);
  const open = (name: string) =>
    openCallSpool({
      path: join(dir, name),
      maxBytes,
      onTrouble: (error) => log.error({ err: error }, 'failed to write the spool of call events'),
    });
  const ownName = `${lock.id}.${owner.id}.jsonl`;
  const ownSpool = await open(ownName);

  /** Writes the records of a file, and deletes it. Returns their number. */
  async function recoverFile(name: string, writing: WriteApartOptions): Promise<number> {
    const spool = await open(name);
    let records = 0;
    try {
      while (!spool.isEmpty) {
        const batch = await spool.first(recoveredAtOnce);
        await writeApart(batch.records, true, writing);
        await spool.remove(batch.bytes);
        records += batch.records.length;
      }
    } finally {
      await spool.close();
    }
    await rm(join(dir, name), { force: true });
    return records;
  }

  return {
    ownSpool,
    async recover(write) {
      for (const name of await readdir(dir).catch(() => [])) {
        const [, lockId, formerOwner] = fileName.exec(name) ?? [];
        if (lockId === undefined || formerOwner === undefined || (await lock.isAlive(lockId))) continue;
        const records = await recoverFile(name, { write: (some) => write(some, formerOwner), isDiskTrouble, log });
        if (records > 0) log.info({ records }, 'stored events of calls that an earlier process could not store');
      }
      // The look removes the locks of dead processes.
      for (const name of await readdir(join(dataDir, 'owners'))) await lock.isAlive(name.replace(/\.lock$/, ''));
    },
    async close() {
      if (ownSpool.isEmpty) await rm(join(dir, ownName), { force: true });
      await lock.close();
    },
  };
}

const fileName = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.jsonl$/;
