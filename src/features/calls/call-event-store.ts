import { and, asc, desc, eq, gte } from 'drizzle-orm';
import { bind, type OrganisationId, type Queries, type Tables, type TenantQueries } from '../../data/index.ts';
import { type CallNews, newsOf } from './call-news.ts';
import type { CallEventRow, CallRow, LoggedEvent, StoredEvent } from './call-rows.ts';
import { type CallState, isOver, nextState } from './call-state.ts';
import { quantile } from './quantile.ts';

export type Announce = (queries: TenantQueries, organisationId: OrganisationId, news: CallNews) => Promise<void>;

interface AppendOptions {
  /** This process, as the owner of its calls. */
  readonly owner: string;
  readonly again: boolean;
  readonly announce: Announce;
}

/** In the caller's transaction: appends, moves the calls on, and announces what others want to know of that. */
export async function append(
  queries: Queries,
  tables: Tables,
  events: readonly LoggedEvent[],
  { owner, again, announce }: AppendOptions,
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
    if (missing.length > 0) await appendToCall(tenant, tables, row, { events: missing, announce });
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
  { events, announce }: { readonly events: readonly LoggedEvent[] } & Pick<AppendOptions, 'announce'>,
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
  const stored = async (): Promise<CallEventRow[]> => {
    const rows = await queries.select(callEvents, eq(callEvents.callUuid, row.uuid), {
      orderBy: [asc(callEvents.seq)],
    });
    return rows.map(({ seq, recordedAt, body }) => ({ seq, recordedAt, event: body as StoredEvent }));
  };
  for (const news of newsOf(before, { ...row, ...now }, stored)) await announce(queries, row.organisationId, news);
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
