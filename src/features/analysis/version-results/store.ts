import { and, desc, eq, gte, inArray, isNotNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import type { CallEvent } from '../../../../media/ports.ts';
import { type Database, forOrganisation, type OrganisationId } from '../../../data/index.ts';
import { replyUsageOf } from '../../../llm/index.ts';
import { createCostStore } from '../costs/index.ts';
import { successfulOutcomes } from '../dashboard/index.ts';
import { analysisOf, editsOf, keyDetailsOf } from '../interactions/index.ts';

/** Finished calls of one agent with one version, without tests. */
export interface VersionCalls {
  readonly agentUuid: string;
  readonly version: number;
  readonly from: string;
  /** Null for all calls since `from`. */
  readonly to: string | null;
}

/** Number of values, their sum, and the sum of their squares. */
export interface Sums {
  readonly count: number;
  readonly sum: number;
  readonly squares: number;
}

export interface CountedCalls {
  readonly calls: number;
  readonly analysed: number;
  readonly successful: number;
  readonly withSentiment: number;
  readonly positive: number;
  readonly seconds: Sums;
  readonly latencyMs: Sums;
}

export interface VersionResultStore {
  counted(organisation: OrganisationId, calls: VersionCalls): Promise<CountedCalls>;
  /** Scores, tokens and known costs of the newest calls: at most `mostRead`. */
  newest(organisation: OrganisationId, calls: VersionCalls): Promise<NewestCalls>;
}

export interface NewestCalls {
  readonly scores: Sums;
  readonly tokens: Sums;
  readonly costs: Sums;
}

/** Analyses are long, so scores are not read of all calls. */
const mostRead = 1000;
const readAtOnce = 100;

export function createVersionResultStore(database: Database): VersionResultStore {
  const { calls, callEvents, interactions } = database.tables;
  const costStore = createCostStore(database);

  const whereOf = ({ agentUuid, version, from, to }: VersionCalls): SQL =>
    and(
      eq(calls.voiceAgentUuid, agentUuid),
      eq(calls.agentVersion, version),
      gte(calls.startedAt, from),
      to === null ? undefined : lt(calls.startedAt, to),
      isNotNull(calls.endedAt),
      ne(calls.callType, 'test'),
    ) as SQL;

  return {
    async counted(organisation, of) {
      const { read } = forOrganisation(database, organisation);
      const isAnalysed = and(
        read.own(interactions, eq(interactions.status, 'completed')),
        eq(interactions.uuid, calls.uuid),
      );
      const isSuccessful = inArray(interactions.outcome, [...successfulOutcomes]);
      const number = (column: typeof calls.durationMs | typeof calls.medianLatencyMs, scale: number): SQL =>
        sql`(cast(${column} AS double precision) * ${sql.raw(`${scale}`)})`;
      const [seconds, latency] = [number(calls.durationMs, 0.001), number(calls.medianLatencyMs, 1)];
      const [row] = await read.system.rows<Record<string, number | string | null>>(sql`
        SELECT count(*) AS calls, count(${interactions.uuid}) AS analysed,
          sum(CASE WHEN ${isSuccessful} THEN 1 ELSE 0 END) AS successful,
          count(${calls.sentiment}) AS with_sentiment,
          sum(CASE WHEN ${calls.sentiment} = 'positive' THEN 1 ELSE 0 END) AS positive,
          count(${calls.durationMs}) AS timed, sum(${seconds}) AS seconds, sum(${seconds} * ${seconds}) AS seconds_squares,
          count(${calls.medianLatencyMs}) AS measured, sum(${latency}) AS latency,
          sum(${latency} * ${latency}) AS latency_squares
        FROM ${calls} LEFT JOIN ${interactions} ON ${isAnalysed}
        WHERE ${read.own(calls, whereOf(of))}`);
      const at = (name: string): number => Number(row?.[name] ?? 0);
      return {
        calls: at('calls'),
        analysed: at('analysed'),
        successful: at('successful'),
        withSentiment: at('with_sentiment'),
        positive: at('positive'),
        seconds: { count: at('timed'), sum: at('seconds'), squares: at('seconds_squares') },
        latencyMs: { count: at('measured'), sum: at('latency'), squares: at('latency_squares') },
      };
    },
    async newest(organisation, of) {
      const { read } = forOrganisation(database, organisation);
      const page = { orderBy: [desc(calls.startedAt)], limit: mostRead };
      const uuids = (await read.pick(calls, { uuid: calls.uuid }, whereOf(of), page)).map(({ uuid }) => uuid);
      const scores: number[] = [];
      const tokens: number[] = [];
      const costs: number[] = [];
      for (let at = 0; at < uuids.length; at += readAtOnce) {
        const some = uuids.slice(at, at + readAtOnce);
        const { analysis, edits } = interactions;
        for (const row of await read.pick(interactions, { analysis, edits }, inArray(interactions.uuid, some))) {
          const each = Object.values(keyDetailsOf(analysisOf(row), editsOf(row)).qms_scores);
          if (each.length > 0) scores.push(each.reduce((sum, score) => sum + score, 0) / each.length);
        }
        const { callUuid, body } = callEvents;
        const isUsage = and(inArray(callUuid, some), eq(callEvents.type, 'models'));
        tokens.push(...tokensOf(await read.pick(callEvents, { callUuid, body }, isUsage)));
        const callCosts = await costStore.ofCalls(organisation, some);
        costs.push(...[...callCosts.values()].flatMap(({ amount }) => amount ?? []));
      }
      return { scores: sumsOf(scores), tokens: sumsOf(tokens), costs: sumsOf(costs) };
    },
  };
}

/** Returns the tokens of each call with a language model. */
function tokensOf(rows: readonly { readonly callUuid: string; readonly body: unknown }[]): number[] {
  const byCall = new Map<string, number>();
  for (const { callUuid, body } of rows) {
    const event = body as CallEvent;
    if (event.type !== 'models') continue;
    const { prompt_tokens: prompt, completion_tokens: completion } = replyUsageOf(event.used);
    byCall.set(callUuid, (byCall.get(callUuid) ?? 0) + prompt + completion);
  }
  return [...byCall.values()];
}

const sumsOf = (values: readonly number[]): Sums => ({
  count: values.length,
  sum: values.reduce((sum, value) => sum + value, 0),
  squares: values.reduce((sum, value) => sum + value ** 2, 0),
});
