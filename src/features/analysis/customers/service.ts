import type { OrganisationId } from '../../../data/index.ts';
import type { Contacts } from '../../campaigns/index.ts';
import type { CustomerJson } from './schema.ts';
import type { CustomerStore } from './store.ts';

export interface Viewer {
  readonly organisationId: OrganisationId;
  readonly userUuid: string;
}

type Contact = NonNullable<Awaited<ReturnType<Contacts['get']>>>;

export type Customers = ReturnType<typeof createCustomers>;

/**
 * Contacts in the format of call analysis, with integer ids. Contacts that the viewer may not see appear not to exist.
 */
export function createCustomers(store: CustomerStore, contacts: Pick<Contacts, 'get' | 'list'>) {
  async function toJson(organisation: OrganisationId, rows: readonly Contact[]): Promise<CustomerJson[]> {
    const uuids = rows.map(({ uuid }) => uuid);
    const [numbers, calls] = [await store.numbers(organisation, uuids), await store.calls(organisation, uuids)];
    // A contact deleted moments ago has no integer id.
    return rows.flatMap(({ uuid, name, phone, email, tags, createdAt }) => {
      const id = numbers.get(uuid);
      const about = calls.get(uuid);
      if (id === undefined) return [];
      const counted = { calls_total: about?.calls ?? 0, last_called_at: about?.lastCalledAt ?? null };
      return [{ id, uuid, name, phone, email, tags: [...tags], created_at: createdAt, ...counted }];
    });
  }

  /** Returns the contact uuid for an integer id. Any other text is taken as a uuid. */
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
