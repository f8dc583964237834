import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import {
  along,
  bind,
  columnsBut,
  createCountCache,
  type Database,
  forOrganisation,
  type Orders,
  type OrganisationId,
  orderBy,
  type Queries,
  reuseLarge,
  type SortedPage,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { FileReferences } from '../../../files/index.ts';
import { createConditions, type InteractionFilter, type View } from './conditions-store.ts';
import { createPeopleStore, type PeopleStore } from './people-store.ts';
import type { InteractionRow, NewInteraction } from './record.ts';

/** Refers to an interaction by its integer id or its uuid. */
export type Ref = { readonly id: number } | { readonly uuid: string };

export type InteractionSort = 'called_at' | 'duration';

/** Newest first where no order is asked for. */
export type InteractionPage = SortedPage<InteractionSort>;

/** Columns of a list: neither the analysis nor the search text. */
export type ListedInteraction = Omit<InteractionRow, 'analysis' | 'search' | 'idempotencyKey' | 'requestDigest'>;

export type Change = Partial<NewInteraction>;

export interface InteractionStore extends PeopleStore {
  get(view: View, ref: Ref): Promise<InteractionRow | undefined>;
  /** Browser tests, practice and simulations are excluded unless the filter names them. */
  list(
    view: View,
    filter: InteractionFilter,
    page: InteractionPage,
  ): Promise<{ rows: ListedInteraction[]; total: number }>;
  /** Returns false, and writes nothing, if the idempotency key is taken. */
  add(queries: TenantQueries, row: NewInteraction, digest: string | undefined): Promise<boolean>;
  byKey(organisation: OrganisationId, key: string): Promise<InteractionRow | undefined>;
  /**
   * Runs in one transaction with the row locked. Returns undefined for an unknown row; `change` may refuse by returning
   * a string.
   */
  change<R extends string>(
    view: View,
    ref: Ref,
    change: (row: InteractionRow, queries: TenantQueries) => Promise<Change | R>,
  ): Promise<InteractionRow | R | undefined>;
  // For jobs, which have no viewer.
  find(organisation: OrganisationId, uuid: string): Promise<InteractionRow | undefined>;
  /** For a token that identifies the organisation. */
  findAnywhere(id: number): Promise<InteractionRow | undefined>;
  /** Returns turns, median latency and end reason by uuid, for those that are calls of this server. */
  measured(organisation: OrganisationId, uuids: readonly string[]): Promise<ReadonlyMap<string, Measured>>;
  /** Returns the file store that has the recording; null if every server can read it. */
  placeOf(queries: TenantQueries, uuid: string): Promise<string | null>;
  /** Prevents a file from being deleted, in the caller's transaction. */
  hold(queries: TenantQueries, uuid: string, digest: string): Promise<void>;
  /** Returns the row, locked until the caller's transaction ends. */
  lock(queries: TenantQueries, uuid: string): Promise<InteractionRow | undefined>;
  put(queries: Queries, organisation: OrganisationId, uuid: string, set: Change): Promise<void>;
  /** Same as `put`, if the row is in one of these statuses. */
  putWhile(
    queries: TenantQueries,
    uuid: string,
    { statuses, set }: { readonly statuses: readonly InteractionRow['status'][]; readonly set: Change },
  ): Promise<void>;
  tx<T>(organisation: OrganisationId, work: (queries: TenantQueries) => Promise<T>): Promise<T>;
}

export interface Measured {
  readonly turns: number;
  readonly medianLatencyMs: number | null;
  readonly endReason: string | null;
  readonly dialect: string;
}

const newestFirst = { sort: 'called_at', order: 'desc' } as const;
const farBack = 1000;

export function createInteractionStore(database: Database, references: FileReferences): InteractionStore {
  const { calls, interactions } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const { visible, whereOf } = createConditions(database);
  const counts = createCountCache(database, { reuseMs: reuseLarge });
  const listed = columnsBut(interactions, 'analysis', 'search', 'idempotencyKey', 'requestDigest');
  const refOf = (ref: Ref): SQL => ('id' in ref ? eq(interactions.id, ref.id) : eq(interactions.uuid, ref.uuid));

  return {
    ...createPeopleStore(database, visible),
    async get({ organisation, tags }, ref) {
      const { read } = of(organisation);
      return (await read.select(interactions, and(refOf(ref), visible(read, tags))))[0];
    },
    async list({ organisation, tags }, filter, { limit, offset, ...sorting }) {
      const { read } = of(organisation);
      const where = and(whereOf(read, organisation, filter), visible(read, tags));
      const key = JSON.stringify([organisation, tags, filter]);
      const order = orderBy(sorting, ordersOf(interactions), newestFirst);
      if (filter.minCost !== undefined || filter.maxCost !== undefined) {
        const these = sql`FROM ${interactions} WHERE ${read.own(interactions, where)}`;
        const slow = slowly(database, organisation, these);
        const total = await counts.get(key, slow.count);
        const ids = await slow.ids(interactions.id, sql.join([...order], sql`, `), { limit, offset });
        const rows = await read.pick(interactions, listed, inArray(interactions.id, ids), { orderBy: order });
        return { rows: rows as ListedInteraction[], total };
      }
      const total = await counts.get(key, () => read.count(interactions, where));
      // PostgreSQL reads whole rows to pass over them: far back, they are found in the index first.
      const isFar = database.dialect === 'postgres' && offset >= farBack;
      const far = read.system
        .select({ id: interactions.id })
        .from(interactions)
        .where(read.own(interactions, where))
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const rows = isFar
        ? await read.pick(interactions, listed, inArray(interactions.id, far), { orderBy: order })
        : await read.pick(interactions, listed, where, { limit, offset, orderBy: order });
      return { rows: rows as ListedInteraction[], total };
    },
    async add(queries, row, digest) {
      if ((await queries.insertNew(interactions, [row])) === 0) return false;
      if (digest !== undefined) await references.hold(queries, { kind: 'interaction', uuid: row.uuid }, digest);
      return true;
    },
    async byKey(organisation, key) {
      return (await of(organisation).read.select(interactions, eq(interactions.idempotencyKey, key)))[0];
    },
    change: ({ organisation, tags }, ref, change) =>
      of(organisation).tx(async (queries) => {
        const where = and(refOf(ref), visible(queries, tags)) as SQL;
        const [row] = await queries.lock(interactions, where);
        if (row === undefined) return undefined;
        const set = await change(row, queries);
        if (typeof set === 'string') return set;
        if (Object.keys(set).length > 0) await queries.update(interactions, set, eq(interactions.id, row.id));
        return (await queries.select(interactions, eq(interactions.id, row.id)))[0];
      }),
    async find(organisation, uuid) {
      return (await of(organisation).read.select(interactions, eq(interactions.uuid, uuid)))[0];
    },
    async findAnywhere(id) {
      return (await database.system.read.select().from(interactions).where(eq(interactions.id, id)))[0];
    },
    async measured(organisation, uuids) {
      const { uuid, turns, medianLatencyMs, endReason, dialect } = calls;
      const columns = { uuid, turns, medianLatencyMs, endReason, dialect };
      const rows = await of(organisation).read.pickAmong(calls, columns, uuid, uuids);
      return new Map(rows.map((row) => [row.uuid, row]));
    },
    placeOf: (queries, uuid) => references.placeOf(queries, { kind: 'interaction', uuid }),
    hold: (queries, uuid, digest) => references.hold(queries, { kind: 'interaction', uuid }, digest),
    async lock(queries, uuid) {
      return (await queries.lock(interactions, eq(interactions.uuid, uuid)))[0];
    },
    async put(queries, organisation, uuid, set) {
      await bind(queries, organisation).update(interactions, set, eq(interactions.uuid, uuid));
    },
    async putWhile(queries, uuid, { statuses, set }) {
      await queries.update(
        interactions,
        set,
        and(eq(interactions.uuid, uuid), inArray(interactions.status, [...statuses])) as SQL,
      );
    },
    tx: (organisation, work) => of(organisation).tx(work),
  };
}

/** Reads beside other requests what takes long to find: for a cost, that of every call is computed. */
function slowly({ system }: Database, organisation: OrganisationId, these: SQL) {
  const rows = (statement: SQL) => system.slowRows<{ readonly value: unknown }>(statement, organisation);
  return {
    count: async (): Promise<number> => Number((await rows(sql`SELECT count(*) AS value ${these}`))[0]?.value),
    async ids(
      id: Tables['interactions']['id'],
      order: SQL,
      { limit, offset }: Pick<InteractionPage, 'limit' | 'offset'>,
    ) {
      const page = sql`ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
      return (await rows(sql`SELECT ${id} AS value ${these} ${page}`)).map(({ value }) => Number(value));
    },
  };
}

/** Each along an index. */
const ordersOf = ({ calledAt, durationMs, id }: Tables['interactions']): Orders<InteractionSort> => ({
  called_at: (direction) => [along(direction, calledAt), along(direction, id)],
  duration: (direction) => [along(direction, durationMs), along(direction, id)],
});
