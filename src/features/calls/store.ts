import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { DialectName } from '../../../media/ports.ts';
import {
  createCountCache,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
} from '../../data/index.ts';
import { type Announce, append } from './call-event-store.ts';
import type { CallEventRow, CallRow, LoggedEvent, StoredEvent } from './call-rows.ts';
import { type CallOutcome, openStatuses } from './call-state.ts';

export interface NewCall {
  readonly uuid: string;
  readonly flowUuid: string;
  readonly callType: CallRow['callType'];
  readonly dialect: DialectName;
  readonly status: CallRow['status'];
  readonly fromNumber: string;
  readonly toNumber: string;
  readonly providerCallId: string | null;
  readonly createdAt: string;
}

export interface CallFilter {
  readonly flowUuid?: string | undefined;
  readonly outcome?: CallOutcome | undefined;
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}

export interface CallStore {
  get(organisation: OrganisationId, uuid: string): Promise<CallRow | undefined>;
  list(
    organisation: OrganisationId,
    filter: CallFilter,
    page: { limit: number; offset: number },
  ): Promise<{ rows: CallRow[]; total: number }>;
  /** Calls whose line is open, newest first. */
  live(organisation: OrganisationId): Promise<CallRow[]>;
  events(organisation: OrganisationId, callUuid: string): Promise<CallEventRow[]>;
  /** The call the provider already told us of, or this new one. */
  findOrAdd(organisation: OrganisationId, call: NewCall): Promise<{ call: CallRow; added: boolean }>;
  findByProvider(
    organisation: OrganisationId,
    dialect: DialectName,
    providerCallId: string,
  ): Promise<CallRow | undefined>;
  /** Keeps the reason a person gave; false when the call is over. */
  requestEnd(organisation: OrganisationId, callUuid: string, reason: string): Promise<boolean>;

  // What follows knows the call and not yet whose it is, and is asked by no person.

  /** The call of a stream. */
  find(uuid: string): Promise<CallRow | undefined>;
  /** The calls that a provider means by this name, which only it makes different. */
  findEverywhere(dialect: DialectName, providerCallId: string): Promise<CallRow[]>;
  /**
   * Appends, and moves the calls on, in one transaction. Left out and counted are events of unknown calls, and what a
   * process tells of a call that it does not own any more. `again`: some may be there already, from a try whose answer
   * was lost, and are not added twice.
   */
  append(events: readonly LoggedEvent[], again?: boolean): Promise<{ unknown: number; fenced: number }>;
  /** Calls that are not over. */
  open(): Promise<CallRow[]>;
  /** Says that these calls, as far as they are open and our own, are carried until then. */
  renew(callUuids: readonly string[], until: string): Promise<void>;
  /** Makes an open call our own unless it has changed meanwhile; with `closed`, in order to close it. */
  takeOver(call: CallRow, closed?: LoggedEvent): Promise<boolean>;
}

export interface CallStoreOptions {
  /** This process, as the owner of its calls. */
  readonly owner: string;
  /** Until when a call that is taken now is carried. */
  readonly leaseUntil: () => string;
  /** Told in the transaction of what has changed. */
  readonly announce?: Announce;
}

const newState = {
  outcome: null,
  endReason: null,
  startedAt: null,
  endedAt: null,
  durationMs: null,
  answeredBy: null,
  answeredConfidence: null,
  turns: 0,
  medianLatencyMs: null,
};
const liveStatuses = ['in_progress', 'transferring'] as const;
/** SQLite takes 32,766 parameters; a statement need not be that long. */
const renewedAtOnce = 500;

