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
  /** Adds calls to their days, in the transaction that ends them. */
  add(queries: TenantQueries, calls: readonly EndedCall[]): Promise<void>;
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
    async add(queries, ended) {
      const { callUuid, type, body } = callEvents;
      const uuids = ended.map(({ uuid }) => uuid);
      const isCounted = and(inArray(callUuid, uuids), inArray(type, [...qualityEvents]));
      const events = await queries.pick(callEvents, { callUuid, body }, isCounted);
      const { uuid, voiceAgentUuid } = flows;
      const flowUuids = [...new Set(ended.map(({ flowUuid }) => flowUuid))];
      const agents = await queries.pick(flows, { uuid, voiceAgentUuid }, inArray(uuid, flowUuids));
      const days = daysOfCalls(ended, {
        eventsOf: (call) => events.flatMap((event) => (event.callUuid === call ? [event.body as QualityEvent] : [])),
        agentOf: (flow) => agents.find((each) => each.uuid === flow)?.voiceAgentUuid ?? nobody,
      });
      for (const { day, agentUuid, qualities } of days) {
        // Of two concurrent first calls of a day, one waits here for the other.
        await queries.insertNew(table, [{ day, voiceAgentUuid: agentUuid, ...togetherOf([]) }]);
        const condition = and(eq(table.day, day), eq(table.voiceAgentUuid, agentUuid)) as SQL;
        const [before] = await queries.lock(table, condition);
        if (before !== undefined) await queries.update(table, togetherOf([toQuality(before), ...qualities]), condition);
      }
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

interface DayOfCalls {
  readonly day: string;
  readonly agentUuid: string;
  readonly qualities: Quality[];
}

/** Groups calls with turns by day and agent, in one order everywhere, because the rows of days are locked in it. */
function daysOfCalls(
  ended: readonly EndedCall[],
  { eventsOf, agentOf }: { eventsOf(callUuid: string): QualityEvent[]; agentOf(flowUuid: string): string },
): DayOfCalls[] {
  const days = new Map<string, DayOfCalls>();
  for (const { uuid, flowUuid, day } of ended) {
    const quality = qualityOf(eventsOf(uuid));
    if (quality.turns === 0) continue;
    const agentUuid = agentOf(flowUuid);
    const key = `${day} ${agentUuid}`;
    const there = days.get(key) ?? { day, agentUuid, qualities: [] };
    there.qualities.push(quality);
    days.set(key, there);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each);
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
