import { eq, type InferSelectModel } from 'drizzle-orm';
import { countedSources, type Tables, type TenantQueries } from '../../../data/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import type { Contact } from './contact-change.ts';

type Reached = Pick<Contact, 'uuid' | 'phone' | 'name'>;
type Interaction = Pick<
  InferSelectModel<Tables['interactions']>,
  'uuid' | 'source' | 'contactUuid' | 'customerPhone' | 'customerName' | 'agentName' | 'summary'
>;

/** SQLite accepts at most 32,766 parameters; a statement need not be that long. */
const atOnce = 500;

/**
 * Links calls and uploads with these numbers, which belong to nobody or to a deleted contact, to the contacts that have
 * the numbers now. Conversations without a name get the contact's. Runs in the transaction that writes the contacts.
 */
export async function linkEarlierCalls(
  queries: TenantQueries,
  { interactions, calls, contacts }: Tables,
  reached: readonly Reached[],
): Promise<void> {
  const byPhone = new Map(reached.map((contact) => [contact.phone, contact]));
  const { uuid, source, contactUuid, customerPhone, customerName, agentName, summary } = interactions;
  const columns = { uuid, source, contactUuid, customerPhone, customerName, agentName, summary };
  for (const phones of parts([...byPhone.keys()])) {
    const rows = (await queries.pickAmong(interactions, columns, customerPhone, phones)).filter(isCounted);
    const owners = [...new Set(rows.flatMap((row) => row.contactUuid ?? []))];
    const existing = await queries.pickAmong(contacts, { uuid: contacts.uuid }, contacts.uuid, owners);
    const existingUuids = new Set(existing.map((contact) => contact.uuid));
    for (const row of rows) {
      const contact = byPhone.get(row.customerPhone ?? '');
      if (contact === undefined || (row.contactUuid !== null && existingUuids.has(row.contactUuid))) continue;
      await queries.update(interactions, { contactUuid: contact.uuid, ...named(row, contact) }, eq(uuid, row.uuid));
      // The interaction of a call has the uuid of the call.
      if (row.source === 'call') await queries.update(calls, { contactUuid: contact.uuid }, eq(calls.uuid, row.uuid));
    }
  }
}

const isCounted = ({ source }: Interaction): boolean => (countedSources as readonly string[]).includes(source);

function named(row: Interaction, { name }: Reached) {
  if (row.customerName !== null || name === null) return {};
  return { customerName: name, search: searchTextOf({ ...row, customerName: name }) };
}

function parts<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / atOnce) }, (_, part) =>
    all.slice(part * atOnce, (part + 1) * atOnce),
  );
}
