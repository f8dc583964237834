import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import {
  allSettled,
  bind,
  type OrganisationId,
  type Queries,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { quantile } from '../call-stats/index.ts';
import { type CallNews, type CallStory, newsOf } from './call-news.ts';
import { callOverOf, type OnCallsOver, type OnSpoken, type SpokenCall } from './call-over.ts';
import { transcriptOf } from './call-record.ts';
import {
  type CallEventRow,
  type CallRow,
  callColumns,
  type LoggedEvent,
  type RecordingNote,
  type StoredEvent,
} from './call-rows.ts';
import { type CallState, isOver, nextState } from './call-state.ts';
import type { RedactEvents } from './event-redaction.ts';
import { isGivenUp, isGivingUp, reopened } from './given-up-calls-store.ts';

export type Announce = (
  queries: TenantQueries,
  organisationId: OrganisationId,
  news: readonly CallNews[],
) => Promise<void>;

/** SQLite accepts at most 32,766 parameters. */
const addedAtOnce = 500;
/** Everything that was said in so many calls is in memory at once. Many end together when a server stops. */
const movedAtOnce = 32;

export interface AppendOptions {
  /** Id of this process as the owner of its calls. */
  readonly owner: string;
  /** Expiry of a lease that starts now. */
  readonly leaseUntil: string;
  /** Returns whether the stream of a call is open in this process. */
  readonly carries: (callUuid: string) => boolean;
  readonly again: boolean;
  readonly announce: Announce;
  readonly onOver: OnCallsOver;
  readonly onSpoken: OnSpoken;
  readonly redact: RedactEvents;
}

/**
 * Appends events, updates the calls' states and announces the changes, in the caller's transaction. Locks the rows of
 * the calls, so it is correct without serialisable isolation; in order of uuid, to prevent deadlocks.
 */
export async function append(
  queries: Queries,
  tables: Tables,
  events: readonly LoggedEvent[],
  options: AppendOptions,
): Promise<{ unknown: number; fenced: number }> {
  const { owner, again, redact } = options;
  const { calls } = tables;
  const byCall = groupBy(events, ({ callUuid }) => callUuid);
  const these = inArray(calls.uuid, [...byCall.keys()]);
  const rows: CallRow[] = await queries.locked(
    queries.select(callColumns(tables)).from(calls).where(these).orderBy(asc(calls.uuid)),
  );
  const isStored = again ? await storedAmong(queries, tables, events) : () => false;
  const batches: EventBatch[] = [];
  let redactedCount = 0;
  let fenced = 0;
  for (const row of rows) {
    const logged = byCall.get(row.uuid) as LoggedEvent[];
    const tenantQueries = bind(queries, row.organisationId);
    // Any process may receive provider callbacks; only the owner receives stream events.
    const isForeign = row.leaseOwner !== owner && logged.some(({ event }) => event.type !== 'callback');
    // The process with the stream was taken for dead, or replays what an earlier one could not write.
    const wasGivenUp = isForeign && isOver(row.status) && (await isGivenUp(tenantQueries, tables, row));
    const ours = isForeign && !wasGivenUp ? logged.filter(({ event }) => event.type === 'callback') : logged;
    const redactedEvents = await redact(tenantQueries, ours);
    redactedCount += logged.length;
    fenced += logged.length - redactedEvents.length;
    const missing = redactedEvents.filter((logged) => !isStored(logged));
    if (missing.length > 0) batches.push({ row, events: missing, wasGivenUp });
  }
  await keep(queries, tables, batches);
  for (let from = 0; from < batches.length; from += movedAtOnce)
    await moveAll(queries, tables, batches.slice(from, from + movedAtOnce), options);
  return { unknown: events.length - redactedCount, fenced };
}

/** Updates the states of these calls, and announces what has changed. */
async function moveAll(
  queries: Queries,
  tables: Tables,
  batches: readonly EventBatch[],
  options: AppendOptions,
): Promise<void> {
  const moves = batches.map((batch) => (batch.wasGivenUp ? correctionOf(batch, options) : moveOf(batch)));
  const published = moves.filter(({ hasStory }) => hasStory).map(({ row }) => row.uuid);
  const stories = await storiesOf(queries, tables, published);
  const moved = moves.map((move) => movedBy(move, stories.get(move.row.uuid)));
  await allSettled(
    moved.flatMap(({ row, set }) =>
      set === undefined
        ? []
        : [bind(queries, row.organisationId).update(tables.calls, set, eq(tables.calls.uuid, row.uuid))],
    ),
  );
  // Subscribers lock rows: in one order, fewer transactions wait for each other. Those that do are tried again.
  const byOrganisation = [...groupBy(moved, ({ row }) => row.organisationId)].sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [organisation, calls] of byOrganisation)
    await publish(bind(queries, organisation), organisation, calls, options);
}

