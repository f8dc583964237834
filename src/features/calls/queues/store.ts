import { and, asc, eq, gte, inArray, isNull, max, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  openCallStatuses,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';

export interface Queue {
  readonly uuid: string;
  /** Unique in the organisation. */
  readonly name: string;
  readonly tags: readonly string[];
  /** Uuids of users. */
  readonly members: readonly string[];
  readonly createdAt: string;
}

export type QueueSet = Partial<Pick<Queue, 'name' | 'tags' | 'members'>>;

export type Written = Queue | 'unknown' | 'name_taken' | { readonly unknownMember: string };

/** A member of a queue who is available for a call. */
export interface FreeMember {
  readonly userUuid: string;
  /** E.164; null without one. */
  readonly phoneNumber: string | null;
  /** Extension of a phone of theirs that is registered with this server; null without one. */
  readonly extension: string | null;
  /** Assigned tags: the member sees only contacts with one of them, or all if empty. */
  readonly tags: readonly string[];
  /** Time of the last call transferred to the member; null before the first. */
  readonly lastAt: string | null;
}

export interface QueueStore {
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ queues: Queue[]; total: number }>;
  get(organisation: OrganisationId, uuid: string): Promise<Queue | undefined>;
  add(organisation: OrganisationId, queue: Queue): Promise<Written>;
  update(organisation: OrganisationId, uuid: string, set: QueueSet): Promise<Written>;
  remove(organisation: OrganisationId, uuid: string): Promise<boolean>;
  availability(
    organisation: OrganisationId,
    userUuid: string,
  ): Promise<{ available: boolean; changedAt: string } | undefined>;
  setAvailability(organisation: OrganisationId, userUuid: string, available: boolean, at: string): Promise<void>;
  /** Returns the available members of a queue and its number of ringing calls. Undefined for an unknown name. */
  state(
    organisation: OrganisationId,
    name: string,
  ): Promise<{ readonly free: readonly FreeMember[]; readonly ringing: number } | undefined>;
  /** Returns the available members, in the caller's transaction. */
  freeIn(queries: Reads, name: string): Promise<FreeMember[] | undefined>;
}

export type Reads = Pick<TenantQueries, 'select' | 'pick' | 'count' | 'own' | 'system'>;

export function createQueueStore(database: Database, now: () => Date): QueueStore {
  const { tables } = database;
  const { queues, queueMembers, agentAvailability, transfers } = tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  async function whole(read: Reads, where?: SQL, page: object = {}): Promise<Queue[]> {
    const rows = await read.select(queues, where, { ...page, orderBy: [asc(queues.name)] });
    const uuids = rows.map(({ uuid }) => uuid);
    const members = uuids.length === 0 ? [] : await read.select(queueMembers, inArray(queueMembers.queueUuid, uuids));
    return rows.map(({ uuid, name, tags, createdAt }) => ({
      uuid,
      name,
      tags: tags as string[],
      createdAt,
      members: members.flatMap((each) => (each.queueUuid === uuid ? [each.userUuid] : [])).sort(),
    }));
  }
  async function refusal(queries: TenantQueries, uuid: string, { name, members }: QueueSet) {
    const namesakes = name === undefined ? [] : await queries.select(queues, eq(queues.name, name));
    if (namesakes.some((each) => each.uuid !== uuid)) return 'name_taken' as const;
    const { memberships } = tables;
    const named = members === undefined ? undefined : inArray(memberships.userUuid, [...members]);
    const memberUuids = new Set((await queries.select(memberships, named)).map(({ userUuid }) => userUuid));
    const unknownMember = members?.find((each) => !memberUuids.has(each));
    return unknownMember === undefined ? undefined : { unknownMember };
  }
  async function putMembers(queries: TenantQueries, uuid: string, members: readonly string[]): Promise<void> {
    await queries.delete(queueMembers, eq(queueMembers.queueUuid, uuid));
    await queries.insert(
      queueMembers,
      members.map((userUuid) => ({ queueUuid: uuid, userUuid })),
    );
  }
  async function freeIn(read: Reads, name: string): Promise<FreeMember[] | undefined> {
    const [queue] = await whole(read, eq(queues.name, name));
    return queue && freeOf(read, tables, queue, now());
  }

  return {
    freeIn,
    async list(organisation, page) {
      const { read } = of(organisation);
      return { queues: await whole(read, undefined, page), total: await read.count(queues) };
    },
    async get(organisation, uuid) {
      return (await whole(of(organisation).read, eq(queues.uuid, uuid)))[0];
    },
    add: (organisation, queue) =>
      of(organisation).tx(async (queries) => {
        const refused = await refusal(queries, queue.uuid, queue);
        if (refused !== undefined) return refused;
        const { members, ...row } = queue;
        await queries.insert(queues, [row]);
        await putMembers(queries, queue.uuid, members);
        return queue;
      }),
    update: (organisation, uuid, set) =>
      of(organisation).tx(async (queries) => {
        const [was] = await whole(queries, eq(queues.uuid, uuid));
        if (was === undefined) return 'unknown';
        const refused = await refusal(queries, uuid, set);
        if (refused !== undefined) return refused;
        const now = { ...was, ...set };
        await queries.update(queues, { name: now.name, tags: now.tags }, eq(queues.uuid, uuid));
        await putMembers(queries, uuid, now.members);
        return now;
      }),
    remove: (organisation, uuid) =>
      of(organisation).tx(async (queries) => (await queries.delete(queues, eq(queues.uuid, uuid))) > 0),
    async availability(organisation, userUuid) {
      return (await of(organisation).read.select(agentAvailability, eq(agentAvailability.userUuid, userUuid)))[0];
    },
    setAvailability: (organisation, userUuid, available, changedAt) =>
      of(organisation).tx(async (queries) => {
        await queries.delete(agentAvailability, eq(agentAvailability.userUuid, userUuid));
        await queries.insert(agentAvailability, [{ userUuid, available, changedAt }]);
      }),
    async state(organisation, name) {
      const { read } = of(organisation);
      const free = await freeIn(read, name);
      if (free === undefined) return undefined;
      return { free, ringing: await read.count(transfers, and(eq(transfers.target, name), isNull(transfers.result))) };
    },
  };
}

