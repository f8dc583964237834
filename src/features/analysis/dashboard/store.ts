import { and, gte, inArray, isNotNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../../data/index.ts';
import { agentOf, createCounted, pickedUpOutcomes, type View } from './counted-store.ts';
import { createNameStore, type NameStore } from './name-store.ts';
import { type ConversationGroup, type Funnel, successfulOutcomes } from './stats.ts';
import type { Day, Span } from './windows.ts';

/** Conversations of one agent, or of none. */
export interface AgentGroup extends Pick<ConversationGroup, 'calls' | 'pickedUp' | 'pickedUpMs'> {
  /** Keys that select the conversations of this group. */
  readonly agentKeys: readonly string[];
  readonly voiceAgentUuid: string | null;
  readonly agentUserUuid: string | null;
  /** Name stored with the conversation, for a deleted agent. */
  readonly agentName: string | null;
  /** Without calls in which a supervisor took over; so are `neutral` and `withSentiment`. */
  readonly positive: number;
  readonly neutral: number;
  readonly withSentiment: number;
  /** Picked up, and analysed with an outcome. */
  readonly withOutcome: number;
  /** Those with an outcome in `successfulOutcomes`. */
  readonly successful: number;
}

/** Conversations of a day or an hour. */
export type Point = Pick<ConversationGroup, 'calls' | 'pickedUp' | 'pickedUpMs'>;

export interface DashboardStore extends NameStore {
  groups(view: View, span: Span): Promise<ConversationGroup[]>;
  /** Returns the number of conversations of each day, in the order of `days`. */
  countByDay(view: View, days: readonly Day[]): Promise<number[]>;
  /** Returns the conversations of each day or hour, in the order of `days`. */
  series(view: View, days: readonly Day[]): Promise<Point[]>;
  /** The funnel of conversations: each count is a subset of the previous one. */
  funnel(view: View, span: Span): Promise<Funnel>;
  /** Returns the number of conversations that were analysed without an outcome. */
  unsure(view: View, span: Span): Promise<number>;
  /** Returns the number of calls in which a supervisor took over from the agent. */
  takenOver(view: View, span: Span): Promise<number>;
  /** Returns the agents with the most conversations. */
  agents(view: View, span: Span): Promise<AgentGroup[]>;
}

const mostAgents = 500;
/** An agent has one group for each name it has had, and one for each campaign with calls in progress. */
const mostGroups = 2000;

export function createDashboardStore(database: Database): DashboardStore {
  const { tables } = database;
  const { calls, interactions, listeningSessions: sessions } = tables;
  const { partsOf, agentOfCall, agentOfUpload, ...counted } = createCounted(database);
  const names = createNameStore(database);
  const isPickedUp = sql`CASE WHEN ${counted.isPickedUp} THEN 1 ELSE 0 END`;

  const sums = (pickedUp: SQLWrapper, durationMs: SQLWrapper): SQL => sql`count(*) AS calls,
    sum(${pickedUp}) AS picked_up, sum(${pickedUp} * coalesce(${durationMs}, 0)) AS picked_up_ms`;
  const withSentiment = (sentiment: SQLWrapper): SQL =>
    sql`sum(CASE WHEN ${sentiment} = 'positive' THEN 1 ELSE 0 END) AS positive,
      sum(CASE WHEN ${sentiment} = 'neutral' THEN 1 ELSE 0 END) AS neutral, count(${sentiment}) AS with_sentiment`;
  const successful = sql.join(
    successfulOutcomes.map((outcome) => sql`${outcome}`),
    sql`, `,
  );
  const withOutcome = (pickedUp: SQLWrapper, outcome: SQLWrapper): SQL =>
    sql`sum(CASE WHEN ${pickedUp} = 1 AND ${outcome} IS NOT NULL THEN 1 ELSE 0 END) AS with_outcome,
      sum(CASE WHEN ${pickedUp} = 1 AND ${outcome} IN (${successful}) THEN 1 ELSE 0 END) AS successful`;

  type Parts = ReturnType<typeof partsOf>;

  /** Calls in which a supervisor took over from the agent. */
  function takenOverCalls({ read }: Parts, span: Span): SQL {
    // A session begins after its call.
    const isTaken = and(isNotNull(sessions.takenOverAt), gte(sessions.createdAt, span.from));
    const taken = read.system.select({ uuid: sessions.callUuid }).from(sessions);
    return inArray(calls.uuid, taken.where(read.own(sessions, isTaken)));
  }

  return {
    ...names,
    async groups(view, span) {
      const parts = partsOf(view);
      const ofCalls = parts.read.system.rows<{ key: string; calls: unknown; ms: unknown }>(sql`SELECT
          ${keyOf(calls.callType, calls.outcome, calls.conversationOutcome, calls.sentiment)} AS key,
          count(*) AS calls, sum(coalesce(${calls.durationMs}, 0)) AS ms
        FROM ${calls} WHERE ${parts.calls(span)} GROUP BY 1`);
      const ofUploads = parts.read.system.rows<KeyRow>(sql`SELECT
          ${keyOf(interactions.outcome, interactions.sentiment)} AS key,
          ${sums(interactions.connected, interactions.durationMs)}
        FROM ${interactions} WHERE ${parts.uploads(span)} GROUP BY 1`);
      return [
        // Outcome of the conversation if there is one, otherwise of the call.
        ...(await ofCalls).map(({ key, calls: count, ms }) => {
          const [kind, ofCall, ofConversation, sentiment] = valuesOf(key);
          const isAnswered = pickedUpOutcomes.some((outcome) => outcome === ofCall);
          const row = { calls: count, picked_up: isAnswered ? count : 0, picked_up_ms: isAnswered ? ms : 0 };
          return groupOf(kind, ofConversation ?? ofCall, sentiment, row);
        }),
        ...(await ofUploads).map(({ key, ...row }) => {
          const [outcome, sentiment] = valuesOf(key);
          return groupOf('upload', outcome, sentiment, row);
        }),
      ];
    },
    async countByDay(view, days) {
      const parts = partsOf(view);
      const spans = days.map(({ date, from, to }) => sql`(${date}, ${from}, ${to})`);
      const day = { from: sql`days.column2`, to: sql`days.column3` };
      const rows = await parts.read.system.rows<{ date: string; calls: number }>(sql`SELECT days.column1 AS date,
          (SELECT count(*) FROM ${calls} WHERE ${parts.calls(day)})
          + (SELECT count(*) FROM ${interactions} WHERE ${parts.uploads(day)}) AS calls
        FROM (VALUES ${sql.join(spans, sql`, `)}) AS days`);
      const counts = new Map(rows.map(({ date, calls: count }) => [date, Number(count)]));
      return days.map(({ date }) => counts.get(date) ?? 0);
    },
    async series(view, days) {
      if (days.length === 0) return [];
      const parts = partsOf(view);
      const spans = days.map(({ from, to }) => sql`(${from}, ${to})`);
      const values = sql`(VALUES ${sql.join(spans, sql`, `)}) AS days`;
      const day = { from: sql`days.column1`, to: sql`days.column2` };
      const ofCalls =
        parts.read.system.rows<SeriesRow>(sql`SELECT days.column1 AS start, ${sums(isPickedUp, calls.durationMs)}
        FROM ${values} JOIN ${calls} ON ${parts.calls(day)} GROUP BY 1`);
      const ofUploads = parts.read.system.rows<SeriesRow>(sql`SELECT days.column1 AS start,
          ${sums(interactions.connected, interactions.durationMs)}
        FROM ${values} JOIN ${interactions} ON ${parts.uploads(day)} GROUP BY 1`);
      // By their start: where clocks go back, two hours have the same local time.
      const points = new Map<string, Point>();
      for (const { start, ...row } of [...(await ofCalls), ...(await ofUploads)]) {
        const { calls: count, pickedUp, pickedUpMs } = points.get(start) ?? noCalls;
        const more = numbersOf(row);
        points.set(start, {
          calls: count + more.calls,
          pickedUp: pickedUp + more.pickedUp,
          pickedUpMs: pickedUpMs + more.pickedUpMs,
        });
      }
      return days.map(({ from }) => points.get(from) ?? noCalls);
    },
    async funnel(view, span) {
      const parts = partsOf(view);
      const [row] = await parts.read.system.rows<Record<keyof Funnel, unknown>>(sql`SELECT count(*) AS calls,
          coalesce(sum(picked_up), 0) AS picked_up,
          coalesce(sum(CASE WHEN picked_up = 1 AND outcome IS NOT NULL THEN 1 ELSE 0 END), 0) AS with_outcome,
          coalesce(sum(CASE WHEN picked_up = 1 AND outcome IN (${successful}) THEN 1 ELSE 0 END), 0) AS successful
        FROM (
          SELECT ${isPickedUp} AS picked_up, ${calls.conversationOutcome} AS outcome FROM ${calls}
          WHERE ${parts.calls(span)}
          UNION ALL SELECT ${interactions.connected}, ${interactions.outcome}
          FROM ${interactions} WHERE ${parts.uploads(span)}
        ) AS conversations`);
      const count = (key: keyof Funnel): number => Number(row?.[key] ?? 0);
      return {
        calls: count('calls'),
        picked_up: count('picked_up'),
        with_outcome: count('with_outcome'),
        successful: count('successful'),
      };
    },
    async unsure(view, span) {
      const parts = partsOf(view);
      const [row] = await parts.read.system.rows<{ calls: unknown }>(sql`SELECT
        (SELECT count(*) FROM ${calls} WHERE ${parts.calls(span, { stage: 'unsure' })})
        + (SELECT count(*) FROM ${interactions} WHERE ${parts.uploads(span, { stage: 'unsure' })}) AS calls`);
      return Number(row?.calls ?? 0);
    },
    async takenOver(view, span) {
      const parts = partsOf(view);
      const [row] = await parts.read.system.rows<{ calls: unknown }>(sql`SELECT count(*) AS calls FROM ${calls}
        WHERE ${and(parts.calls(span), takenOverCalls(parts, span))}`);
      return Number(row?.calls ?? 0);
    },
    async agents(view, span) {
      const parts = partsOf(view);
      const most = sql.raw(String(mostGroups));
      // How such a call went is not the agent's merit or fault.
      const ownSentiment = sql`CASE WHEN ${takenOverCalls(parts, span)} THEN NULL ELSE ${calls.sentiment} END`;
      const ofCalls = parts.read.system.rows<AgentRow>(sql`SELECT ${agentOfCall} AS key,
          ${sums(isPickedUp, calls.durationMs)}, ${withSentiment(ownSentiment)},
          ${withOutcome(isPickedUp, calls.conversationOutcome)}
        FROM ${calls} WHERE ${parts.calls(span)} GROUP BY 1 ORDER BY 2 DESC LIMIT ${most}`);
      const ofUploads = parts.read.system.rows<AgentRow>(sql`SELECT ${agentOfUpload} AS key,
          ${sums(interactions.connected, interactions.durationMs)}, ${withSentiment(interactions.sentiment)},
          ${withOutcome(interactions.connected, interactions.outcome)}
        FROM ${interactions} WHERE ${parts.uploads(span)} GROUP BY 1 ORDER BY 2 DESC LIMIT ${most}`);
      const rows = [...(await ofCalls), ...(await ofUploads)].map(({ key, ...row }) => ({
        ...agentOf(key),
        agentKeys: [key],
        positive: Number(row.positive),
        neutral: Number(row.neutral),
        withSentiment: Number(row.with_sentiment),
        withOutcome: Number(row.with_outcome),
        successful: Number(row.successful),
        ...numbersOf(row),
      }));
      const agentOfFlow = await names.flowAgents(
        view,
        rows.flatMap(({ flowUuid }) => flowUuid ?? []),
      );
      const named = rows.map(({ flowUuid, ...row }) =>
        flowUuid === undefined ? row : { ...row, voiceAgentUuid: agentOfFlow.get(flowUuid) ?? null },
      );
      return mergedAgents(named).slice(0, mostAgents);
    },
  };
}

const noCalls: Point = { calls: 0, pickedUp: 0, pickedUpMs: 0 };

type Sums = { readonly calls: unknown; readonly picked_up: unknown; readonly picked_up_ms: unknown };
type SeriesRow = Sums & { readonly start: string };
type KeyRow = Sums & { readonly key: string };
/** `key` has the format that the triggers on interactions write. */
type AgentRow = KeyRow & {
  readonly positive: unknown;
  readonly neutral: unknown;
  readonly with_sentiment: unknown;
  readonly with_outcome: unknown;
  readonly successful: unknown;
};

/** Concatenated columns: SQLite groups by one text twice as fast as by several columns. */
const keyOf = (...columns: readonly SQLWrapper[]): SQL =>
  sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || '${sql.raw(separator)}' || `,
  );
const separator = '\u001f';
const valuesOf = (key: string): (string | null)[] => key.split(separator).map((value) => value || null);

const groupOf = (...[kind, outcome, sentiment, row]: GroupParts): ConversationGroup => ({
  kind: kind as ConversationGroup['kind'],
  outcome: outcome ?? null,
  sentiment: (sentiment ?? null) as ConversationGroup['sentiment'],
  ...numbersOf(row),
});
type Value = string | null | undefined;
type GroupParts = readonly [kind: Value, outcome: Value, sentiment: Value, row: Sums];

type AgentSums = Omit<AgentGroup, 'agentKeys' | 'voiceAgentUuid' | 'agentUserUuid' | 'agentName'>;

/** Merges the groups of each agent across its names; the name of the largest group is kept. Largest first. */
function mergedAgents(groups: readonly AgentGroup[]): AgentGroup[] {
  const merged = new Map<string, AgentGroup>();
  for (const group of groups) {
    const { voiceAgentUuid, agentUserUuid, agentName } = group;
    const key = JSON.stringify(agentUserUuid ?? voiceAgentUuid ?? [agentName]);
    const was = merged.get(key);
    const sum = (of: keyof AgentSums) => (was?.[of] ?? 0) + group[of];
    merged.set(key, {
      voiceAgentUuid,
      agentUserUuid,
      agentName: was?.agentName ?? agentName,
      agentKeys: [...(was?.agentKeys ?? []), ...group.agentKeys],
      calls: sum('calls'),
      pickedUp: sum('pickedUp'),
      pickedUpMs: sum('pickedUpMs'),
      positive: sum('positive'),
      neutral: sum('neutral'),
      withSentiment: sum('withSentiment'),
      withOutcome: sum('withOutcome'),
      successful: sum('successful'),
    });
  }
  return [...merged.values()].sort((a, b) => b.calls - a.calls);
}

/** PostgreSQL returns sums as text. */
const numbersOf = ({ calls, picked_up, picked_up_ms }: Sums) => ({
  calls: Number(calls),
  pickedUp: Number(picked_up),
  pickedUpMs: Number(picked_up_ms),
});
