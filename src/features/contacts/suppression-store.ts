import { asc, desc, eq, inArray } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../data/index.ts';

/** A number that an organisation never calls, with or without a contact. */
export interface Suppression {
  readonly uuid: string;
  readonly phone: string;
  readonly reason: string | null;
  readonly createdAt: string;
}

export interface SuppressionStore {
  /** Newest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: Suppression[]; total: number }>;
  /** Allows calls to the number and its contact again. Returns false if the entry does not exist. */
  clear(organisation: OrganisationId, uuid: string, at: string): Promise<boolean>;
}

export function createSuppressionStore(database: Database): SuppressionStore {
  const { suppressions, contacts } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  return {
    async list(organisation, page) {
      const { read } = of(organisation);
      const orderBy = [desc(suppressions.createdAt), asc(suppressions.phone)];
      const rows = await read.select(suppressions, undefined, { ...page, orderBy });
      return { rows, total: await read.count(suppressions) };
    },
    clear: (organisation, uuid, at) =>
      of(organisation).tx(async (queries) => {
        const [found] = await queries.select(suppressions, eq(suppressions.uuid, uuid));
        if (found === undefined) return false;
        await queries.delete(suppressions, eq(suppressions.uuid, uuid));
        const free = { optedOut: false, dncReason: null, updatedAt: at };
        await queries.update(contacts, free, eq(contacts.phone, found.phone));
        return true;
      }),
  };
}

/** Returns those of these numbers that are suppressed, with the reason, in the caller's transaction. */
export async function suppressedAmong(
  queries: Pick<TenantQueries, 'select'>,
  { suppressions }: Tables,
  phones: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await queries.select(suppressions, inArray(suppressions.phone, [...phones]));
  return new Map(rows.map(({ phone, reason }) => [phone, reason]));
}

/** Stores opt-outs independently of the contact. */
export async function suppress(
  queries: Pick<TenantQueries, 'insertNew'>,
  { suppressions }: Tables,
  rows: readonly Suppression[],
): Promise<void> {
  if (rows.length > 0) await queries.insertNew(suppressions, [...rows]);
}
