import { and, asc, count, desc, eq, gte, inArray, lt, ne, or, type SQL, sum } from 'drizzle-orm';
import {
  containsExactly,
  createCountCache,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { searchedFor } from '../../campaigns/index.ts';
import {
  type CallFilter,
  type CallGroup,
  createKeptCounts,
  type Direction,
  isKept,
  type Sight,
  seenBy as seenByTags,
} from '../call-stats/index.ts';
import { type CallRow, callColumns, type ListedCall, type LiveRow, listedColumns } from './call-rows.ts';
import { writtenLine } from './channels.ts';
import { judgementOf, type KeyDetails } from './key-details.ts';

/** The organisation of the calls, and the user's visibility. */
export interface View {
  readonly organisation: OrganisationId;
  readonly sight: Sight;
}

/** Reads calls as people see them. */
export interface CallViewStore {
  get(view: View, uuid: string): Promise<CallRow | undefined>;
  /** Returns a call with its key details. */
  whole(view: View, uuid: string): Promise<(CallRow & { readonly keyDetails: KeyDetails | null }) | undefined>;
  /** Newest first. */
  list(
    view: View,
    filter: CallFilter,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: ListedCall[]; total: number }>;
  /** Returns the live calls that are spoken, newest first. Only `all` includes browser tests. */
  live(view: View, direction: Direction): Promise<LiveRow[]>;
  /** Returns names (or e-mail addresses) of the teammates who made the calls, by uuid. */
  teammates(rows: readonly ListedCall[]): Promise<ReadonlyMap<string, string>>;
  /** Returns the names of these calls' contacts by uuid, where they have one. */
  contactNames(view: View, rows: readonly ListedCall[]): Promise<ReadonlyMap<string, string>>;
  groups(view: View, filter: CallFilter): Promise<CallGroup[]>;
  /** Runs in one transaction. Returns the result of `change`; undefined if the call does not exist. */
  changeDetails<T extends KeyDetails | string>(
    view: View,
    uuid: string,
    change: (was: KeyDetails | null) => T,
  ): Promise<T | undefined>;
}

const farBack = 1000;
const liveStatuses = ['in_progress', 'transferring'] as const;

export function createCallViewStore(database: Database): CallViewStore {
  const { tables } = database;
  const { calls } = tables;
  const columns = callColumns(tables);
  const listed = listedColumns(tables);
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const counts = createCountCache<number>(database);
  const groups = createCountCache<CallGroup[]>(database);
  const keptCounts = createKeptCounts(database);

  return {
    async get({ organisation, sight }, uuid) {
      const { read } = of(organisation);
      const where = and(eq(calls.uuid, uuid), seenBy(read, tables, sight));
      return (await read.pick(calls, columns, where))[0];
    },
    async whole({ organisation, sight }, uuid) {
      const { read } = of(organisation);
      const [row] = await read.select(calls, and(eq(calls.uuid, uuid), seenBy(read, tables, sight)));
      return row && { ...row, keyDetails: row.keyDetails as KeyDetails | null };
    },
    async list({ organisation, sight }, filter, page) {
      const { read } = of(organisation);
      const orderBy = [desc(calls.createdAt), asc(calls.uuid)];
      const sees = seenBy(read, tables, sight);
      const all = and(whereOf(read, tables, filter), sees);
      const key = JSON.stringify([organisation, sight, filter]);
      const total = await counts.get(key, () =>
        isKept(filter, sight)
          ? keptCounts.total(organisation, filter)
          : // The condition is always true: with it, SQLite counts in the index of the list instead of a wider one.
            read.count(calls, and(all, gte(calls.createdAt, ''))),
      );
      // Searching beyond the last row would take longest.
      if (total <= page.offset) return { rows: [], total };
      const place =
        isKept(filter, sight) && page.offset >= farBack
          ? await keptCounts.nearer(organisation, filter, page.offset)
          : { offset: page.offset };
      const where = place.before === undefined ? all : and(all, lt(calls.createdAt, place.before));
      const from = { limit: page.limit, offset: place.offset };
      // PostgreSQL reads whole rows to skip them, so far pages are first found in the index. SQLite does not, and this
      // form would take four times as long.
      const isFar = database.dialect === 'postgres' && from.offset >= farBack;
      const { uuid } = calls;
      const far = read.system
        .select({ uuid })
        .from(calls)
        .where(read.own(calls, where))
        .orderBy(...orderBy);
      const rows = isFar
        ? await read.pick(calls, listed, inArray(uuid, far.limit(from.limit).offset(from.offset)), { orderBy })
        : await read.pick(calls, listed, where, { ...from, orderBy });
      return { rows, total };
    },
    async live({ organisation, sight }, direction) {
      const { read } = of(organisation);
      const where = and(
        inArray(calls.status, [...liveStatuses]),
        // Nobody can listen to it.
        ne(calls.dialect, writtenLine),
        direction === 'all' ? undefined : eq(calls.callType, direction),
        seenBy(read, tables, sight),
      );
      const rows = await read.pick(calls, { ...listed, leaseOwner: calls.leaseOwner }, where);
      // Sorted here: with ORDER BY, SQLite scans all calls by time instead of the few by status (62 ms for 100,000).
      return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.uuid.localeCompare(b.uuid));
    },
    async teammates(rows) {
      const uuids = [...new Set(rows.flatMap(({ agentUserUuid }) => (agentUserUuid === null ? [] : [agentUserUuid])))];
      if (uuids.length === 0) return new Map();
      const { users } = tables;
      const { uuid, name, email } = users;
      const query = database.system.read.select({ uuid, name, email }).from(users);
      const userRows = await query.where(inArray(users.uuid, uuids));
      return new Map(userRows.map((user) => [user.uuid, user.name ?? user.email]));
    },
    async contactNames({ organisation }, rows) {
      const uuids = [...new Set(rows.flatMap(({ contactUuid }) => (contactUuid === null ? [] : [contactUuid])))];
      const { uuid, name } = tables.contacts;
      const contactRows = await of(organisation).read.pickAmong(tables.contacts, { uuid, name }, uuid, uuids);
      return new Map(contactRows.flatMap((contact) => (contact.name === null ? [] : [[contact.uuid, contact.name]])));
    },
    groups({ organisation, sight }, filter) {
      const { read } = of(organisation);
      const where = and(whereOf(read, tables, filter), seenBy(read, tables, sight));
      return groups.get(JSON.stringify([organisation, sight, filter]), () =>
        isKept(filter, sight) ? keptCounts.groups(organisation, filter) : groupsOf(read, tables, where),
      );
    },
    changeDetails: ({ organisation, sight }, uuid, change) =>
      of(organisation).tx(async (queries) => {
        const where = and(eq(calls.uuid, uuid), seenBy(queries, tables, sight)) as SQL;
        const [row] = await queries.pick(calls, { keyDetails: calls.keyDetails }, where);
        if (row === undefined) return undefined;
        const details = change(row.keyDetails as KeyDetails | null);
        if (typeof details === 'string') return details;
        const written = judgementOf(details);
        const { sentiment, summary } = tables.interactions;
        const [contact] = await queries.pick(
          tables.interactions,
          { sentiment, summary },
          eq(tables.interactions.uuid, uuid),
        );
        const set = {
          keyDetails: details,
          writtenSentiment: written.sentiment,
          writtenSummary: written.summary,
          sentiment: written.sentiment ?? contact?.sentiment ?? null,
          summary: written.summary ?? contact?.summary ?? null,
        };
        await queries.update(calls, set, eq(calls.uuid, uuid));
        return details;
      }),
  };
}

