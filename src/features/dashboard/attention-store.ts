import { and, eq, gte, inArray, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { countedSources, type Database, forOrganisation, type Tables } from '../../data/index.ts';
import { seenBy } from '../call-stats/index.ts';
import { inScope } from '../segments/index.ts';
import type { View } from './store.ts';
import type { Span } from './windows.ts';

/** Items that need attention; the newest or the most frequent of each kind. */
export interface Attention {
  readonly failed_calls: Listed<{
    readonly call_uuid: string;
    readonly call_type: 'inbound' | 'outbound' | 'test';
    readonly from_number: string;
    readonly to_number: string;
    readonly reason: string | null;
    readonly created_at: string;
  }>;
  readonly failing_webhooks: Listed<{
    readonly webhook_uuid: string;
    readonly name: string;
    readonly deliveries: number;
    readonly failures: number;
    readonly last_failed_at: string;
  }>;
  /** Connected numbers without an active campaign. */
  readonly numbers_without_agent: Listed<{ readonly provider: string; readonly number_ending: string }>;
  readonly failed_analyses: Listed<{
    readonly id: number;
    readonly call_uuid: string;
    readonly error: string | null;
    readonly called_at: string;
  }>;
}

interface Listed<T> {
  readonly total: number;
  readonly items: readonly T[];
}

const mostItems = 5;

export type AttentionStore = (view: View, span: Span) => Promise<Attention>;

export function createAttentionStore(database: Database): AttentionStore {
  const { calls, interactions, webhooks, webhookDeliveries, connectedNumbers, flows } = database.tables;
  const within = (column: SQLiteColumn, { from, to }: Span): SQL => and(gte(column, from), lt(column, to)) as SQL;

  const { uuid, callType, fromNumber, toNumber, endReason, createdAt } = calls;
  const callColumns = { uuid, callType, fromNumber, toNumber, endReason, createdAt };
  const { id, error, calledAt } = interactions;
  const analysisColumns = { id, uuid: interactions.uuid, error, calledAt };

  return async ({ organisation, sight, scope }, span) => {
    const { read } = forOrganisation(database, organisation);
    const { tables } = database;
    const failedCall = and(
      ...[eq(calls.status, 'failed'), ne(calls.callType, 'test'), within(calls.createdAt, span)],
      ...[seenBy(read, tables, calls.contactUuid, sight), inScope(read, tables, calls, scope)],
    );
    const callRows = await read.pick(calls, callColumns, failedCall, {
      limit: mostItems,
      orderBy: [sql`${calls.createdAt} DESC`],
    });
    const failedAnalysis = and(
      ...[
        eq(interactions.status, 'failed'),
        inArray(interactions.source, [...countedSources]),
        within(interactions.calledAt, span),
      ],
      ...[seenBy(read, tables, interactions.contactUuid, sight), inScope(read, tables, interactions, scope)],
    );
    const analysisRows = await read.pick(interactions, analysisColumns, failedAnalysis, {
      limit: mostItems,
      orderBy: [sql`${interactions.calledAt} DESC`],
    });
    const deliveries = webhookDeliveries;
    const attempted = and(eq(deliveries.webhookUuid, webhooks.uuid), within(deliveries.createdAt, span)) as SQL;
    const failing = await read.system.rows<{
      webhook_uuid: string;
      name: string;
      deliveries: unknown;
      failures: unknown;
      last_failed_at: string;
    }>(sql`SELECT ${webhooks.uuid} AS webhook_uuid, ${webhooks.name} AS name, count(*) AS deliveries,
        sum(CASE WHEN ${deliveries.success} = 1 THEN 0 ELSE 1 END) AS failures,
        max(CASE WHEN ${deliveries.success} = 1 THEN NULL ELSE ${deliveries.attemptedAt} END) AS last_failed_at
      FROM ${webhooks} JOIN ${deliveries} ON ${attempted}
      WHERE ${read.own(webhooks, eq(webhooks.isActive, true))} AND ${deliveries.attemptedAt} IS NOT NULL
      GROUP BY ${webhooks.uuid}, ${webhooks.name}
      HAVING sum(CASE WHEN ${deliveries.success} = 1 THEN 0 ELSE 1 END) > 0
      ORDER BY 4 DESC, 1`);
    const isAnswered = and(
      ...[eq(flows.kind, 'inbound'), eq(flows.status, 'active'), eq(flows.phoneKey, connectedNumbers.phoneKey)],
    );
    const unanswered = await read.system.rows<{ provider: string; number_ending: string }>(
      sql`SELECT ${connectedNumbers.provider} AS provider, ${connectedNumbers.phoneKey} AS number_ending
      FROM ${connectedNumbers} WHERE ${read.own(connectedNumbers)}
        AND NOT EXISTS (SELECT 1 FROM ${flows} WHERE ${read.own(flows, isAnswered)}) ORDER BY 1`,
    );
    return {
      failed_calls: { total: await read.count(calls, failedCall), items: callRows.map(toFailedCall) },
      failing_webhooks: {
        total: failing.length,
        items: failing.slice(0, mostItems).map(({ deliveries: all, failures, ...row }) => ({
          ...{ ...row, deliveries: Number(all), failures: Number(failures) },
        })),
      },
      numbers_without_agent: { total: unanswered.length, items: unanswered.slice(0, mostItems) },
      failed_analyses: {
        total: await read.count(interactions, failedAnalysis),
        items: analysisRows.map(toFailedAnalysis),
      },
    };
  };
}

const toFailedCall = (call: Pick<Tables['calls']['$inferSelect'], CallColumn>) => ({
  ...{ call_uuid: call.uuid, call_type: call.callType, from_number: call.fromNumber, to_number: call.toNumber },
  ...{ reason: call.endReason, created_at: call.createdAt },
});

type CallColumn = 'uuid' | 'callType' | 'fromNumber' | 'toNumber' | 'endReason' | 'createdAt';

const toFailedAnalysis = ({
  id,
  uuid,
  error,
  calledAt,
}: {
  id: number;
  uuid: string;
  error: string | null;
  calledAt: string;
}) => ({
  ...{ id, call_uuid: uuid, error, called_at: calledAt },
});
