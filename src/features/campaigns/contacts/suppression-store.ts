import { asc, desc, eq, inArray, like } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { Problem } from '../../../http/problem.ts';
import type { Sight } from './contact-change.ts';
import { hashPrefix, type NumberHashes } from './number-hash-store.ts';

/** A number that an organisation never calls, with or without a contact. */
export interface Suppression {
  readonly uuid: string;
  /** E.164, or the keyed hash of the number of an erased person. */
  readonly phone: string;
  readonly reason: string | null;
  readonly createdAt: string;
}

export interface SuppressionStore {
  /** Newest first. With tags, only numbers of contacts that have one of them. */
  list(
    organisation: OrganisationId,
    sight: Sight,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: Suppression[]; total: number }>;
  /** Allows calls to the number and its contact again. Returns false if the entry does not exist. */
  clear(organisation: OrganisationId, uuid: string, at: string): Promise<boolean>;
}

export function createSuppressionStore(database: Database, hashes: NumberHashes): SuppressionStore {
  const { suppressions, contacts, contactTags } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const phonesWith = ({ own, system }: Pick<TenantQueries, 'own' | 'system'>, tags: readonly string[]) => {
    const tagged = system.select({ uuid: contactTags.contactUuid }).from(contactTags);
    const uuids = tagged.where(own(contactTags, inArray(contactTags.tag, [...tags])));
    return system
      .select({ phone: contacts.phone })
      .from(contacts)
      .where(own(contacts, inArray(contacts.uuid, uuids)));
  };
  return {
    async list(organisation, sight, page) {
      const { read } = of(organisation);
      const seen = sight === undefined ? undefined : inArray(suppressions.phone, phonesWith(read, sight));
      const orderBy = [desc(suppressions.createdAt), asc(suppressions.phone)];
      const rows = await read.select(suppressions, seen, { ...page, orderBy });
      return { rows, total: await read.count(suppressions, seen) };
    },
    clear: (organisation, uuid, at) =>
      of(organisation).tx(async (queries) => {
        const [suppression] = await queries.select(suppressions, eq(suppressions.uuid, uuid));
        if (suppression === undefined) return false;
        await queries.delete(suppressions, eq(suppressions.uuid, uuid));
        const free = { optedOut: false, dncReason: null, updatedAt: at };
        if (!suppression.phone.startsWith(hashPrefix)) {
          await queries.update(contacts, free, eq(contacts.phone, suppression.phone));
          return true;
        }
        const hash = await hashes.existing(queries.system);
        const optedOut = await queries.pick(contacts, { phone: contacts.phone }, eq(contacts.optedOut, true));
        const same = optedOut.find(({ phone }) => typeof hash === 'function' && hash(phone) === suppression.phone);
        if (same !== undefined) await queries.update(contacts, free, eq(contacts.phone, same.phone));
        return true;
      }),
  };
}

/**
 * Returns those of these numbers that are suppressed, with the reason, in the caller's transaction. Throws if numbers of
 * erased people cannot be compared: a number on the list must not be called by mistake.
 */
export async function suppressedAmong(
  queries: Pick<TenantQueries, 'select' | 'count' | 'system'>,
  { suppressions }: Tables,
  phones: readonly string[],
  hashes: Pick<NumberHashes, 'existing'>,
): Promise<Map<string, string | null>> {
  const hash = await hashes.existing(queries.system);
  if (typeof hash === 'string' && (await queries.count(suppressions, like(suppressions.phone, `${hashPrefix}%`))) > 0)
    throw new Problem('unavailable', unreadable);
  const byStored = new Map(phones.map((phone) => [phone, phone]));
  if (typeof hash === 'function') for (const phone of phones) byStored.set(hash(phone), phone);
  const rows = await queries.select(suppressions, inArray(suppressions.phone, [...byStored.keys()]));
  return new Map(rows.map(({ phone, reason }) => [byStored.get(phone) ?? phone, reason]));
}

const unreadable =
  'The do-not-call list has numbers of erased people, which cannot be compared without the SETTINGS_ENCRYPTION_KEY of this installation. Set it, or SETTINGS_ENCRYPTION_KEY_OLD, and restart the server.';

/** Stores opt-outs independently of the contact. */
export async function suppress(
  queries: Pick<TenantQueries, 'insertNew'>,
  { suppressions }: Tables,
  rows: readonly Suppression[],
): Promise<void> {
  if (rows.length > 0) await queries.insertNew(suppressions, [...rows]);
}
