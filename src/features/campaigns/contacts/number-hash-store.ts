import { createHmac, randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database, OrganisationId, Queries } from '../../../data/index.ts';
import type { Sealer, SecretTrouble } from '../../../secrets/index.ts';

/** Returns a keyed hash of a number, or of another identifier of a person. */
export type HashNumber = (number: string) => string;

/**
 * Keyed hashes of numbers. The key is random, created with the first erasure and sealed in the database: the hashes
 * outlive a change of SESSION_SECRET and of SETTINGS_ENCRYPTION_KEY, and cannot be computed from a copy of the database.
 */
export interface NumberHashes {
  /** Returns undefined while no key exists, and what is wrong with a key that cannot be read. */
  existing(queries: Pick<Queries, 'select'>): Promise<HashNumber | SecretTrouble | undefined>;
  /** Same as `existing`, and creates the key if there is none. */
  create(queries: Pick<Queries, 'select' | 'insert'>): Promise<HashNumber | SecretTrouble>;
  /** Returns the sealed key. */
  sealedKey(): Promise<string | undefined>;
  /** Stores a sealed key if there is none. Returns `other` if the database has a different key. */
  adopt(sealed: string): Promise<'same' | 'other' | 'unreadable'>;
}

const name = 'number_hash_key';
const owner = 'system' as OrganisationId;
export const hashPrefix = 'hmac:';

/** `sealed_settings.<name>`, so that a change of the settings key re-encrypts it with the other settings. */
const place = { organisationId: owner, column: `sealed_settings.${name}` };

export function createNumberHashes(database: Database, sealer: Sealer, now: () => Date): NumberHashes {
  const { sealedSettings: table } = database.tables;
  const ofName = and(eq(table.organisationId, owner), eq(table.name, name));
  let hash: HashNumber | undefined;

  async function sealedIn(queries: Pick<Queries, 'select'>): Promise<string | undefined> {
    const [row] = await queries.select({ sealed: table.sealed }).from(table).where(ofName);
    return row?.sealed;
  }

  async function existing(queries: Pick<Queries, 'select'>): Promise<HashNumber | SecretTrouble | undefined> {
    if (hash !== undefined) return hash;
    const sealed = await sealedIn(queries);
    if (sealed === undefined) return undefined;
    const opened = sealer.open(sealed, place);
    if (!opened.ok) return opened.trouble;
    hash = hashWith(Buffer.from(opened.value, 'base64url'));
    return hash;
  }

  async function store(queries: Pick<Queries, 'insert'>, sealed: string): Promise<void> {
    const row = { organisationId: owner, name, sealed, updatedAt: now().toISOString() };
    await queries.insert(table).values(row).onConflictDoNothing();
  }

  return {
    existing,
    async create(queries) {
      const before = await existing(queries);
      if (before !== undefined) return before;
      const sealed = sealer.seal(randomBytes(32).toString('base64url'), place);
      if (!sealed.ok) return sealed.trouble;
      await store(queries, sealed.value);
      // Not remembered: the transaction may be rolled back.
      const stored = sealer.open((await sealedIn(queries)) ?? sealed.value, place);
      return stored.ok ? hashWith(Buffer.from(stored.value, 'base64url')) : stored.trouble;
    },
    sealedKey: () => sealedIn(database.system.read),
    adopt: (sealed) =>
      database.system.tx(async (queries) => {
        const theirs = sealer.open(sealed, place);
        if (!theirs.ok) return 'unreadable';
        await store(queries, sealed);
        const ours = sealer.open((await sealedIn(queries)) ?? sealed, place);
        if (!ours.ok) return 'unreadable';
        return ours.value === theirs.value ? 'same' : 'other';
      }),
  };
}

const hashWith =
  (key: Buffer): HashNumber =>
  (number) =>
    `${hashPrefix}${createHmac('sha256', key).update(number).digest('hex')}`;

/** For an installation that has erased nobody. */
export const noNumberHashes: Pick<NumberHashes, 'existing'> = { existing: async () => undefined };
