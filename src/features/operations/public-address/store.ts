import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../../../data/index.ts';

const name = 'public_address';
const stored = z.object({ url: z.string() });

export interface StoredAddress {
  readonly url: string;
  readonly checkedAt: string;
}

/** Stores the public address of the whole installation; it belongs to no organisation. */
export interface PublicAddressStore {
  get(): Promise<StoredAddress | undefined>;
  /** Replaces the address; undefined deletes it. */
  put(address: StoredAddress | undefined): Promise<void>;
}

export function createPublicAddressStore({ system, tables: { deploymentSettings } }: Database): PublicAddressStore {
  const isIt = eq(deploymentSettings.name, name);
  return {
    async get() {
      const [row] = await system.read.select().from(deploymentSettings).where(isIt);
      const value = stored.safeParse(row?.value);
      return row === undefined || !value.success ? undefined : { url: value.data.url, checkedAt: row.updatedAt };
    },
    put: (address) =>
      system.tx(async (queries) => {
        await queries.delete(deploymentSettings).where(isIt);
        if (address === undefined) return;
        await queries
          .insert(deploymentSettings)
          .values({ name, value: { url: address.url }, updatedAt: address.checkedAt });
      }),
  };
}