/** Returns members, and users with a tag of the queue, who have a number or a registered phone, are available and are not in a call. */
async function freeOf(read: Reads, tables: Tables, queue: Queue, now: Date): Promise<FreeMember[]> {
  const { agentAvailability, agentPhoneNumbers, agentTagAssignments, phones, transfers } = tables;
  const available = await read.select(agentAvailability, eq(agentAvailability.available, true));
  const assigned = new Map(
    (await read.select(agentTagAssignments)).map(({ userUuid, tags }) => [userUuid, tags as string[]]),
  );
  const inQueue = (userUuid: string): boolean =>
    queue.members.includes(userUuid) || (assigned.get(userUuid) ?? []).some((tag) => queue.tags.includes(tag));
  const candidates = available.map(({ userUuid }) => userUuid).filter(inQueue);
  if (candidates.length === 0) return [];
  const busy = await busyAmong(read, tables, candidates, now);
  const numbers = new Map(
    (await read.select(agentPhoneNumbers, inArray(agentPhoneNumbers.userUuid, candidates))).map(
      ({ userUuid, phoneNumber }) => [userUuid, phoneNumber],
    ),
  );
  const registered = and(inArray(phones.userUuid, candidates), gte(phones.expiresAt, now.toISOString()));
  const extensions = new Map(
    (await read.select(phones, registered)).map(({ userUuid, extension }) => [userUuid ?? '', extension]),
  );
  const query = read.system.select({ userUuid: transfers.userUuid, at: max(transfers.createdAt) }).from(transfers);
  const lasts = await query
    .where(read.own(transfers, inArray(transfers.userUuid, candidates)))
    .groupBy(transfers.userUuid);
  const lastOf = new Map(lasts.map(({ userUuid, at }) => [userUuid, at]));
  return candidates
    .filter((userUuid) => !busy.has(userUuid) && (numbers.has(userUuid) || extensions.has(userUuid)))
    .map((userUuid) => ({
      userUuid,
      phoneNumber: numbers.get(userUuid) ?? null,
      extension: extensions.get(userUuid) ?? null,
      tags: assigned.get(userUuid) ?? [],
      lastAt: lastOf.get(userUuid) ?? null,
    }));
}

/** Maximum duration of a call. */
const longestCallMs = 14_400_000;

/** Returns users whose phone is ringing, or who are in a transferred or placed call. */
async function busyAmong(read: Reads, { calls, transfers }: Tables, people: readonly string[], now: Date) {
  const open = inArray(calls.status, [...openCallStatuses]);
  const { agentUserUuid } = calls;
  const placed = await read.pick(calls, { agentUserUuid }, and(open, inArray(agentUserUuid, [...people])));
  const since = new Date(now.getTime() - longestCallMs).toISOString();
  const theirs = and(
    inArray(transfers.userUuid, [...people]),
    isNull(transfers.finishedAt),
    gte(transfers.createdAt, since),
  );
  const handed = await read.pick(transfers, { userUuid: transfers.userUuid }, theirs);
  return new Set([...placed.map(({ agentUserUuid }) => agentUserUuid), ...handed.map(({ userUuid }) => userUuid)]);
}
