import { randomUUID } from 'node:crypto';
import type { OrganisationId } from '../../../data/index.ts';
import type { NewQueueBody, QueuePatchBody } from './schema.ts';
import type { FreeMember, Queue, QueueSet, QueueStore, Written } from './store.ts';

export interface Availability {
  readonly available: boolean;
  /** Null if the person never set it. */
  readonly changedAt: string | null;
}

/** Teammates who receive transferred calls. */
export interface Queues extends Pick<QueueStore, 'list' | 'get' | 'remove'> {
  add(organisation: OrganisationId, body: NewQueueBody): Promise<Written>;
  change(organisation: OrganisationId, uuid: string, body: QueuePatchBody): Promise<Written>;
  availability(organisation: OrganisationId, userUuid: string): Promise<Availability>;
  setAvailability(organisation: OrganisationId, userUuid: string, available: boolean): Promise<Availability>;
  /** Returns undefined for an unknown name. `depth` is the number of calls ringing in the queue. */
  state(
    organisation: OrganisationId,
    name: string,
  ): Promise<{ available: boolean; depth: number; at: string } | undefined>;
}

export function createQueues(store: QueueStore, now: () => Date): Queues {
  return {
    list: store.list,
    get: store.get,
    remove: store.remove,
    add: (organisation, { name, tags = [], members = [] }) =>
      store.add(organisation, {
        uuid: randomUUID(),
        name,
        createdAt: now().toISOString(),
        ...listsOf({ tags, members }),
      }),
    change: (organisation, uuid, { name, tags, members }) =>
      store.update(organisation, uuid, {
        ...(name === undefined ? {} : { name }),
        ...listsOf({ tags, members }),
      }),
    availability: async (organisation, userUuid) =>
      (await store.availability(organisation, userUuid)) ?? { available: false, changedAt: null },
    async setAvailability(organisation, userUuid, available) {
      const changedAt = now().toISOString();
      await store.setAvailability(organisation, userUuid, available, changedAt);
      return { available, changedAt };
    },
    async state(organisation, name) {
      const state = await store.state(organisation, name);
      return state && { available: state.free.length > 0, depth: state.ringing, at: now().toISOString() };
    },
  };
}

type Lists = Required<Pick<Queue, 'tags' | 'members'>>;

/** Sorts the lists and removes duplicates. Null empties a list; an omitted list is unchanged. */
function listsOf<T extends { readonly [K in keyof Lists]?: readonly string[] | null | undefined }>(given: T) {
  const lists: { -readonly [K in keyof QueueSet]: QueueSet[K] } = {};
  for (const key of ['tags', 'members'] as const) {
    const list = given[key];
    if (list !== undefined) lists[key] = [...new Set(list ?? [])].sort();
  }
  return lists as T extends Lists ? Lists : Partial<Lists>;
}

/**
 * Chooses the member to ring: those assigned to the contact first, then those without assigned contacts; of these, the
 * one who has waited longest. Nobody receives a call with a contact that they may not see.
 */
export function chosenOf(free: readonly FreeMember[], contactTags: readonly string[]): FreeMember | undefined {
  const withTag = free.filter(({ tags }) => tags.some((tag) => contactTags.includes(tag)));
  const anyone = free.filter(({ tags }) => tags.length === 0);
  const first = withTag.length > 0 ? withTag : anyone;
  return [...first].sort(
    (a, b) => (a.lastAt ?? '').localeCompare(b.lastAt ?? '') || a.userUuid.localeCompare(b.userUuid),
  )[0];
}
