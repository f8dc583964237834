import { and, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import type { Day } from '../dashboard/index.ts';
import { type Quality, type QualityEvent, qualityEvents, qualityOf, stages, togetherOf } from './call-quality.ts';

export interface QualityDay extends Quality {
  /** `YYYY-MM-DD` in the organisation's time zone of that time. */
  readonly day: string;
  /** Null for calls without an agent, or with a deleted one. */
  readonly agentUuid: string | null;
}

/** Number of rejected calls to one agent on one day. */
export interface RefusedCalls extends Pick<QualityDay, 'day' | 'agentUuid'> {
  readonly calls: number;
}

interface EndedCall {
  readonly uuid: string;
  readonly flowUuid: string;
  readonly day: string;
}

export interface VoiceQualityStore {
  /** Adds a call to its day, in the transaction that ends it. */
  add(queries: TenantQueries, call: EndedCall): Promise<void>;
  /** Returns the days from `first` to `last`, both inclusive, oldest first. */
  days(organisation: OrganisationId, first: string, last: string): Promise<QualityDay[]>;
  /** Counts calls that were rejected because the server was at capacity. */
  refused(organisation: OrganisationId, days: readonly Day[]): Promise<RefusedCalls[]>;
  /** Returns names by uuid. */
  agentNames(organisation: OrganisationId, uuids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

const nobody = '';
const histogram = z.record(z.string(), z.number());
const latencies = z.object(
  Object.fromEntries(stages.map((stage) => [stage, histogram])) as Record<(typeof stages)[number], typeof histogram>,
);

export function createVoiceQualityStore(database: Database): VoiceQualityStore {
  const { calls, callEvents, callQualityDays: table, flows, voiceAgents } = database.tables;
  return {
    async add(queries, { uuid, flowUuid, day }) {
      const where = and(eq(callEvents.callUuid, uuid), inArray(callEvents.type, [...qualityEvents])) as SQL;
      const rows = await queries.pick(callEvents, { body: callEvents.body }, where);
      const quality = qualityOf(rows.map(({ body }) => body as QualityEvent));
      if (quality.turns === 0) return;
      const [flow] = await queries.pick(flows, { voiceAgentUuid: flows.voiceAgentUuid }, eq(flows.uuid, flowUuid));
      const voiceAgentUuid = flow?.voiceAgentUuid ?? nobody;
      // Of two concurrent first calls of a day, one waits here for the other.
      await queries.insertNew(table, [{ day, voiceAgentUuid, ...togetherOf([]) }]);
      const condition = and(eq(table.day, day), eq(table.voiceAgentUuid, voiceAgentUuid)) as SQL;
      const [before] = await queries.lock(table, condition);
      if (before !== undefined) await queries.update(table, togetherOf([toQuality(before), quality]), condition);
    },
    async days(organisation, first, last) {
      const where = and(gte(table.day, first), lte(table.day, last)) as SQL;
      const orderBy = [sql`${table.day}`, sql`${table.voiceAgentUuid}`];
      const rows = await forOrganisation(database, organisation).read.select(table, where, { orderBy });
      return rows.map((row) => ({
        ...toQuality(row),
        day: row.day,
        agentUuid: row.voiceAgentUuid === nobody ? null : row.voiceAgentUuid,
      }));
    },
    async refused(organisation, days) {
      if (days.length === 0) return [];
      const { read } = forOrganisation(database, organisation);
      const spans = days.map(({ date, from, to }) => sql`(${date}, ${from}, ${to})`);
      const refused = and(
        ...[eq(calls.status, 'failed'), ne(calls.callType, 'test'), eq(calls.endReason, 'over_capacity')],
        sql`${calls.createdAt} >= days.column2 AND ${calls.createdAt} < days.column3`,
      );
      const agent = sql`(SELECT ${flows.voiceAgentUuid} FROM ${flows}
        WHERE ${read.own(flows, eq(flows.uuid, calls.flowUuid))})`;
      const rows = await read.system.rows<{ day: string; agent: string | null; calls: unknown }>(
        sql`SELECT days.column1 AS day, ${agent} AS agent, count(*) AS calls
          FROM (VALUES ${sql.join(spans, sql`, `)}) AS days JOIN ${calls} ON ${read.own(calls, refused)}
          GROUP BY 1, 2 ORDER BY 1, 2`,
      );
      return rows.map(({ day, agent: agentUuid, calls: count }) => ({ day, agentUuid, calls: Number(count) }));
    },
    async agentNames(organisation, uuids) {
      if (uuids.length === 0) return new Map();
      const { uuid, name } = voiceAgents;
      const { read } = forOrganisation(database, organisation);
      const rows = await read.pick(voiceAgents, { uuid, name }, inArray(uuid, [...uuids]));
      return new Map(rows.map((row) => [row.uuid, row.name]));
    },
  };
}

const toQuality = (row: Tables['callQualityDays']['$inferSelect']): Quality => ({
  calls: row.calls,
  turns: row.turns,
  interruptions: row.interruptions,
  backchannels: row.backchannels,
  words: row.words,
  confidenceSum: row.confidenceSum,
  latencies: latencies.parse(row.latencies),
});