export function createCallStore(database: Database, options: CallStoreOptions): CallStore {
  const { owner, leaseUntil, announce = async () => {} } = options;
  const { tables, system } = database;
  const { calls, callEvents } = tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);
  const counts = createCountCache(database);
  const open = inArray(calls.status, [...openStatuses]);
  const byProvider = (dialect: DialectName, id: string): SQL =>
    and(eq(calls.dialect, dialect), eq(calls.providerCallId, id)) as SQL;

  return {
    async get(organisation, uuid) {
      return (await of(organisation).read.select(calls, eq(calls.uuid, uuid)))[0];
    },
    async live(organisation) {
      const rows = await of(organisation).read.select(calls, inArray(calls.status, [...liveStatuses]));
      // Sorted here: told to sort, SQLite walks all calls by time instead of the few by their status (62 ms of 100,000).
      return rows.sort((a, b) => b.createdAt.localeCompare(a.createdAt) || a.uuid.localeCompare(b.uuid));
    },
    async list(organisation, filter, page) {
      const { read } = of(organisation);
      const where = whereOf(calls, filter);
      const orderBy = [desc(calls.createdAt), asc(calls.uuid)];
      const total = await counts.get(JSON.stringify([organisation, filter]), () => read.count(calls, where));
      return { rows: await read.select(calls, where, { ...page, orderBy }), total };
    },
    async events(organisation, callUuid) {
      const where = eq(callEvents.callUuid, callUuid);
      const rows = await of(organisation).read.select(callEvents, where, { orderBy: [asc(callEvents.seq)] });
      return rows.map((row) => ({ seq: row.seq, recordedAt: row.recordedAt, event: row.body as StoredEvent }));
    },
    findOrAdd: (organisation, call) =>
      of(organisation).tx(async (queries) => {
        const id = call.providerCallId;
        const known = id === null ? [] : await queries.select(calls, byProvider(call.dialect, id));
        if (known[0] !== undefined) return { call: known[0], added: false };
        const row = { ...call, ...newState, leaseOwner: owner, leaseUntil: leaseUntil() };
        await queries.insert(calls, [row]);
        return { call: { ...row, organisationId: organisation }, added: true };
      }),
    async findByProvider(organisation, dialect, id) {
      return (await of(organisation).read.select(calls, byProvider(dialect, id)))[0];
    },
    requestEnd: (organisation, callUuid, reason) =>
      of(organisation).tx(async (queries) => {
        const changed = await queries.update(calls, { endReason: reason }, and(eq(calls.uuid, callUuid), open) as SQL);
        return changed > 0;
      }),

    async find(uuid) {
      return (await system.read.select().from(calls).where(eq(calls.uuid, uuid)))[0];
    },
    findEverywhere: async (dialect, id) => system.read.select().from(calls).where(byProvider(dialect, id)),
    append: (events, again = false) =>
      system.tx((queries) => append(queries, tables, events, { owner, again, announce })),
    open: async () => system.read.select().from(calls).where(open).orderBy(asc(calls.createdAt)),
    renew: (callUuids, until) =>
      system.tx(async (queries) => {
        for (let from = 0; from < callUuids.length; from += renewedAtOnce) {
          const some = inArray(calls.uuid, callUuids.slice(from, from + renewedAtOnce));
          const ours = and(eq(calls.leaseOwner, owner), open, some);
          await queries.update(calls).set({ leaseUntil: until }).where(ours);
        }
      }),
    takeOver: (call, closed) =>
      of(call.organisationId).tx(async (queries) => {
        const unchanged = and(
          eq(calls.uuid, call.uuid),
          eq(calls.status, call.status),
          call.leaseOwner === null ? isNull(calls.leaseOwner) : eq(calls.leaseOwner, call.leaseOwner),
          call.leaseUntil === null ? isNull(calls.leaseUntil) : eq(calls.leaseUntil, call.leaseUntil),
        ) as SQL;
        const taken = await queries.update(calls, { leaseOwner: owner, leaseUntil: leaseUntil() }, unchanged);
        if (taken > 0 && closed !== undefined)
          await append(queries.system, tables, [closed], { owner, again: false, announce });
        return taken > 0;
      }),
  };
}

function whereOf(calls: Tables['calls'], filter: CallFilter): SQL | undefined {
  return and(
    filter.flowUuid === undefined ? undefined : eq(calls.flowUuid, filter.flowUuid),
    filter.outcome === undefined ? undefined : eq(calls.outcome, filter.outcome),
    filter.from === undefined ? undefined : gte(calls.createdAt, filter.from),
    filter.before === undefined ? undefined : lt(calls.createdAt, filter.before),
  );
}
