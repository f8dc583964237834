import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { type Database, forOrganisation } from '../../../data/index.ts';
import type { CountedCall, CountedListStore } from './counted-list-store.ts';
import { createCounted, type View } from './counted-store.ts';
import type { Span } from './windows.ts';

/** Items that need attention. Each kind lists the newest or the most frequent ones. */
export interface Attention {
  readonly failed_calls: {
    /** Most frequent first. */
    readonly reasons: readonly { readonly reason: string | null; readonly calls: number }[];
  } & Listed<{
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

export function createAttentionStore(database: Database, counted: CountedListStore): AttentionStore {
  const { calls, webhooks, webhookDeliveries, connectedNumbers, flows } = database.tables;
  const { partsOf } = createCounted(database);
  const within = (column: SQLiteColumn, { from, to }: Span): SQL => and(gte(column, from), lt(column, to)) as SQL;

  return async (view, span) => {
    const { read } = forOrganisation(database, view.organisation);
    const first = { limit: mostItems, offset: 0 };
    const failedCalls = await counted.list(view, span, { status: 'failed', ...first });
    const reasons = await read.system.rows<{ reason: string | null; calls: unknown }>(
      sql`SELECT ${calls.endReason} AS reason, count(*) AS calls FROM ${calls}
        WHERE ${partsOf(view).calls(span, { status: 'failed' })} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`,
    );
    const failedAnalyses = await counted.list(view, span, { analysis: 'failed', ...first });
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
      failed_calls: {
        total: failedCalls.total,
        items: failedCalls.rows.map(toFailedCall),
        reasons: reasons.map(({ reason, calls: count }) => ({ reason, calls: Number(count) })),
      },
      failing_webhooks: {
        total: failing.length,
        items: failing.slice(0, mostItems).map(({ deliveries: all, failures, ...row }) => ({
          ...row,
          deliveries: Number(all),
          failures: Number(failures),
        })),
      },
      numbers_without_agent: { total: unanswered.length, items: unanswered.slice(0, mostItems) },
      failed_analyses: { total: failedAnalyses.total, items: failedAnalyses.rows.map(toFailedAnalysis) },
    };
  };
}

const toFailedCall = (call: CountedCall) => ({
  call_uuid: call.uuid,
  from_number: call.fromNumber,
  to_number: call.toNumber,
  call_type: call.kind === 'outbound' ? ('outbound' as const) : ('inbound' as const),
  reason: call.endReason,
  created_at: call.calledAt,
});

const toFailedAnalysis = ({ id, uuid, error, calledAt }: CountedCall) => ({
  id: id as number,
  call_uuid: uuid,
  error,
  called_at: calledAt,
});
