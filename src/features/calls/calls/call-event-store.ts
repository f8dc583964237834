import { and, asc, eq, gte, inArray, sql } from 'drizzle-orm';
import { bind, type OrganisationId, type Queries, type Tables, type TenantQueries } from '../../../data/index.ts';
import { quantile } from '../call-stats/index.ts';
import { type CallNews, type CallStory, newsOf } from './call-news.ts';
import { callOverOf, type OnCallOver, type OnSpoken } from './call-over.ts';
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

export type Announce = (queries: TenantQueries, organisationId: OrganisationId, news: CallNews) => Promise<void>;

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
  readonly onOver: OnCallOver;
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
  const byCall = groupByCall(events);
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
  const moved = await allSettledFirst(batches, (batch) => {
    const tenantQueries = bind(queries, batch.row.organisationId);
    const move = batch.wasGivenUp ? correct : moveOn;
    return move(tenantQueries, tables, batch, options);
  });
  // Subscribers to the end count calls of one contact, agent or campaign together, so they run one after another.
  for (const { call, news } of moved.filter((change) => change !== undefined)) {
    const tenantQueries = bind(queries, call.organisationId);
    if (news.started !== undefined) await options.announce(tenantQueries, call.organisationId, news.started);
    if (news.ended !== undefined)
      await options.onOver(tenantQueries, call.organisationId, callOverOf(call, news.ended));
  }
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
    const { transcript } = await storyOf(tenantQueries, tables, row.uuid);
    await onSpoken(tenantQueries, row.organisationId, { call: row, transcript });
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

/**
 * Runs `work` on all items at once, in one transaction. Rejects with the first failure once nothing is in progress: a
 * statement must not come after the end of its transaction.
 */
async function allSettledFirst<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const failures: unknown[] = [];
  const results = await Promise.all(
    items.map((item) => work(item).catch((error: unknown) => void failures.push(error))),
  );
  if (failures.length > 0) throw failures[0];
  return results as R[];
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

/**
 * Corrects a call that another process closed as lost: its end becomes the real one, or it is open again while its
 * stream is. Its end has been announced already, so only its words are published again.
 */
async function correct(
  queries: TenantQueries,
  tables: Tables,
  { row, events }: EventBatch,
  { owner, leaseUntil, carries, onSpoken }: AppendOptions,
): Promise<undefined> {
  const { calls } = tables;
  const { state, turns } = stateAfter(reopened(row), events);
  const isOpen = !isOver(state.status);
  const isKept = isOpen && !carries(row.uuid);
  const now = isKept ? { turns } : columnsOf(state, turns);
  const lease = isOpen && !isKept ? { leaseOwner: owner, leaseUntil } : {};
  const story = await storyOf(queries, tables, row.uuid);
  const median = turns > 0 ? { medianLatencyMs: medianLatency(story) } : {};
  await queries.update(calls, { ...now, ...lease, ...median }, eq(calls.uuid, row.uuid));
  if (isOpen && !isKept) return;
  await onSpoken(queries, row.organisationId, { call: { ...row, ...now, ...median }, transcript: story.transcript });
}

/** A call that has moved on, and what is to be announced about it. */
interface Moved {
  readonly call: CallRow;
  readonly news: ReturnType<typeof newsOf>;
}

/** Updates the state of a call and stores its words. Undefined if nothing is to be announced. */
async function moveOn(
  queries: TenantQueries,
  tables: Tables,
  { row, events }: EventBatch,
  { onSpoken }: Pick<AppendOptions, 'onSpoken'>,
): Promise<Moved | undefined> {
  const { calls } = tables;
  const before: CallState = row;
  const { state, turns } = stateAfter(row, events);
  // The recogniser may finish words after the end of the call.
  if (isOver(before.status) && events.some(({ event }) => event.type === 'line')) {
    const { transcript } = await storyOf(queries, tables, row.uuid);
    await onSpoken(queries, row.organisationId, { call: row, transcript });
  }
  if (state === before && turns === row.turns) return undefined;
  const { status } = state;
  const now = columnsOf(state, turns);
  const story = isOver(status) ? await storyOf(queries, tables, row.uuid) : undefined;
  const median = story !== undefined && turns > 0 ? { medianLatencyMs: medianLatency(story) } : {};
  await queries.update(calls, { ...now, ...median }, eq(calls.uuid, row.uuid));
  const call = { ...row, ...now, ...median };
  const hasEnded = !isOver(before.status) && story !== undefined;
  if (hasEnded) await onSpoken(queries, row.organisationId, { call, transcript: story.transcript });
  // The end of a call that was closed as lost and taken back has been announced.
  const isClosed = events.some(({ event }) => event.type === 'closed');
  if (hasEnded && !isClosed && story.events.some(({ event }) => isGivingUp(event))) return undefined;
  const news = newsOf(before, call, async () => story ?? (await storyOf(queries, tables, row.uuid)));
  return { call, news };
}

async function storyOf(queries: TenantQueries, { callEvents }: Tables, callUuid: string): Promise<CallStory> {
  const rows = await queries.select(callEvents, eq(callEvents.callUuid, callUuid), { orderBy: [asc(callEvents.seq)] });
  const events: CallEventRow[] = rows.map(({ seq, recordedAt, body }) => ({
    seq,
    recordedAt,
    event: body as StoredEvent,
  }));
  return { events, transcript: transcriptOf(events) };
}

function medianLatency({ events }: CallStory): number | null {
  const totals = events.flatMap(({ event }) => (event.type === 'turn' ? [event.latency.total] : []));
  return quantile(
    totals.sort((a, b) => a - b),
    0.5,
  );
}
