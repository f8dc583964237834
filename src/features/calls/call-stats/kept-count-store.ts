import { and, eq, gte, lt, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { CallFilter, Sight } from './call-filter.ts';
import type { CallGroup } from './call-stats.ts';
import { splitSpan, type TimeSpan } from './time-span.ts';

/**
 * Filters that kept counts support: by flow, outcome, sentiment and day, without browser tests. Other filters, and
 * restricted viewers, count rows.
 */
type KeptFilter = Omit<CallFilter, 'contactUuid' | 'agentUuid' | 'callType' | 'search' | 'withTests'> & {
  readonly contactUuid?: undefined;
  readonly agentUuid?: undefined;
  readonly callType?: undefined;
  readonly search?: undefined;
  readonly withTests?: false | undefined;
};

export const isKept = (filter: CallFilter, sight: Sight): filter is KeptFilter =>
  filter.contactUuid === undefined &&
  filter.agentUuid === undefined &&
  filter.callType === undefined &&
  filter.search === undefined &&
  filter.withTests !== true &&
  sight === undefined;

/**
 * Exact counts. One statement adds up the monthly and daily sums, the changes not yet folded into them, and the single
 * calls of days that a filter covers in part; the result is therefore consistent.
 */
export interface KeptCounts {
  total(organisation: OrganisationId, filter: KeptFilter): Promise<number>;
  groups(organisation: OrganisationId, filter: KeptFilter): Promise<CallGroup[]>;
  /** Returns the same position in the list, newest first, with a smaller offset: at most the calls of one day. */
  nearer(
    organisation: OrganisationId,
    filter: KeptFilter,
    offset: number,
  ): Promise<{ readonly before?: string | undefined; readonly offset: number }>;
}

export function createKeptCounts(database: Database): KeptCounts {
  const { tables } = database;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation).read;

  return {
    async total(organisation, filter) {
      const { own, system } = of(organisation);
      const parts = partsOf(tables, own, filter);
      const [row] = await system.rows<{ calls: number | null }>(sql`SELECT sum(calls) AS calls FROM ${parts}`);
      return Number(row?.calls ?? 0);
    },
    async groups(organisation, filter) {
      const { own, system } = of(organisation);
      const rows = await system.rows<{ outcome: string; sentiment: string; calls: number; duration: number }>(
        sql`SELECT outcome, sentiment, sum(calls) AS calls, sum(duration_ms) AS duration
          FROM ${partsOf(tables, own, filter)} GROUP BY outcome, sentiment HAVING sum(calls) > 0`,
      );
      return rows.map(({ outcome, sentiment, calls, duration }) => ({
        outcome: (outcome || null) as CallGroup['outcome'],
        sentiment: (sentiment || null) as CallGroup['sentiment'],
        calls: Number(calls),
        durationMs: Number(duration),
      }));
    },
    async nearer(organisation, filter, offset) {
      const { own, system } = of(organisation);
      const [row] = await system.rows<{ day: string; newer: number }>(
        sql`SELECT day, newer FROM (
            SELECT day, sum(sum(calls)) OVER (ORDER BY day DESC) AS newer
            FROM ${partsOf(tables, own, filter, 'day')} GROUP BY day
          ) AS days WHERE newer <= ${offset} ORDER BY newer DESC, day LIMIT 1`,
      );
      return row === undefined ? { offset } : { before: row.day, offset: offset - Number(row.newer) };
    },
  };
}

/** Returns a table of sums that covers each call of the filter exactly once. */
function partsOf(
  tables: Tables,
  own: TenantQueries['own'],
  filter: KeptFilter,
  coarsest: 'day' | 'month' = 'month',
): SQL {
  const { calls, callCounts: kept, callCountChanges: changes } = tables;
  const { flowUuid, outcome, sentiment } = filter;
  const matching = (table: Asked): SQL | undefined =>
    and(
      flowUuid === undefined ? undefined : eq(table.flowUuid, flowUuid),
      outcome === undefined ? undefined : eq(table.outcome, outcome),
      sentiment === undefined ? undefined : eq(table.sentiment, sentiment),
    );
  const ofGrain = (grain: 'day' | 'month', span: TimeSpan): SQL => {
    const grained = eq(kept.grain, flowUuid === undefined ? grain : `flow_${grain}`);
    return part(
      kept,
      { ...kept, day: kept.period },
      own(kept, and(grained, within(kept.period, span), matching(kept))),
    );
  };
  const ofDays = (days: TimeSpan): SQL[] => {
    const { whole, ends } = coarsest === 'day' ? { whole: undefined, ends: [days] } : splitSpan(days, 'month');
    return [
      ...(whole === undefined ? [] : [ofGrain('month', whole)]),
      ...ends.map((span) => ofGrain('day', span)),
      part(changes, changes, own(changes, and(within(changes.day, days), matching(changes)))),
    ];
  };
  const single = {
    outcome: sql`coalesce(${calls.outcome}, '')`,
    sentiment: sql`coalesce(${calls.sentiment}, '')`,
    day: sql`substr(${calls.createdAt}, 1, 10)`,
    calls: sql`1`,
    durationMs: sql`coalesce(${calls.durationMs}, 0)`,
  };
  const { whole: days, ends: moments } = splitSpan(filter, 'day');
  const parts = [
    ...(days === undefined ? [] : ofDays(days)),
    ...moments.map((span) =>
      part(calls, single, own(calls, and(ne(calls.callType, 'test'), within(calls.createdAt, span), matching(calls)))),
    ),
  ];
  return sql`(${sql.join(parts, sql` UNION ALL `)}) AS parts`;
}

type Asked = Readonly<Record<'flowUuid' | 'outcome' | 'sentiment', SQLiteColumn>>;

type Sums = Readonly<Record<'outcome' | 'sentiment' | 'day' | 'calls' | 'durationMs', SQLWrapper>>;

const part = (table: SQLWrapper, { outcome, sentiment, day, calls, durationMs }: Sums, where: SQL): SQL =>
  sql`SELECT ${outcome} AS outcome, ${sentiment} AS sentiment, ${day} AS day, ${calls} AS calls,
    ${durationMs} AS duration_ms FROM ${table} WHERE ${where}`;

const within = (time: SQLiteColumn, { from, before }: TimeSpan): SQL | undefined =>
  and(from === undefined ? undefined : gte(time, from), before === undefined ? undefined : lt(time, before));
