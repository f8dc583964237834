import { and, asc, eq, exists, inArray, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId, type TenantQueries } from '../../../data/index.ts';
import { type CallRow, callColumns, newState } from './call-rows.ts';

export interface NewOutboundCall {
  /** Generated if absent. */
  readonly uuid?: string;
  readonly flowUuid: string;
  readonly contactUuid: string | null;
  /** E.164. */
  readonly to: string;
  /** E.164; a number of the provider's account. */
  readonly from: string;
  readonly provider: string;
  /** Entry of the campaign's contact list that the call is for. */
  readonly targetUuid?: string;
}

/** The provider's id of the call, or of the request that placed it. */
export interface ProviderIds {
  readonly providerCallId?: string;
  readonly requestId?: string;
}

/** Outbound calls without a stream yet. No process owns them, so any process may receive their callbacks. */
export interface OutboundStore {
  /** Runs in the caller's transaction. */
  add(
    queries: TenantQueries,
    call: NewOutboundCall & { readonly uuid: string; readonly createdAt: string },
  ): Promise<void>;
  get(organisation: OrganisationId, uuid: string): Promise<CallRow | undefined>;
  /**
   * Records the intent before the request to the provider. Returns true at most once for a call, and never if the
   * campaign of its list entry has been stopped or deleted.
   */
  beginDialing(organisation: OrganisationId, uuid: string, dialledAt: string): Promise<boolean>;
  /** Stores the provider's ids, unless the call has some already or another call has them. */
  name(organisation: OrganisationId, uuid: string, ids: ProviderIds): Promise<void>;
  /** Returns those of the provider's ids that belong to no call. */
  unclaimed(organisation: OrganisationId, providerCallIds: readonly string[]): Promise<string[]>;
  /** Records that the phone is ringing. */
  ringing(organisation: OrganisationId, uuid: string): Promise<void>;
  /** Returns calls of all organisations without an owner process, oldest first. */
  waiting(): Promise<CallRow[]>;
}

const waitingStatuses = ['queued', 'dialing', 'ringing'] as const;
const mostWaiting = 10_000;
const idsAtOnce = 500;

export function createOutboundStore(database: Database): OutboundStore {
  const { calls, flows } = database.tables;
  const columns = callColumns(database.tables);
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  // Each statement checks the state of the call, so the transaction need not be serialisable.
  const set = (organisation: OrganisationId, values: Partial<CallRow>, where: SQL | undefined) =>
    of(organisation).tx((queries) => queries.update(calls, values, where as SQL), {
      asIfAlone: false,
      isOneStatement: true,
    });

  return {
    add: (queries, { provider, from, to, targetUuid, ...call }) =>
      queries.insert(calls, [
        {
          ...newState,
          ...call,
          callType: 'outbound',
          dialect: provider,
          status: 'queued',
          fromNumber: from,
          toNumber: to,
          targetUuid: targetUuid ?? null,
        },
      ]),
    async get(organisation, uuid) {
      return (await of(organisation).read.pick(calls, columns, eq(calls.uuid, uuid)))[0];
    },
    async beginDialing(organisation, uuid, dialledAt) {
      const { read } = of(organisation);
      const running = and(eq(flows.uuid, calls.flowUuid), eq(flows.status, 'active'));
      const campaign = exists(read.system.select({ uuid: flows.uuid }).from(flows).where(read.own(flows, running)));
      const isWanted = or(isNull(calls.targetUuid), campaign);
      const queued = and(eq(calls.uuid, uuid), eq(calls.status, 'queued'), isNull(calls.dialledAt), isWanted);
      return (await set(organisation, { status: 'dialing', dialledAt }, queued)) > 0;
    },
    async name(organisation, uuid, { providerCallId, requestId }) {
      const nameless = (column: typeof calls.providerCallId | typeof calls.providerRequestId): SQL =>
        and(eq(calls.uuid, uuid), isNull(column)) as SQL;
      if (providerCallId !== undefined) {
        const { read } = of(organisation);
        const others = read.system.select({ uuid: calls.uuid }).from(calls);
        const isClaimed = exists(others.where(read.own(calls, eq(calls.providerCallId, providerCallId))));
        await set(organisation, { providerCallId }, and(nameless(calls.providerCallId), not(isClaimed)));
      }
      if (requestId !== undefined)
        await set(organisation, { providerRequestId: requestId }, nameless(calls.providerRequestId));
    },
    async unclaimed(organisation, ids) {
      const claimed = new Set<string | null>();
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const some = inArray(calls.providerCallId, ids.slice(from, from + idsAtOnce));
        for (const { providerCallId } of await of(organisation).read.select(calls, some)) claimed.add(providerCallId);
      }
      return ids.filter((id) => !claimed.has(id));
    },
    async ringing(organisation, uuid) {
      await set(organisation, { status: 'ringing' }, and(eq(calls.uuid, uuid), eq(calls.status, 'dialing')));
    },
    async waiting() {
      const uncarried = and(
        eq(calls.callType, 'outbound'),
        // A teammate's call stays with the provider until its end.
        or(
          inArray(calls.status, [...waitingStatuses]),
          and(eq(calls.status, 'in_progress'), isNotNull(calls.agentUserUuid)),
        ),
        isNull(calls.leaseOwner),
      );
      const query = database.system.read.select(columns).from(calls).where(uncarried);
      return query.orderBy(asc(calls.createdAt)).limit(mostWaiting);
    },
  };
}
