import { chmod, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { OrganisationId } from '../../../data/index.ts';
import type { Log } from '../../../log.ts';
import type { NumberHashes } from '../../campaigns/index.ts';
import type { ErasureRow } from './erasure-store.ts';

const entry = z.object({
  uuid: z.string(),
  organisation: z.string(),
  number_hash: z.string(),
  requested_at: z.string(),
  user_uuid: z.string().nullable(),
});
const file = z.object({ format: z.literal(1), sealed_key: z.string(), erasures: z.array(entry) });

export type RegisteredErasure = Pick<ErasureRow, 'uuid' | 'organisationId' | 'numberHash' | 'requestedAt' | 'userUuid'>;

export interface RegisterOptions {
  readonly dataDir: string;
  readonly hashes: Pick<NumberHashes, 'sealedKey' | 'adopt'>;
  /** Erasures of the database, oldest first. */
  readonly stored: () => Promise<readonly RegisteredErasure[]>;
  /** Adds an erasure that the database does not have, and its job. */
  readonly reapply: (erasure: RegisteredErasure) => Promise<void>;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

const registerName = 'erasures.json';

/**
 * The erasures of an installation, in a file beside the database. A backup does not contain it and `restore` keeps it,
 * so that a database restored from before an erasure is erased again. It holds keyed hashes and the sealed key.
 */
export interface ErasureRegister {
  /** Adds the database's erasures to the file, and the file's to the database. */
  sync(): Promise<void>;
}

export function createErasureRegister(options: RegisterOptions): ErasureRegister {
  const { dataDir, hashes, stored, log } = options;
  const path = join(dataDir, registerName);
  let last: Promise<void> = Promise.resolve();

  async function read(): Promise<z.output<typeof file> | undefined> {
    const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    return text === undefined ? undefined : file.parse(JSON.parse(text));
  }

  async function write(sealedKey: string, erasures: readonly z.output<typeof entry>[]): Promise<void> {
    const part = `${path}.${process.pid}.part`;
    const handle = await open(part, 'w', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ format: 1, sealed_key: sealedKey, erasures })}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await chmod(part, 0o600);
    await rename(part, path);
  }

  async function syncOnce(): Promise<void> {
    const register = await read();
    const key = register === undefined ? 'same' : await hashes.adopt(register.sealed_key);
    if (key === 'unreadable') {
      log.warn({ file: path }, 'the register of erasures cannot be read without its SETTINGS_ENCRYPTION_KEY');
      return;
    }
    if (key === 'other') {
      const aside = `${path}.other`;
      await rename(path, aside);
      log.warn({ file: aside }, 'the register of erasures belongs to another installation; it was moved aside');
      return syncOnce();
    }
    const rows = await stored();
    const erasedUuids = new Set(rows.map(({ uuid }) => uuid));
    const missing = (register?.erasures ?? []).filter(({ uuid }) => !erasedUuids.has(uuid));
    for (const row of missing)
      await options.reapply({
        uuid: row.uuid,
        organisationId: row.organisation as OrganisationId,
        numberHash: row.number_hash,
        requestedAt: row.requested_at,
        userUuid: row.user_uuid,
      });
    if (missing.length > 0) log.info({ erasures: missing.length }, 'erasing people again in a restored database');
    const sealedKey = await hashes.sealedKey();
    if (sealedKey === undefined) return;
    const inFile = new Set(register?.erasures.map(({ uuid }) => uuid));
    if (register?.sealed_key === sealedKey && rows.every(({ uuid }) => inFile.has(uuid))) return;
    await write(sealedKey, [...rows.map(toEntry), ...missing]);
  }

  return {
    sync() {
      last = last.then(syncOnce, syncOnce);
      return last;
    },
  };
}

const toEntry = (row: RegisteredErasure): z.output<typeof entry> => ({
  uuid: row.uuid,
  organisation: row.organisationId,
  number_hash: row.numberHash,
  requested_at: row.requestedAt,
  user_uuid: row.userUuid,
});
