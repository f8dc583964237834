import { and, asc, desc, eq, gte, or } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { RemovedCounts } from '../removal/index.ts';

export type ErasureRow = Tables['erasures']['$inferSelect'];

/** What an erasure waits for. */
export interface Waiting {
  readonly what: 'calls_in_progress' | 'calls_on_hold' | 'contact_imports' | 'jobs' | 'file_store';
  readonly count: number;
}

/** What an erasure leaves, and what was verified. */
export interface Outcome {
  /** Whether the number stays on the do-not-call list, as its hash. */
  readonly doNotCall: boolean;
  /** Documents of the organisation that mention the number, by table. They are unchanged. */
  readonly documents: readonly { readonly table: string; readonly documents: number }[];
  /**
   * Times that the number was found in the database file and its log afterwards; null where it was not searched or
   * where several organisations share the file.
   */
  readonly found: number | null;
}

export interface NewErasure extends Pick<ErasureRow, 'uuid' | 'numberHash' | 'origin' | 'userUuid' | 'requestedAt'> {}

export interface ErasureStore {
  /** Returns the erasure of this number that is pending; otherwise adds one and calls `then` in the same transaction. */
  add(
    organisation: OrganisationId,
    erasure: (queries: TenantQueries) => Promise<NewErasure>,
    then: (queries: TenantQueries, erasure: NewErasure) => Promise<void>,
  ): Promise<ErasureRow>;
  /** Returns whether an erasure of the number is pending, or was requested at `since` or later. */
  isPending(queries: TenantQueries, numberHash: string, since: string): Promise<boolean>;
  get(organisation: OrganisationId, uuid: string): Promise<ErasureRow | undefined>;
  /** Newest first. */
  list(
    organisation: OrganisationId,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: ErasureRow[]; total: number }>;
  /** Adds to the numbers of removed items. */
  count(queries: TenantQueries, uuid: string, removed: RemovedCounts): Promise<void>;
  wait(queries: TenantQueries, uuid: string, waiting: readonly Waiting[]): Promise<void>;
  /** Stores what remains, before it is verified. */
  settle(queries: TenantQueries, uuid: string, outcome: Outcome): Promise<void>;
  finish(queries: TenantQueries, uuid: string, outcome: Outcome, at: string): Promise<void>;
  /** Returns whether the database has several organisations. */
  isShared(): Promise<boolean>;
  /** Returns the erasures of all organisations, oldest first, for the register. */
  everywhere(): Promise<ErasureRow[]>;
}

export function createErasureStore(database: Database): ErasureStore {
  const { erasures, organisations } = database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const own = (uuid: string) => eq(erasures.uuid, uuid);
  const pendingOf = (numberHash: string) => and(eq(erasures.numberHash, numberHash), eq(erasures.status, 'pending'));
  return {
    add: (organisation, erasure, then) =>
      of(organisation).tx(async (queries) => {
        const row = await erasure(queries);
        const [pending] = await queries.select(erasures, pendingOf(row.numberHash), { limit: 1 });
        if (pending !== undefined) return pending;
        const added = { ...row, status: 'pending' as const, waiting: [], removed: {}, outcome: null, finishedAt: null };
        await queries.insert(erasures, [added]);
        await then(queries, row);
        return { ...added, organisationId: organisation };
      }),
    async isPending(queries, numberHash, since) {
      const begun = and(eq(erasures.numberHash, numberHash), gte(erasures.requestedAt, since));
      return (await queries.count(erasures, or(pendingOf(numberHash), begun))) > 0;
    },
    async get(organisation, uuid) {
      return (await of(organisation).read.select(erasures, own(uuid)))[0];
    },
    async list(organisation, page) {
      const { read } = of(organisation);
      const orderBy = [desc(erasures.requestedAt), desc(erasures.uuid)];
      return {
        rows: await read.select(erasures, undefined, { ...page, orderBy }),
        total: await read.count(erasures),
      };
    },
    async count(queries, uuid, removed) {
      const [row] = await queries.lock(erasures, own(uuid));
      if (row === undefined) return;
      const sums: Record<string, number> = { ...(row.removed as RemovedCounts) };
      for (const [what, added] of Object.entries(removed)) if (added > 0) sums[what] = (sums[what] ?? 0) + added;
      await queries.update(erasures, { removed: sums }, own(uuid));
    },
    async wait(queries, uuid, waiting) {
      await queries.update(erasures, { waiting }, own(uuid));
    },
    async finish(queries, uuid, outcome, at) {
      await queries.update(erasures, { status: 'done', waiting: [], outcome, finishedAt: at }, own(uuid));
    },
    async settle(queries, uuid, outcome) {
      await queries.update(erasures, { waiting: [], outcome }, own(uuid));
    },
    async isShared() {
      const rows = await database.system.read.select({ uuid: organisations.uuid }).from(organisations).limit(2);
      return rows.length > 1;
    },
    everywhere: async () =>
      database.system.read.select().from(erasures).orderBy(asc(erasures.requestedAt), asc(erasures.uuid)),
  };
}
