import { and, asc, desc, eq, gte, type InferSelectModel, inArray, lt, type SQL } from 'drizzle-orm';
import type { CallEvent, DialectName } from '../../../media/ports.ts';
import { callEvents, calls } from '../../data/tables.ts';
import type { TenantDatabase, TenantQueries } from '../../data/tenant.ts';
import { type CallClosed, type CallOutcome, nextState, openStatuses } from './call-state.ts';

export type CallRow = InferSelectModel<typeof calls>;

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
  readonly statuses?: readonly CallRow['status'][] | undefined;
}

export interface CallStore {
  get(uuid: string): Promise<CallRow | undefined>;
  list(filter: CallFilter, page: { limit: number; offset: number }): Promise<{ rows: CallRow[]; total: number }>;
  events(callUuid: string): Promise<CallEventRow[]>;
  /** The call the provider already told us of, or this new one. */
  findOrAdd(call: NewCall): Promise<{ call: CallRow; added: boolean }>;
  findByProvider(dialect: DialectName, providerCallId: string): Promise<CallRow | undefined>;
  /** Appends, and moves the calls on, in one transaction. Events of unknown calls are left out and counted. */
  append(events: readonly LoggedEvent[]): Promise<{ unknown: number }>;
  /** Keeps the reason a person gave; false when the call is over. */
  requestEnd(callUuid: string, reason: string): Promise<boolean>;
  /** Calls that are not over. */
  open(): Promise<CallRow[]>;
}

const newState = { outcome: null, endReason: null, startedAt: null, endedAt: null, durationMs: null };

export function createCallStore(database: TenantDatabase): CallStore {
  const open = inArray(calls.status, [...openStatuses]);
  const byProvider = (dialect: DialectName, id: string): SQL =>
    and(eq(calls.dialect, dialect), eq(calls.providerCallId, id)) as SQL;

  return {
    async get(uuid) {
      return (await database.read.select(calls, eq(calls.uuid, uuid)))[0];
    },
    async list(filter, page) {
      const where = whereOf(filter);
      const orderBy = [desc(calls.createdAt), asc(calls.uuid)];
      const rows = await database.read.select(calls, where, { ...page, orderBy });
      return { rows, total: await database.read.count(calls, where) };
    },
    async events(callUuid) {
      const where = eq(callEvents.callUuid, callUuid);
      const rows = await database.read.select(callEvents, where, { orderBy: [asc(callEvents.seq)] });
      return rows.map((row) => ({ seq: row.seq, recordedAt: row.recordedAt, event: row.body as StoredEvent }));
    },
    findOrAdd: (call) =>
      database.tx(async (queries) => {
        const id = call.providerCallId;
        const known = id === null ? [] : await queries.select(calls, byProvider(call.dialect, id));
        if (known[0] !== undefined) return { call: known[0], added: false };
        const row = { ...call, ...newState };
        await queries.insert(calls, [row]);
        return { call: { ...row, organisationId: database.organisationId }, added: true };
      }),
    async findByProvider(dialect, id) {
      return (await database.read.select(calls, byProvider(dialect, id)))[0];
    },
    append: (events) => database.tx((queries) => append(queries, events)),
    requestEnd: (callUuid, reason) =>
      database.tx(async (queries) => {
        const changed = await queries.update(calls, { endReason: reason }, and(eq(calls.uuid, callUuid), open) as SQL);
        return changed > 0;
      }),
    open: () => database.read.select(calls, open, { orderBy: [asc(calls.createdAt)] }),
  };
}

function whereOf(filter: CallFilter): SQL | undefined {
  return and(
    filter.flowUuid === undefined ? undefined : eq(calls.flowUuid, filter.flowUuid),
    filter.outcome === undefined ? undefined : eq(calls.outcome, filter.outcome),
    filter.from === undefined ? undefined : gte(calls.createdAt, filter.from),
    filter.before === undefined ? undefined : lt(calls.createdAt, filter.before),
    filter.statuses === undefined ? undefined : inArray(calls.status, [...filter.statuses]),
  );
}

async function append(queries: TenantQueries, events: readonly LoggedEvent[]): Promise<{ unknown: number }> {
  let unknown = 0;
  for (const [callUuid, own] of groupByCall(events)) {
    const row = (await queries.select(calls, eq(calls.uuid, callUuid)))[0];
    if (row === undefined) unknown += own.length;
    else await appendToCall(queries, row, own);
  }
  return { unknown };
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

async function appendToCall(queries: TenantQueries, row: CallRow, events: readonly LoggedEvent[]): Promise<void> {
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

  let state = {
    status: row.status,
    outcome: row.outcome,
    endReason: row.endReason,
    startedAt: row.startedAt,
    endedAt: row.endedAt,
    durationMs: row.durationMs,
  };
  const before = state;
  for (const { event } of events) {
    if (event.type !== 'callback') state = nextState(state, event);
  }
  if (state !== before) await queries.update(calls, state, eq(calls.uuid, row.uuid));
}