/** Subscribers count several calls in one row (a contact, a campaign, a day of an agent). */
async function publish(
  queries: TenantQueries,
  organisation: OrganisationId,
  moved: readonly Moved[],
  { announce, onOver, onSpoken }: AppendOptions,
): Promise<void> {
  const spoken = moved.flatMap((each) => each.spoken ?? []);
  if (spoken.length > 0) await onSpoken(queries, organisation, spoken);
  const started = moved.flatMap(({ news }) => news?.started ?? []);
  if (started.length > 0) await announce(queries, organisation, started);
  const over = moved.flatMap(({ call, news }) => (news?.ended === undefined ? [] : [callOverOf(call, news.ended)]));
  if (over.length > 0) await onOver(queries, organisation, over);
}

/** Events of a call, with its state before them. */
interface EventBatch {
  readonly row: CallRow;
  readonly events: readonly LoggedEvent[];
  /** Whether another process closed the call, although its stream was open in this one. */
  readonly wasGivenUp: boolean;
}

/** Inserts the events of all calls at once: most calls receive one event. */
async function keep(queries: Queries, { callEvents }: Tables, batches: readonly EventBatch[]): Promise<void> {
  if (batches.length === 0) return;
  const { callUuid } = callEvents;
  const these = inArray(
    callUuid,
    batches.map(({ row }) => row.uuid),
  );
  const last = sql<number>`max(${callEvents.seq})`.mapWith(Number);
  const lasts = await queries.select({ callUuid, last }).from(callEvents).where(these).groupBy(callUuid);
  const lastOf = new Map(lasts.map((row) => [row.callUuid, row.last]));
  const rows = batches.flatMap(({ row: { uuid, organisationId }, events }) =>
    events.map(({ event, recordedAt }, index) => ({
      organisationId,
      callUuid: uuid,
      seq: (lastOf.get(uuid) ?? 0) + 1 + index,
      type: event.type,
      atMs: event.atMs,
      body: event,
      recordedAt,
    })),
  );
  await queries.insert(callEvents).values(rows);
}

/**
 * Adds what is found out about a call after its end, in the caller's transaction, without changing its outcome. Returns
 * false and adds nothing if `note` is stored already.
 */
export async function addAfterwards(
  queries: Queries,
  tables: Tables,
  call: Pick<CallRow, 'uuid' | 'organisationId'>,
  { note, events, recordedAt, onSpoken, redact }: Afterwards,
): Promise<boolean> {
  const { calls, callEvents } = tables;
  const where = eq(calls.uuid, call.uuid);
  // Takes the same lock as `append`.
  const [row] = await queries.locked(queries.select(callColumns(tables)).from(calls).where(where));
  if (row === undefined) return false;
  const notes = and(eq(callEvents.callUuid, call.uuid), eq(callEvents.type, 'recording'));
  const stored = note === undefined ? [] : await bind(queries, call.organisationId).select(callEvents, notes);
  if (stored.some(({ body }) => (body as RecordingNote).id === note?.id)) return false;
  const all = [...(note === undefined ? [] : [note]), ...events];
  for (let from = 0; from < all.length; from += addedAtOnce) {
    const some = all.slice(from, from + addedAtOnce).map((event) => ({ callUuid: row.uuid, event, recordedAt }));
    await keep(queries, tables, [
      { row, events: await redact(bind(queries, row.organisationId), some), wasGivenUp: false },
    ]);
  }
  if (isOver(row.status) && events.some(({ type }) => type === 'line')) {
    const tenantQueries = bind(queries, row.organisationId);
    const { transcript = [] } = (await storiesOf(queries, tables, [row.uuid])).get(row.uuid) ?? {};
    await onSpoken(tenantQueries, row.organisationId, [{ call: row, transcript }]);
  }
  return true;
}

interface Afterwards {
  readonly note?: RecordingNote;
  readonly events: readonly StoredEvent[];
  readonly recordedAt: string;
  readonly onSpoken: OnSpoken;
  readonly redact: RedactEvents;
}

/** Returns a check of whether an event was stored by an earlier attempt. Time and content identify an event of a call. */
async function storedAmong(
  queries: Queries,
  { callEvents }: Tables,
  events: readonly LoggedEvent[],
): Promise<(logged: LoggedEvent) => boolean> {
  const { callUuid, recordedAt, body } = callEvents;
  const keyOf = (uuid: string, at: string, event: unknown): string => `${uuid} ${at} ${JSON.stringify(event)}`;
  const uuids = [...new Set(events.map((logged) => logged.callUuid))];
  const [first = ''] = events.map((logged) => logged.recordedAt).sort();
  const since = and(inArray(callUuid, uuids), gte(recordedAt, first));
  const rows = await queries.select({ callUuid, recordedAt, body }).from(callEvents).where(since);
  const stored = new Set(rows.map((row) => keyOf(row.callUuid, row.recordedAt, row.body)));
  return (logged) => stored.has(keyOf(logged.callUuid, logged.recordedAt, logged.event));
}