type Reads = Pick<TenantQueries, 'select' | 'count' | 'own' | 'system'>;

function whereOf(read: Reads, tables: Tables, filter: CallFilter): SQL | undefined {
  const { calls } = tables;
  return and(
    filter.withTests === true ? undefined : ne(calls.callType, 'test'),
    filter.flowUuid === undefined ? undefined : eq(calls.flowUuid, filter.flowUuid),
    filter.contactUuid === undefined ? undefined : eq(calls.contactUuid, filter.contactUuid),
    filter.callType === undefined ? undefined : eq(calls.callType, filter.callType),
    filter.agentUuid === undefined
      ? undefined
      : or(inArray(calls.flowUuid, flowsOf(read, tables, filter.agentUuid)), eq(calls.flowUuid, filter.agentUuid)),
    filter.search === undefined ? undefined : matching(read, tables, filter.search),
    filter.outcome === undefined ? undefined : eq(calls.outcome, filter.outcome),
    filter.sentiment === undefined ? undefined : eq(calls.sentiment, filter.sentiment),
    filter.from === undefined ? undefined : gte(calls.createdAt, filter.from),
    filter.before === undefined ? undefined : lt(calls.createdAt, filter.before),
  );
}

const flowsOf = (read: Reads, { flows }: Tables, agentUuid: string) =>
  read.system
    .select({ uuid: flows.uuid })
    .from(flows)
    .where(read.own(flows, eq(flows.voiceAgentUuid, agentUuid)));

/** Matches calls whose numbers or contacts contain this text. */
function matching(read: Reads, { calls, contacts }: Tables, q: string): SQL | undefined {
  const people = read.system
    .select({ uuid: contacts.uuid })
    .from(contacts)
    .where(read.own(contacts, containsExactly(contacts.search, searchedFor(q))));
  // People write spaces and punctuation between the digits of a number.
  const digits = q.replaceAll(/[\s().-]/g, '');
  return or(
    containsExactly(calls.fromNumber, digits),
    containsExactly(calls.toNumber, digits),
    inArray(calls.contactUuid, people),
  );
}

function seenBy(read: Reads, tables: Tables, sight: Sight): SQL | undefined {
  return seenByTags(read, tables, tables.calls.contactUuid, sight);
}

/** Reads an index only, and no row of 100,000 calls. */
async function groupsOf(read: Reads, { calls }: Tables, where: SQL | undefined): Promise<CallGroup[]> {
  const { outcome, sentiment, durationMs } = calls;
  const query = read.system.select({ outcome, sentiment, calls: count(), durationMs: sum(durationMs) }).from(calls);
  const rows = await query.where(read.own(calls, where)).groupBy(outcome, sentiment);
  return rows.map((row) => ({ ...row, calls: Number(row.calls), durationMs: Number(row.durationMs ?? 0) }));
}
