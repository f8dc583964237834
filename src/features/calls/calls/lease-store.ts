import { and, asc, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../data/index.ts';
import { type CallRow, callColumns } from './call-rows.ts';
import { openStatuses } from './call-state.ts';
import { takeBack } from './given-up-calls-store.ts';

/** What the servers check of all open calls, every few seconds. */
export type OpenCall = Pick<
  CallRow,
  'uuid' | 'organisationId' | 'status' | 'leaseOwner' | 'leaseUntil' | 'startedAt' | 'createdAt' | 'endReason'
>;

/** Which process owns each open call. */
export interface LeaseStore {
  /** Returns calls that have not ended, except outbound calls without an owner process. */
  open(): Promise<OpenCall[]>;
  /** Reopens and owns those of these calls that another process closed as lost. Returns them. */
  takeBack(callUuids: readonly string[]): Promise<string[]>;
  /** Extends the leases of these calls if they are open and owned by this process. */
  renew(callUuids: readonly string[], until: string): Promise<void>;
}

export function createLeaseStore(
  database: Database,
  { owner, leaseUntil }: { readonly owner: string; readonly leaseUntil: () => string },
): LeaseStore {
  const { tables, system } = database;
  const { calls } = tables;
  const columns = callColumns(tables);
  const open = inArray(calls.status, [...openStatuses]);
  // Each statement checks the state of its call or locks its row, so the transactions need not be serialisable.
  const ownLocks = { asIfAlone: false } as const;
  /**
   * The list is one parameter, however long it is: a statement with a parameter for each takes longer to make.
   * PostgreSQL reads it once into an array; a subquery it may read again for each open call.
   */
  const isAmong = (uuids: readonly string[]): SQL =>
    database.dialect === 'postgres'
      ? sql`${calls.uuid} = ANY(ARRAY(SELECT json_array_elements_text(${JSON.stringify(uuids)}::json)))`
      : sql`${calls.uuid} IN (SELECT value FROM json_each(${JSON.stringify(uuids)}))`;

  return {
    open: async () => {
      // Until its stream opens, only the provider handles an outbound call.
      const carried = and(open, or(ne(calls.callType, 'outbound'), isNotNull(calls.leaseOwner)));
      const { uuid, organisationId, status, leaseOwner, leaseUntil, startedAt, createdAt, endReason } = columns;
      const checked = { uuid, organisationId, status, leaseOwner, leaseUntil, startedAt, createdAt, endReason };
      return system.read.select(checked).from(calls).where(carried).orderBy(asc(calls.createdAt));
    },
    takeBack: (callUuids) =>
      system.tx(
        (queries) => takeBack(queries, tables, callUuids, { leaseOwner: owner, leaseUntil: leaseUntil() }),
        ownLocks,
      ),
    renew: (callUuids, until) =>
      system.tx(
        async (queries) => {
          const ours = and(eq(calls.leaseOwner, owner), open, isAmong(callUuids));
          // The same lock order as for appending events.
          const rows = queries.select({ uuid: calls.uuid }).from(calls).where(ours).orderBy(asc(calls.uuid));
          const held = queries.$with('held').as(queries.locked(rows));
          const update = queries.with(held).update(calls).set({ leaseUntil: until });
          await update.where(inArray(calls.uuid, queries.select({ uuid: held.uuid }).from(held)));
        },
        { ...ownLocks, isOneStatement: true },
      ),
  };
}
