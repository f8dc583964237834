import type { OrganisationId } from '../../data/index.ts';
import type { Contacts } from '../contacts/index.ts';
import type { CustomerJson } from './schema.ts';
import type { CustomerStore } from './store.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

type Contact = NonNullable<Awaited<ReturnType<Contacts['get']>>>;

export type Customers = ReturnType<typeof createCustomers>;

/** Contacts as call analysis shows them, with integer ids. What somebody does not see as a contact is unknown here. */
export function createCustomers(store: CustomerStore, contacts: Pick<Contacts, 'get' | 'list'>) {
  async function toJson(organisation: OrganisationId, rows: readonly Contact[]): Promise<CustomerJson[]> {
    const uuids = rows.map(({ uuid }) => uuid);
    const [numbers, calls] = [await store.numbers(organisation, uuids), await store.calls(organisation, uuids)];
    // A contact that was deleted a moment ago has no number.
    return rows.flatMap(({ uuid, name, phone, email, tags, createdAt }) => {
      const id = numbers.get(uuid);
      const about = calls.get(uuid);
      if (id === undefined) return [];
      const counted = { calls_total: about?.calls ?? 0, last_called_at: about?.lastCalledAt ?? null };
      return [{ ...{ id, uuid, name, phone, email, tags: [...tags], created_at: createdAt }, ...counted }];
    });
  }

  /** The uuid that an integer id stands for; another text is taken for a uuid. */
  const uuidOf = async (organisation: OrganisationId, id: string): Promise<string | undefined> =>
    /^[1-9]\d{0,14}$/.test(id) ? store.contactOf(organisation, Number(id)) : id;

  return {
    numbers: store.numbers,
    uuidOf,
    async list(viewer: Viewer, filter: Parameters<Contacts['list']>[1], page: Parameters<Contacts['list']>[2]) {
      const listed = await contacts.list(viewer, filter, page);
      return { customers: await toJson(viewer.organisationId, listed.contacts), total: listed.total };
    },
    async get(viewer: Viewer, id: string): Promise<CustomerJson | undefined> {
      const uuid = await uuidOf(viewer.organisationId, id);
      const contact = uuid === undefined ? undefined : await contacts.get(viewer, uuid);
      return contact && (await toJson(viewer.organisationId, [contact]))[0];
    },
  };
}
