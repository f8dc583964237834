import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { bind, type Queries, type Tables, type TenantQueries } from '../../../data/index.ts';
import { toldNumber } from '../../../http/fields.ts';
import type { CallRow } from './call-rows.ts';
import { isOver } from './call-state.ts';

interface Lease {
  readonly leaseOwner: string;
  readonly leaseUntil: string;
}

/**
 * Stores calls whose streams were admitted without the database, with their owner, in the caller's transaction. A call
 * that was stored before the outage is taken over from the server that offered it.
 */
export async function addUnstored(
  queries: Queries,
  tables: Tables,
  unstored: readonly CallRow[],
  lease: Lease,
): Promise<void> {
  const { calls } = tables;
  const rows = unstored.map((call) => {
    const contactUuid = call.contactUuid ?? contactOf(bind(queries, call.organisationId), tables, call);
    return { ...call, contactUuid, ...lease };
  });
  const inserted = await queries.insert(calls).values(rows).onConflictDoNothing().returning({ uuid: calls.uuid });
  const added = new Set(inserted.map(({ uuid }) => uuid));
  for (const call of unstored)
    if (!added.has(call.uuid)) await takeOver(bind(queries, call.organisationId), tables, call, lease);
}

/** Makes this server the owner of a call that was stored before the outage, unless its stream was open or it is over. */
async function takeOver(queries: TenantQueries, { calls }: Tables, call: CallRow, lease: Lease): Promise<void> {
  const [row] = await queries.lock(calls, eq(calls.uuid, call.uuid));
  if (row === undefined || row.startedAt !== null || isOver(row.status)) return;
  const { voiceAgentUuid, agentVersion, flowVersion } = call;
  await queries.update(calls, lease, eq(calls.uuid, call.uuid));
  const isUnversioned = and(eq(calls.uuid, call.uuid), isNull(calls.flowVersion));
  if (isUnversioned !== undefined)
    await queries.update(calls, { voiceAgentUuid, agentVersion, flowVersion }, isUnversioned);
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
