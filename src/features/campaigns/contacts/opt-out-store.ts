import { eq } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { NumberHashes } from './number-hash-store.ts';
import type { ContactStore } from './store.ts';
import { suppressedAmong } from './suppression-store.ts';

/** The other party of a call: a contact, if known, and the number. */
interface Person {
  readonly contactUuid: string | null;
  readonly phone: string;
}

/** Opt-outs of contacts and numbers. */
export interface OptOuts {
  isOptedOut(organisation: OrganisationId, person: Person): Promise<boolean>;
  /** Adds an opted-out contact for an unknown number, so that it is not called. */
  optOut(organisation: OrganisationId, person: Person, reason: string): Promise<void>;
  /** Runs in the caller's transaction. */
  optOutIn(queries: TenantQueries, person: Person, reason: string): Promise<void>;
}

export interface OptOutsOptions {
  readonly contacts: ContactStore;
  readonly hashes: NumberHashes;
  readonly now: () => Date;
}

export function createOptOuts(database: Database, { contacts, hashes, now }: OptOutsOptions): OptOuts {
  const { contacts: table } = database.tables;

  const { phone: number, optedOut } = table;

  async function matching(read: Pick<TenantQueries, 'pick'>, { contactUuid, phone }: Person) {
    const byUuid =
      contactUuid === null ? [] : await read.pick(table, { phone: number, optedOut }, eq(table.uuid, contactUuid));
    return byUuid[0] ?? (await read.pick(table, { phone: number, optedOut }, eq(number, toldNumber(phone) ?? '')))[0];
  }

  async function optOutIn(queries: TenantQueries, person: Person, reason: string): Promise<void> {
    const phone = (await matching(queries, person))?.phone ?? toldNumber(person.phone);
    // Locked, because the upsert merges with the stored contact.
    if (phone !== undefined) await queries.lock(table, eq(table.phone, phone));
    // A withheld number cannot be called anyway.
    if (phone === undefined) return;
    const options = { at: now().toISOString(), sight: undefined };
    await contacts.upsertIn(queries, [{ phone, optedOut: true, dncReason: reason }], options);
  }

  return {
    async isOptedOut(organisation, person) {
      const { read } = forOrganisation(database, organisation);
      const contact = await matching(read, person);
      const phone = contact?.phone ?? toldNumber(person.phone) ?? '';
      return contact?.optedOut === true || (await suppressedAmong(read, database.tables, [phone], hashes)).size > 0;
    },
    optOut: (organisation, person, reason) =>
      forOrganisation(database, organisation).tx((queries) => optOutIn(queries, person, reason)),
    optOutIn,
  };
}
