import { and, eq, gte, inArray, isNotNull, isNull, lt, ne, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import {
  type CallStatus,
  countedSources,
  type Database,
  forOrganisation,
  type OrganisationId,
  type Tables,
  uploadedSources,
} from '../../../data/index.ts';
import { type Sight, seenBy } from '../../calls/index.ts';
import { inScope, type SegmentScope } from '../segments/index.ts';
import { type ConversationGroup, type Sentiment, successfulOutcomes } from './stats.ts';

/** The organisation of the conversations, and the user's visibility. */
export interface View {
  readonly organisation: OrganisationId;
  readonly sight: Sight;
  readonly scope: SegmentScope;
}

/** Selects the conversations behind one number. */
export interface CountedFilter {
  readonly kind?: ConversationGroup['kind'] | undefined;
  /** Minimum stage that the conversations reached; `unsure` are those analysed without an outcome. */
  readonly stage?: 'picked_up' | 'with_outcome' | 'successful' | 'unsure' | undefined;
  readonly outcome?: string | undefined;
  readonly sentiment?: Sentiment | undefined;
  readonly agent?: AgentFilter | undefined;
  /** Only calls have these; uploads have neither. */
  readonly status?: CallStatus | undefined;
  readonly endReason?: string | undefined;
  readonly analysis?: Tables['interactions']['$inferSelect']['status'] | undefined;
}

/** Outcomes of calls in which both sides were connected. */
export const pickedUpOutcomes = ['connected', 'agent_answered'] as const;

/** Selects the conversations of one agent by the stored agent keys. */
export interface AgentFilter {
  /** Same as `agentKeys` of an `AgentGroup`. */
  readonly keys: readonly string[];
  /** Prefix of keys: kind and uuid of an agent, under any name. */
  readonly prefix?: string;
}

/** Moments, or SQL expressions of the surrounding statement. */
export type SpanOf = { readonly from: string | SQL; readonly to: string | SQL };

/**
 * Selects what every number of the dashboard counts. Calls come from `calls`, from their creation on and without
 * browser tests; uploaded recordings from `interactions`. A call counts on the day of its creation, a recording on the
 * day of its call.
 */
export function createCounted(database: Database) {
  const { tables } = database;
  const { calls, interactions } = tables;
  const isUpload = inArray(interactions.source, [...uploadedSources]);
  const within = (column: SQLiteColumn, { from, to }: SpanOf): SQL => and(gte(column, from), lt(column, to)) as SQL;

  const isPickedUp = inArray(calls.outcome, [...pickedUpOutcomes]);
  /** Outcome of the conversation if there is one, otherwise of the call. */
  const outcomeOfCall = sql<string | null>`coalesce(nullif(${calls.conversationOutcome}, ''), ${calls.outcome})`;
  /**
   * A call has no agent key before its conversation is stored. Until then, the teammate on the line or the campaign is
   * used.
   */
  const agentOfCall = sql<string>`coalesce(${calls.conversationAgent}, 'user:' || ${calls.agentUserUuid} || ':',
    'flow:' || ${calls.flowUuid} || ':')`;
  const agentOfUpload = agentKeyOf(interactions);

  /** An outcome is unsure only after the analysis. */
  const analysisIn = ({ stage, analysis }: CountedFilter): CountedFilter['analysis'] =>
    analysis ?? (stage === 'unsure' ? 'completed' : undefined);
  const never = sql`1 = 0`;
  const reaches = (stage: CountedFilter['stage'], isOf: SQL, outcome: SQLiteColumn): SQL | undefined =>
    stage === undefined
      ? undefined
      : and(
          isOf,
          stage === 'picked_up' ? undefined : stage === 'unsure' ? isNull(outcome) : isNotNull(outcome),
          stage === 'successful' ? inArray(outcome, [...successfulOutcomes]) : undefined,
        );
  const isOf = (agent: SQLWrapper, filter: AgentFilter | undefined): SQL | undefined => {
    if (filter === undefined) return undefined;
    const { keys, prefix } = filter;
    const named = keys.length === 0 ? never : inArray(agent as SQL, [...keys]);
    return prefix === undefined ? named : or(sql`substr(${agent}, 1, ${prefix.length}) = ${prefix}`, named);
  };

  function partsOf({ organisation, sight, scope }: View) {
    const { read } = forOrganisation(database, organisation);
    /** Selects calls whose conversation is in this state of analysis. */
    const analysed = (status: NonNullable<CountedFilter['analysis']>, span: SpanOf): SQL => {
      const counted = inArray(interactions.source, [...countedSources]);
      const query = read.system.select({ uuid: interactions.uuid }).from(interactions);
      const condition = and(counted, eq(interactions.status, status), within(interactions.calledAt, span));
      return inArray(calls.uuid, query.where(read.own(interactions, condition)));
    };
    return {
      read,
      calls(span: SpanOf, filter: CountedFilter = {}): SQL {
        const { kind, outcome, sentiment, status, endReason } = filter;
        const analysis = analysisIn(filter);
        return read.own(
          calls,
          and(
            ...[ne(calls.callType, 'test'), within(calls.createdAt, span)],
            ...[seenBy(read, tables, calls.contactUuid, sight), inScope(read, tables, calls, scope)],
            kind === undefined ? undefined : kind === 'upload' ? never : eq(calls.callType, kind),
            reaches(filter.stage, isPickedUp, calls.conversationOutcome),
            outcome === undefined ? undefined : eq(outcomeOfCall, outcome),
            sentiment === undefined ? undefined : eq(calls.sentiment, sentiment),
            isOf(agentOfCall, filter.agent),
            status === undefined ? undefined : eq(calls.status, status),
            endReason === undefined ? undefined : eq(calls.endReason, endReason),
            analysis === undefined ? undefined : analysed(analysis, span),
          ),
        );
      },
      uploads(span: SpanOf, filter: CountedFilter = {}): SQL {
        const { kind, outcome, sentiment, status, endReason } = filter;
        const analysis = analysisIn(filter);
        return read.own(
          interactions,
          and(
            ...[isUpload, within(interactions.calledAt, span)],
            ...[seenBy(read, tables, interactions.contactUuid, sight), inScope(read, tables, interactions, scope)],
            kind === undefined || kind === 'upload' ? undefined : never,
            reaches(filter.stage, eq(interactions.connected, true), interactions.outcome),
            outcome === undefined ? undefined : eq(interactions.outcome, outcome),
            sentiment === undefined ? undefined : eq(interactions.sentiment, sentiment),
            isOf(agentOfUpload, filter.agent),
            status === undefined && endReason === undefined ? undefined : never,
            analysis === undefined ? undefined : eq(interactions.status, analysis),
          ),
        );
      },
    };
  }
  return { partsOf, isPickedUp, outcomeOfCall, agentOfCall, agentOfUpload };
}

/** Builds a key in the format of `conversation_agent`. */
const agentKeyOf = ({ agentUserUuid, voiceAgentUuid, agentName }: Tables['interactions']): SQL<string> =>
  sql`CASE WHEN ${agentUserUuid} IS NOT NULL THEN 'user:' || ${agentUserUuid}
    WHEN ${voiceAgentUuid} IS NOT NULL THEN 'agent:' || ${voiceAgentUuid}
    ELSE 'nobody:' END || ':' || coalesce(${agentName}, '')`;

export type AgentName = {
  readonly voiceAgentUuid: string | null;
  readonly agentUserUuid: string | null;
  readonly agentName: string | null;
  /** Set for a call without an agent key. */
  readonly flowUuid?: string;
};

const nobody: AgentName = { voiceAgentUuid: null, agentUserUuid: null, agentName: null };

/** Parses `kind:uuid:name`; the name may contain colons. */
export function agentOf(key: string): AgentName {
  const [kind, uuid, ...name] = key.split(':');
  const agentName = name.join(':') || null;
  if (kind === 'flow' && uuid !== undefined) return { ...nobody, flowUuid: uuid };
  if (kind === 'user' && uuid !== undefined) return { ...nobody, agentUserUuid: uuid, agentName };
  if (kind === 'agent' && uuid !== undefined) return { ...nobody, voiceAgentUuid: uuid, agentName };
  return { ...nobody, agentName };
}
