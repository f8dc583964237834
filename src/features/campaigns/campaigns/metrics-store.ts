import { and, gte, inArray, lt, ne, sql } from 'drizzle-orm';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import type { CallBucket } from './metrics.ts';

/** UTC times in the format stored with calls; the end is exclusive. */
export interface Span {
  readonly from: string;
  readonly before?: string;
}

export interface MetricsStore {
  /** Returns buckets by campaign, without browser tests. */
  buckets(organisation: OrganisationId, flowUuids: readonly string[], span: Span): Promise<Map<string, CallBucket[]>>;
  /** Returns the creation time of a campaign's first call. */
  first(organisation: OrganisationId, flowUuid: string): Promise<string | undefined>;
}

/** Every query is answered from one covering index. */
export function createMetricsStore(database: Database): MetricsStore {
  const { calls } = database.tables;
  const whole = (count: ReturnType<typeof sql>) => count.mapWith(Number);
  return {
    async buckets(organisation, flowUuids, { from, before }) {
      const bucketsByFlow = new Map<string, CallBucket[]>(flowUuids.map((uuid) => [uuid, []]));
      if (flowUuids.length === 0) return bucketsByFlow;
      const { read } = forOrganisation(database, organisation);
      const began = sql<string>`substr(${calls.createdAt}, 1, 15)`;
      const connected = sql`${calls.outcome} = 'connected'`;
      const within = and(gte(calls.createdAt, from), before === undefined ? undefined : lt(calls.createdAt, before));
      const rows = await read.system
        .select({
          flowUuid: calls.flowUuid,
          began,
          calls: whole(sql`count(*)`),
          over: whole(sql`count(${calls.outcome})`),
          connected: whole(sql`count(CASE WHEN ${connected} THEN 1 END)`),
          connectedMs: whole(sql`coalesce(sum(CASE WHEN ${connected} THEN ${calls.durationMs} END), 0)`),
        })
        .from(calls)
        .where(read.own(calls, and(inArray(calls.flowUuid, [...flowUuids]), within, ne(calls.callType, 'test'))))
        .groupBy(calls.flowUuid, began);
      for (const { flowUuid, ...bucket } of rows) bucketsByFlow.get(flowUuid)?.push(bucket as CallBucket);
      return bucketsByFlow;
    },
    async first(organisation, flowUuid) {
      const { read } = forOrganisation(database, organisation);
      const earliest = read.system.select({ at: sql<string | null>`min(${calls.createdAt})` }).from(calls);
      const [row] = await earliest.where(read.own(calls, inArray(calls.flowUuid, [flowUuid])));
      return row?.at ?? undefined;
    },
  };
}