/** Node 20 has no Map.groupBy. */
function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** Returns the state of a call after these events. */
function stateAfter(call: CallRow, events: readonly LoggedEvent[]): { state: CallState; turns: number } {
  const state = events.reduce<CallState>(
    (now, { event }) => (event.type === 'callback' || event.type === 'recording' ? now : nextState(now, event)),
    call,
  );
  return { state, turns: call.turns + events.filter(({ event }) => event.type === 'turn').length };
}

const columnsOf = (state: CallState, turns: number) => {
  const { status, outcome, endReason, startedAt, endedAt, durationMs } = state;
  const { answeredBy, answeredConfidence, firstAnsweredBy = null } = state;
  const answered = { answeredBy, answeredConfidence, firstAnsweredBy };
  return { status, outcome, endReason, startedAt, endedAt, durationMs, ...answered, turns };
};

/** What new events change in a call, before its story is read. */
interface Move {
  readonly row: CallRow;
  /** Columns to change, besides the median of its latencies. */
  readonly set: Partial<CallRow> | undefined;
  readonly turns: number;
  /** Whether its story is read: it is over, or its words are published. */
  readonly hasStory: boolean;
  /** Whether its words are published. */
  readonly isSpoken: boolean;
  /** Whether its start and end are announced. The second end of a call that was closed as lost is not. */
  readonly isNews: (story: CallStory) => boolean;
}

/** A call that has gone on, and what is to be published about it. */
interface Moved extends Pick<Move, 'row' | 'set'> {
  readonly call: CallRow;
  readonly spoken: SpokenCall | undefined;
  readonly news: ReturnType<typeof newsOf> | undefined;
}

/**
 * Corrects a call that another process closed as lost: its end becomes the real one, or it is open again while its
 * stream is. Its end has been announced already, so only its words are published again.
 */
function correctionOf({ row, events }: EventBatch, { owner, leaseUntil, carries }: AppendOptions): Move {
  const { state, turns } = stateAfter(reopened(row), events);
  const isOpen = !isOver(state.status);
  const isKept = isOpen && !carries(row.uuid);
  const now = isKept ? { turns } : columnsOf(state, turns);
  const lease = isOpen && !isKept ? { leaseOwner: owner, leaseUntil } : {};
  return { row, turns, set: { ...now, ...lease }, hasStory: true, isSpoken: !isOpen || isKept, isNews: () => false };
}

function moveOf({ row, events }: EventBatch): Move {
  const { state, turns } = stateAfter(row, events);
  const isChanged = state !== row || turns !== row.turns;
  const wasOver = isOver(row.status);
  // The recogniser may finish words after the end of the call.
  const hasLateWords = wasOver && events.some(({ event }) => event.type === 'line');
  const hasEnded = !wasOver && isOver(state.status);
  // The end of a call that was closed as lost and taken back has been announced.
  const isClosed = events.some(({ event }) => event.type === 'closed');
  return {
    row,
    turns,
    set: isChanged ? columnsOf(state, turns) : undefined,
    hasStory: hasLateWords || (isChanged && isOver(state.status)),
    isSpoken: hasLateWords || hasEnded,
    isNews: (story) => isChanged && (!hasEnded || isClosed || !story.events.some(({ event }) => isGivingUp(event))),
  };
}

const emptyStory: CallStory = { events: [], transcript: [] };

function movedBy({ row, set, turns, hasStory, isSpoken, isNews }: Move, story = emptyStory): Moved {
  const median = hasStory && turns > 0 ? { medianLatencyMs: medianLatency(story) } : {};
  const call = { ...row, ...set, ...median };
  return {
    row,
    set: set && { ...set, ...median },
    call,
    spoken: isSpoken ? { call, transcript: story.transcript } : undefined,
    news: isNews(story) ? newsOf(row, call, async () => story) : undefined,
  };
}

/** Returns what these calls have said and done so far. */
async function storiesOf(
  queries: Queries,
  { callEvents }: Tables,
  callUuids: readonly string[],
): Promise<ReadonlyMap<string, CallStory>> {
  if (callUuids.length === 0) return new Map();
  const { callUuid, seq, recordedAt, body } = callEvents;
  const rows = await queries
    .select({ callUuid, seq, recordedAt, body })
    .from(callEvents)
    .where(inArray(callUuid, [...callUuids]))
    .orderBy(asc(callUuid), asc(seq));
  const stories = new Map<string, CallStory>();
  for (const [uuid, eventRows] of groupBy(rows, (row) => row.callUuid)) {
    const events: CallEventRow[] = eventRows.map((row) => ({
      seq: row.seq,
      recordedAt: row.recordedAt,
      event: row.body as StoredEvent,
    }));
    stories.set(uuid, { events, transcript: transcriptOf(events) });
  }
  return stories;
}

function medianLatency({ events }: CallStory): number | null {
  const totals = events.flatMap(({ event }) => (event.type === 'turn' ? [event.latency.total] : []));
  return quantile(
    totals.sort((a, b) => a - b),
    0.5,
  );
}
