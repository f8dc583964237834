import { and, count, eq, inArray, max, type SQL } from 'drizzle-orm';
import { countedSources, type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';

/** Totals of the calls of a contact. */
export interface CustomerCalls {
  readonly calls: number;
  readonly lastCalledAt: string;
}

export interface CustomerStore {
  /** Integer ids by contact uuid, assigned where missing. Deleted contacts have none. */
  numbers(organisation: OrganisationId, contactUuids: readonly string[]): Promise<ReadonlyMap<string, number>>;
  contactOf(organisation: OrganisationId, id: number): Promise<string | undefined>;
  /** Returns totals by contact uuid, without browser tests, practice and simulations. */
  calls(organisation: OrganisationId, contactUuids: readonly string[]): Promise<ReadonlyMap<string, CustomerCalls>>;
}

export function createCustomerStore(database: Database): CustomerStore {
  const { contacts, customerNumbers, interactions } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const ofContacts = (uuids: readonly string[]): SQL => inArray(customerNumbers.contactUuid, [...uuids]);
  return {
    async numbers(organisation, contactUuids) {
      const uuids = [...new Set(contactUuids)];
      if (uuids.length === 0) return new Map();
      const { read, tx } = of(organisation);
      const { contactUuid, id } = customerNumbers;
      const knownNumbers = await read.pickAmong(customerNumbers, { contactUuid, id }, contactUuid, uuids);
      const missing = uuids.filter((uuid) => !knownNumbers.some(({ contactUuid }) => contactUuid === uuid));
      const added =
        missing.length === 0
          ? []
          : await tx(async (queries) => {
              const there = await queries.pickAmong(contacts, { uuid: contacts.uuid }, contacts.uuid, missing);
              const rows = there.map(({ uuid }) => ({ contactUuid: uuid }));
              await queries.insertNew(customerNumbers, rows as never);
              return queries.select(customerNumbers, ofContacts(missing));
            });
      return new Map([...knownNumbers, ...added].map(({ contactUuid, id }) => [contactUuid, id]));
    },
    async contactOf(organisation, id) {
      return (await of(organisation).read.select(customerNumbers, eq(customerNumbers.id, id)))[0]?.contactUuid;
    },
    async calls(organisation, contactUuids) {
      if (contactUuids.length === 0) return new Map();
      const { own, system } = of(organisation).read;
      const columns = { uuid: interactions.contactUuid, calls: count(), last: max(interactions.calledAt) };
      const rows = await system
        .select(columns)
        .from(interactions)
        .where(
          own(
            interactions,
            and(
              inArray(interactions.contactUuid, [...contactUuids]),
              inArray(interactions.source, [...countedSources]),
            ),
          ),
        )
        .groupBy(interactions.contactUuid);
      return new Map(
        rows.map(({ uuid, calls, last }) => [uuid ?? '', { calls: Number(calls), lastCalledAt: last ?? '' }]),
      );
    },
  };
}
