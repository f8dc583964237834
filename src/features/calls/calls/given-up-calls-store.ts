import { and, asc, eq, inArray } from 'drizzle-orm';
import { bind, type Queries, type Tables, type TenantQueries } from '../../../data/index.ts';
import { type CallRow, callColumns, type StoredEvent } from './call-rows.ts';
import { isOver } from './call-state.ts';

/** Reasons for which a server closes a call of another one that it considers lost. */
export type GivenUpReason = 'interrupted' | 'lease_expired';

const isGivenUpReason = (reason: string | null): boolean => reason === 'interrupted' || reason === 'lease_expired';

/** Returns whether another server once closed this call as lost. */
export async function isGivenUp(queries: TenantQueries, { callEvents }: Tables, call: CallRow): Promise<boolean> {
  const closings = and(eq(callEvents.callUuid, call.uuid), eq(callEvents.type, 'closed'));
  return (await queries.select(callEvents, closings)).some(({ body }) => isGivingUp(body as StoredEvent));
}

/** Whether another server closes a call as lost with this event. */
export const isGivingUp = (event: StoredEvent): boolean => event.type === 'closed' && isGivenUpReason(event.reason);

/** Returns the call as if it had not been closed. */
export const reopened = (call: CallRow): CallRow => ({
  ...call,
  status: call.startedAt === null ? 'ringing' : 'in_progress',
  outcome: null,
  endReason: isGivenUpReason(call.endReason) ? null : call.endReason,
  endedAt: null,
  durationMs: null,
});

/** Columns that closing and reopening a call change. */
const stateColumns = ({ status, outcome, endReason, startedAt, endedAt, durationMs }: CallRow) => ({
  status,
  outcome,
  endReason,
  startedAt,
  endedAt,
  durationMs,
});

/**
 * Reopens those of these calls that another server closed as lost, and makes this server their owner. Nobody else has
 * their stream, because it is claimed once and the call would be open. Returns them.
 */
export async function takeBack(
  queries: Queries,
  tables: Tables,
  callUuids: readonly string[],
  lease: Pick<CallRow, 'leaseOwner' | 'leaseUntil'>,
): Promise<string[]> {
  const { calls } = tables;
  const these = inArray(calls.uuid, [...callUuids]);
  const rows: CallRow[] = await queries.locked(
    queries.select(callColumns(tables)).from(calls).where(these).orderBy(asc(calls.uuid)),
  );
  const reopenedUuids: string[] = [];
  for (const row of rows) {
    const tenantQueries = bind(queries, row.organisationId);
    if (!isOver(row.status) || !(await isGivenUp(tenantQueries, tables, row))) continue;
    await tenantQueries.update(calls, { ...stateColumns(reopened(row)), ...lease }, eq(calls.uuid, row.uuid));
    reopenedUuids.push(row.uuid);
  }
  return reopenedUuids;
}
