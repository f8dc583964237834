import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { type Database, forOrganisation } from '../../../data/index.ts';
import { createCostSql } from '../costs/index.ts';
import { type Day, successfulOutcomes } from '../dashboard/index.ts';
import { createConditions, type InteractionFilter, type View } from '../interactions/index.ts';
import type { Measure, Split } from './schema.ts';

export interface Group {
  /** What selects the calls of the group: the value of the split, or the beginning of a day or hour. */
  readonly key: string | null;
  readonly name: string | null;
  readonly calls: number;
  /** Calls that have what is measured. */
  readonly counted: number;
  readonly value: number | null;
  /** Whether the costs of some calls are higher. */
  readonly isAtLeast: boolean;
}

export interface Grouping {
  readonly measure: Measure;
  readonly split: Split;
  /** For the split by time. */
  readonly points: readonly Day[];
}

export interface FigureStore {
  /** Returns the calls of a filter in groups, the largest first, at most 100. One group without a split. */
  groups(view: View, filter: InteractionFilter, grouping: Grouping): Promise<Group[]>;
}

const mostGroups = 100;
/** Decimals of a value. The mean cost of short calls is far below a cent. */
const decimals = 4;
const decimalsOfCosts = 10;

export function createFigureStore(database: Database): FigureStore {
  const { calls, flows, interactions } = database.tables;
  const { visible, whereOf } = createConditions(database);
  const costSql = createCostSql(database);

  const share = (isOf: SQL, among: SQL): SQL =>
    sql`avg(CASE WHEN ${among} THEN CASE WHEN ${isOf} THEN 1.0 ELSE 0.0 END END)`;
  const successful = sql.join(
    successfulOutcomes.map((outcome) => sql`${outcome}`),
    sql`, `,
  );
  const isConnected = eq(interactions.connected, true);
  const measures: Readonly<Record<Measure, SQL>> = {
    calls: sql`count(*)`,
    minutes: sql`coalesce(sum(${interactions.durationMs}), 0) / 60000.0`,
    length: sql`avg(${interactions.durationMs}) / 1000.0`,
    score: sql`avg(${interactions.score})`,
    latency: sql`avg(${calls.medianLatencyMs})`,
    cost: sql`sum(costs.amount)`,
    cost_per_call: sql`avg(costs.amount)`,
    connected: share(isConnected, sql`1 = 1`),
    successful: share(
      sql`${interactions.outcome} IN (${successful})`,
      sql`${isConnected} AND ${interactions.outcome} IS NOT NULL`,
    ),
    positive: share(sql`${interactions.sentiment} = 'positive'`, sql`${interactions.sentiment} IS NOT NULL`),
  };
  const everyCall = sql`1`;
  /** Null for calls without what is measured. */
  const measured: Readonly<Record<Measure, SQL>> = {
    calls: everyCall,
    minutes: sql`${interactions.durationMs}`,
    length: sql`${interactions.durationMs}`,
    score: sql`${interactions.score}`,
    latency: sql`${calls.medianLatencyMs}`,
    cost: sql`costs.amount`,
    cost_per_call: sql`costs.amount`,
    connected: everyCall,
    successful: sql`CASE WHEN ${isConnected} THEN ${interactions.outcome} END`,
    positive: sql`${interactions.sentiment}`,
  };
  const none = sql`NULL`;
  const of = (column: SQL) => ({ key: column, name: column });
  const splits: Readonly<Record<Split, { readonly key: SQL; readonly name: SQL }>> = {
    none: { key: none, name: none },
    time: of(sql`points.column1`),
    agent: {
      key: sql`coalesce(${interactions.voiceAgentUuid}, ${interactions.agentUserUuid}, ${interactions.agentName})`,
      name: sql`max(${interactions.agentName})`,
    },
    campaign: { key: sql`${interactions.flowUuid}`, name: sql`max(${flows.name})` },
    outcome: of(sql`${interactions.outcome}`),
    sentiment: of(sql`${interactions.sentiment}`),
    direction: of(sql`${interactions.direction}`),
    source: of(sql`${interactions.source}`),
    end_reason: of(sql`${calls.endReason}`),
  };

  return {
    async groups({ organisation, tags }, filter, { measure, split, points }) {
      if (split === 'time' && points.length === 0) return [];
      const { read } = forOrganisation(database, organisation);
      const { key, name } = splits[split];
      const needsCosts = measure === 'cost' || measure === 'cost_per_call';
      const needsCalls = measure === 'latency' || split === 'end_reason';
      const spans = points.map(({ from, to }) => sql`(${from}, ${to})`);
      const isOwnCall = read.own(calls, eq(calls.uuid, interactions.uuid));
      const inTime = and(
        filter.from === undefined ? undefined : gte(calls.createdAt, filter.from),
        filter.before === undefined ? undefined : lt(calls.createdAt, filter.before),
      );
      const isOwnFlow = read.own(flows, eq(flows.uuid, interactions.flowUuid));
      const statement = sql`SELECT
          ${key} AS key, ${split === 'time' || split === 'none' ? none : name} AS name, count(*) AS calls,
          count(${measured[measure]}) AS counted, ${measures[measure]} AS value,
          ${needsCosts ? sql`sum(CASE WHEN costs.amount IS NOT NULL THEN costs.uncounted END)` : none} AS uncounted
        FROM ${interactions}
        ${needsCalls ? sql`LEFT JOIN ${calls} ON ${isOwnCall}` : sql``}
        ${needsCosts ? sql`LEFT JOIN (${costSql.amounts(read, inTime)}) AS costs ON costs.call_uuid = ${interactions.uuid}` : sql``}
        ${split === 'campaign' ? sql`LEFT JOIN ${flows} ON ${isOwnFlow}` : sql``}
        ${
          split === 'time'
            ? sql`JOIN (VALUES ${sql.join(spans, sql`, `)}) AS points
                ON ${interactions.calledAt} >= points.column1 AND ${interactions.calledAt} < points.column2`
            : sql``
        }
        WHERE ${read.own(interactions, sql`${whereOf(read, organisation, filter)} AND ${visible(read, tags) ?? sql`1 = 1`}`)}
        ${split === 'none' ? sql`` : sql`GROUP BY ${split === 'agent' || split === 'campaign' ? key : sql`1, 2`}`}
        ORDER BY calls DESC${split === 'none' ? sql`` : sql`, 1`} LIMIT ${sql.raw(String(mostGroups))}`;
      const rows = await database.system.slowRows<Row>(statement, organisation);
      return rows.map((row) => ({
        key: textOf(row.key),
        name: textOf(row.name),
        calls: Number(row.calls),
        counted: Number(row.counted),
        isAtLeast: Number(row.uncounted ?? 0) > 0,
        // PostgreSQL returns sums and means as text.
        value:
          row.value === null || row.value === undefined
            ? null
            : Number(Number(row.value).toFixed(needsCosts ? decimalsOfCosts : decimals)),
      }));
    },
  };
}

type Row = Readonly<Record<'key' | 'name' | 'calls' | 'counted' | 'value' | 'uncounted', unknown>>;

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));
