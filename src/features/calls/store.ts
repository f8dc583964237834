import { and, asc, desc, eq, gte, type InferSelectModel, inArray, isNull, lt, type SQL } from 'drizzle-orm';
import type { CallEvent, DialectName } from '../../../media/ports.ts';
import {
  bind,
  createCountCache,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../data/index.ts';
import { type CallClosed, type CallOutcome, type CallState, isOver, nextState, openStatuses } from './call-state.ts';
import { quantile } from './quantile.ts';

export type CallRow = InferSelectModel<Tables['calls']>;

/** What a provider told us outside the stream, as it came. */
export interface ProviderNote {
  readonly type: 'callback';
  readonly atMs: number;
  readonly kind: string;
  readonly fields: Readonly<Record<string, string>>;
}

export type StoredEvent = CallEvent | ProviderNote | (CallClosed & { readonly atMs: number });

export interface CallEventRow {
  readonly seq: number;
  readonly recordedAt: string;
  readonly event: StoredEvent;
}

export interface LoggedEvent {
  readonly callUuid: string;
  readonly event: StoredEvent;
  readonly recordedAt: string;
}

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

export function createCallStore(database: Database, { owner, leaseUntil }: CallStoreOptions): CallStore {
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
    append: (events, again = false) => system.tx((queries) => append(queries, tables, events, { owner, again })),
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
        if (taken > 0 && closed !== undefined) await append(queries.system, tables, [closed], { owner, again: false });
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

async function append(
  queries: Queries,
  tables: Tables,
  events: readonly LoggedEvent[],
  { owner, again }: { readonly owner: string; readonly again: boolean },
): Promise<{ unknown: number; fenced: number }> {
  let unknown = 0;
  let fenced = 0;
  for (const [callUuid, told] of groupByCall(events)) {
    const row = (await queries.select().from(tables.calls).where(eq(tables.calls.uuid, callUuid)))[0];
    // What a provider says may reach any process; what a stream says, its own only.
    const own = row?.leaseOwner === owner ? told : told.filter(({ event }) => event.type === 'callback');
    if (row === undefined) unknown += told.length;
    else fenced += told.length - own.length;
    if (row === undefined) continue;
    const tenant = bind(queries, row.organisationId);
    const missing = again ? await notStored(tenant, tables, own) : own;
    if (missing.length > 0) await appendToCall(tenant, tables, row, missing);
  }
  return { unknown, fenced };
}

async function notStored(
  queries: TenantQueries,
  { callEvents }: Tables,
  events: readonly LoggedEvent[],
): Promise<readonly LoggedEvent[]> {
  const [first] = events;
  if (first === undefined) return [];
  const since = and(eq(callEvents.callUuid, first.callUuid), gte(callEvents.recordedAt, first.recordedAt));
  const keyOf = (recordedAt: string, event: unknown): string => `${recordedAt} ${JSON.stringify(event)}`;
  const stored = new Set((await queries.select(callEvents, since)).map((row) => keyOf(row.recordedAt, row.body)));
  return events.filter(({ recordedAt, event }) => !stored.has(keyOf(recordedAt, event)));
}

/** Node 20 has no Map.groupBy. */
function groupByCall(events: readonly LoggedEvent[]): Map<string, LoggedEvent[]> {
  const groups = new Map<string, LoggedEvent[]>();
  for (const event of events) {
    const group = groups.get(event.callUuid);
    if (group === undefined) groups.set(event.callUuid, [event]);
    else group.push(event);
  }
  return groups;
}

async function appendToCall(
  queries: TenantQueries,
  tables: Tables,
  row: CallRow,
  events: readonly LoggedEvent[],
): Promise<void> {
  const { calls, callEvents } = tables;
  const last = await queries.select(callEvents, eq(callEvents.callUuid, row.uuid), {
    orderBy: [desc(callEvents.seq)],
    limit: 1,
  });
  const first = (last[0]?.seq ?? 0) + 1;
  const rows = events.map(({ event, recordedAt }, index) => ({
    callUuid: row.uuid,
    seq: first + index,
    type: event.type,
    atMs: event.atMs,
    body: event,
    recordedAt,
  }));
  await queries.insert(callEvents, rows);

  const before: CallState = row;
  const state = events.reduce<CallState>(
    (now, { event }) => (event.type === 'callback' ? now : nextState(now, event)),
    before,
  );
  const turns = row.turns + events.filter(({ event }) => event.type === 'turn').length;
  if (state === before && turns === row.turns) return;
  const { status, outcome, endReason, startedAt, endedAt, durationMs, answeredBy, answeredConfidence } = state;
  const now = { status, outcome, endReason, startedAt, endedAt, durationMs, answeredBy, answeredConfidence, turns };
  const median =
    isOver(status) && turns > 0 ? { medianLatencyMs: await medianLatency(queries, callEvents, row.uuid) } : {};
  await queries.update(calls, { ...now, ...median }, eq(calls.uuid, row.uuid));
}

async function medianLatency(
  queries: TenantQueries,
  callEvents: Tables['callEvents'],
  callUuid: string,
): Promise<number | null> {
  const where = and(eq(callEvents.callUuid, callUuid), eq(callEvents.type, 'turn'));
  const rows = await queries.select(callEvents, where);
  const totals = rows.flatMap(({ body }) => {
    const event = body as StoredEvent;
    return event.type === 'turn' ? [event.latency.total] : [];
  });
  return quantile(
    totals.sort((a, b) => a - b),
    0.5,
  );
}
