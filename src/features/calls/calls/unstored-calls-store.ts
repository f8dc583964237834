import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { bind, type Queries, type Tables, type TenantQueries } from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { CallRow } from './call-rows.ts';
import { isOver } from './call-state.ts';

/**
 * Stores calls whose streams were admitted without the database, with their owner, in the caller's transaction. A call
 * that was stored before the outage is taken over from the server that offered it.
 */
export async function addUnstored(
  queries: Queries,
  tables: Tables,
  unstored: readonly CallRow[],
  lease: { readonly leaseOwner: string; readonly leaseUntil: string },
): Promise<void> {
  const { calls } = tables;
  for (const call of unstored) {
    const tenantQueries = bind(queries, call.organisationId);
    const contactUuid = call.contactUuid ?? contactOf(tenantQueries, tables, call);
    const added = await tenantQueries.addNew(calls, { ...call, contactUuid, ...lease }, { uuid: calls.uuid });
    if (added !== undefined) continue;
    const [row] = await tenantQueries.lock(calls, eq(calls.uuid, call.uuid));
    if (row === undefined || row.startedAt !== null || isOver(row.status)) continue;
    const { voiceAgentUuid, agentVersion, flowVersion } = call;
    await tenantQueries.update(calls, lease, eq(calls.uuid, call.uuid));
    const isUnversioned = and(eq(calls.uuid, call.uuid), isNull(calls.flowVersion));
    if (isUnversioned !== undefined)
      await tenantQueries.update(calls, { voiceAgentUuid, agentVersion, flowVersion }, isUnversioned);
  }
}

/** Returns the expression of the contact with the other party's number, which is null if none exists. */
export function contactOf(
  { system, own }: TenantQueries,
  { contacts }: Tables,
  { callType, fromNumber, toNumber }: Pick<CallRow, 'callType' | 'fromNumber' | 'toNumber'>,
): SQL | null {
  const phone = toldNumber(callType === 'outbound' ? toNumber : fromNumber);
  if (phone === undefined) return null;
  const ofNumber = own(contacts, eq(contacts.phone, phone));
  return sql`${system.select({ uuid: contacts.uuid }).from(contacts).where(ofNumber)}`;
}
