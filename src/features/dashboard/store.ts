import { and, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type Database, forOrganisation, type OrganisationId } from '../../data/index.ts';
import { type Sight, seenBy } from '../call-stats/index.ts';
import { inScope, type SegmentScope } from '../segments/index.ts';
import { type ConversationGroup, type Funnel, successfulOutcomes } from './stats.ts';
import type { Day, Span } from './windows.ts';

/** Whose conversations, and which of them somebody sees. */
export interface View {
  readonly organisation: OrganisationId;
  readonly sight: Sight;
  readonly scope: SegmentScope;
}

/** Conversations of one agent, or of none. */
export interface AgentGroup extends Pick<ConversationGroup, 'calls' | 'pickedUp' | 'pickedUpMs'> {
  readonly voiceAgentUuid: string | null;
  readonly agentUserUuid: string | null;
  /** The name stored with the interaction, for a deleted agent. */
  readonly agentName: string | null;
  readonly positive: number;
  readonly withSentiment: number;
}

export interface DashboardStore {
  groups(view: View, span: Span): Promise<ConversationGroup[]>;
  /** How many conversations each day has, in the order of the days. */
  countByDay(view: View, days: readonly Day[]): Promise<number[]>;
  /** How far conversations came, each count a part of the one before. */
  funnel(view: View, span: Span): Promise<Funnel>;
  /** The agents with most conversations. */
  agents(view: View, span: Span): Promise<AgentGroup[]>;
  /** By uuid, of those that are there. */
  voiceAgents(view: View, uuids: readonly string[]): Promise<ReadonlyMap<string, { number: number; name: string }>>;
  /** Names, or e-mail addresses where there are none, by uuid. */
  teammates(uuids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const mostAgents = 500;

/**
 * Calls come from `calls`, from their first moment on and without browser tests; uploaded recordings from `interactions`.
 * A call counts on the day on which it was created, a recording on the day of its call.
 */
export function createDashboardStore(database: Database): DashboardStore {
  const { tables } = database;
  const { calls, flows, interactions, users, voiceAgents } = tables;
  const isUpload = eq(interactions.source, 'upload');

  function partsOf({ organisation, sight, scope }: View) {
    const { read } = forOrganisation(database, organisation);
    const within = (column: SQLiteColumn, { from, to }: SpanOf): SQL => and(gte(column, from), lt(column, to)) as SQL;
    return {
      read,
      calls: (span: SpanOf): SQL => {
        const seen = seenBy(read, tables, calls.contactUuid, sight);
        return read.own(
          calls,
          and(ne(calls.callType, 'test'), within(calls.createdAt, span), seen, inScope(read, tables, calls, scope)),
        );
      },
      uploads: (span: SpanOf): SQL => {
        const seen = seenBy(read, tables, interactions.contactUuid, sight);
        return read.own(
          interactions,
          and(isUpload, within(interactions.calledAt, span), seen, inScope(read, tables, interactions, scope)),
        );
      },
    };
  }

  const isPickedUp = sql`CASE WHEN ${calls.outcome} IN ('connected', 'agent_answered') THEN 1 ELSE 0 END`;
  const sums = sql`count(*) AS calls, sum(picked_up) AS picked_up,
    sum(picked_up * coalesce(duration_ms, 0)) AS picked_up_ms`;

  return {
    async groups(view, span) {
      const parts = partsOf(view);
      const rows = await parts.read.system.rows<GroupRow>(sql`SELECT kind, outcome, sentiment, ${sums} FROM (
          SELECT ${calls.callType} AS kind, ${calls.outcome} AS outcome, ${calls.sentiment} AS sentiment,
            ${isPickedUp} AS picked_up, ${calls.durationMs} AS duration_ms
          FROM ${calls} WHERE ${parts.calls(span)}
          UNION ALL SELECT 'upload', ${interactions.outcome}, ${interactions.sentiment},
            ${interactions.connected}, ${interactions.durationMs}
          FROM ${interactions} WHERE ${parts.uploads(span)}
        ) AS conversations GROUP BY kind, outcome, sentiment`);
      return rows.map(({ kind, outcome, sentiment, ...row }) => ({ kind, outcome, sentiment, ...numbersOf(row) }));
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
    async funnel(view, span) {
      const parts = partsOf(view);
      const stored = sql`stored`;
      const successful = sql.join(
        successfulOutcomes.map((outcome) => sql`${outcome}`),
        sql`, `,
      );
      const [row] = await parts.read.system.rows<Record<keyof Funnel, unknown>>(sql`SELECT count(*) AS calls,
          coalesce(sum(picked_up), 0) AS picked_up,
          coalesce(sum(CASE WHEN picked_up = 1 AND outcome IS NOT NULL THEN 1 ELSE 0 END), 0) AS with_outcome,
          coalesce(sum(CASE WHEN picked_up = 1 AND outcome IN (${successful}) THEN 1 ELSE 0 END), 0) AS successful
        FROM (
          SELECT ${isPickedUp} AS picked_up, ${stored}.outcome AS outcome FROM ${calls}
          LEFT JOIN ${interactions} AS ${stored} ON ${stored}.uuid = ${calls.uuid}
            AND ${stored}.organisation_id = ${calls.organisationId}
          WHERE ${parts.calls(span)}
          UNION ALL SELECT ${interactions.connected}, ${interactions.outcome}
          FROM ${interactions} WHERE ${parts.uploads(span)}
        ) AS conversations`);
      const count = (key: keyof Funnel): number => Number(row?.[key] ?? 0);
      return {
        ...{ calls: count('calls'), picked_up: count('picked_up') },
        ...{ with_outcome: count('with_outcome'), successful: count('successful') },
      };
    },
    async agents(view, span) {
      const parts = partsOf(view);
      const stored = sql`stored`;
      const rows =
        await parts.read.system.rows<AgentRow>(sql`SELECT voice_agent, agent_user, max(agent_name) AS agent_name,
          ${sums}, sum(CASE WHEN sentiment = 'positive' THEN 1 ELSE 0 END) AS positive, count(sentiment) AS with_sentiment
        FROM (
          SELECT ${calls.agentUserUuid} AS agent_user, CASE WHEN ${calls.agentUserUuid} IS NULL
              THEN coalesce(${stored}.voice_agent_uuid, ${flows.voiceAgentUuid}) END AS voice_agent,
            ${stored}.agent_name AS agent_name, ${calls.sentiment} AS sentiment,
            ${isPickedUp} AS picked_up, ${calls.durationMs} AS duration_ms
          FROM ${calls}
          LEFT JOIN ${interactions} AS ${stored} ON ${stored}.uuid = ${calls.uuid}
            AND ${stored}.organisation_id = ${calls.organisationId}
          LEFT JOIN ${flows} ON ${flows.uuid} = ${calls.flowUuid} AND ${flows.organisationId} = ${calls.organisationId}
          WHERE ${parts.calls(span)}
          UNION ALL SELECT ${interactions.agentUserUuid}, CASE WHEN ${interactions.agentUserUuid} IS NULL
              THEN ${interactions.voiceAgentUuid} END, ${interactions.agentName}, ${interactions.sentiment},
            ${interactions.connected}, ${interactions.durationMs}
          FROM ${interactions} WHERE ${parts.uploads(span)}
        ) AS conversations
        GROUP BY voice_agent, agent_user,
          CASE WHEN voice_agent IS NULL AND agent_user IS NULL THEN agent_name END
        ORDER BY count(*) DESC, 3 LIMIT ${sql.raw(String(mostAgents))}`);
      return rows.map(({ voice_agent, agent_user, agent_name, positive, with_sentiment, ...row }) => ({
        ...{ voiceAgentUuid: voice_agent, agentUserUuid: agent_user, agentName: agent_name },
        ...{ positive: Number(positive), withSentiment: Number(with_sentiment) },
        ...numbersOf(row),
      }));
    },
    async voiceAgents({ organisation }, uuids) {
      if (uuids.length === 0) return new Map();
      const { read } = forOrganisation(database, organisation);
      const { uuid, number, name } = voiceAgents;
      const rows = await read.pick(voiceAgents, { uuid, number, name }, inArray(uuid, [...uuids]));
      return new Map(rows.map((row) => [row.uuid, row]));
    },
    async teammates(uuids) {
      if (uuids.length === 0) return new Map();
      const { uuid, name, email } = users;
      const query = database.system.read.select({ uuid, name, email }).from(users);
      const rows = await query.where(inArray(uuid, [...uuids]));
      return new Map(rows.map((user) => [user.uuid, user.name ?? user.email]));
    },
  };
}

/** Values, or expressions of the statement around it. */
type SpanOf = { readonly from: string | SQL; readonly to: string | SQL };

type Sums = { readonly calls: unknown; readonly picked_up: unknown; readonly picked_up_ms: unknown };
type GroupRow = Sums & Pick<ConversationGroup, 'kind' | 'outcome' | 'sentiment'>;
type AgentRow = Sums & {
  readonly voice_agent: string | null;
  readonly agent_user: string | null;
  readonly agent_name: string | null;
  readonly positive: unknown;
  readonly with_sentiment: unknown;
};

/** Sums of PostgreSQL come as text. */
const numbersOf = ({ calls, picked_up, picked_up_ms }: Sums) => ({
  calls: Number(calls),
  pickedUp: Number(picked_up),
  pickedUpMs: Number(picked_up_ms),
});
