import { eq } from 'drizzle-orm';
import type { Database, TenantQueries } from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import { secretTroubles } from '../../../secrets/index.ts';
import type { HashNumber, NumberHashes } from '../../campaigns/index.ts';

/** Remembers the `Idempotency-Key`s of deleted uploads, as keyed hashes. */
export interface RemovedUploadKeys {
  /** Throws `unavailable` if the key of the hashes cannot be read. */
  add(queries: TenantQueries, keys: readonly string[]): Promise<void>;
  has(queries: TenantQueries, key: string): Promise<boolean>;
}

export interface RemovedUploadKeysOptions {
  readonly database: Database;
  readonly hashes: Pick<NumberHashes, 'create' | 'existing'>;
  readonly now: () => Date;
}

export function createRemovedUploadKeys({ database, hashes, now }: RemovedUploadKeysOptions): RemovedUploadKeys {
  const { removedUploadKeys: table } = database.tables;
  const hashed = (key: string, hash: HashNumber): string => hash(`upload key ${key}`);
  return {
    async add(queries, keys) {
      if (keys.length === 0) return;
      const hash = await hashes.create(queries.system);
      if (typeof hash === 'string') throw new Problem('unavailable', secretTroubles[hash]);
      const removedAt = now().toISOString();
      await queries.insertNew(
        table,
        keys.map((key) => ({ keyHash: hashed(key, hash), removedAt })),
      );
    },
    async has(queries, key) {
      const hash = await hashes.existing(queries.system);
      // Without a key of the hashes, none has been stored.
      if (hash === undefined) return false;
      if (typeof hash === 'string') throw new Problem('unavailable', secretTroubles[hash]);
      return (await queries.count(table, eq(table.keyHash, hashed(key, hash)))) > 0;
    },
  };
}
