import { and, eq, gte, inArray, lt, lte, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import {
  containsExactly,
  countedSources,
  type Database,
  type OrganisationId,
  type Tables,
  type TenantQueries,
} from '../../../data/index.ts';
import { type Channel, websiteLine, websiteLines, writtenLine } from '../../calls/index.ts';
import { createCostSql } from '../costs/index.ts';
import { inScope, type SegmentScope } from '../segments/index.ts';
import type { InteractionRow } from './record.ts';
import type { Term } from './words-said.ts';
import { saidIn } from './words-said-store.ts';

/**
 * The organisation, and the tags of which a contact must have at least one to be visible; undefined for unrestricted
 * users.
 */
export interface View {
  readonly organisation: OrganisationId;
  readonly tags: readonly string[] | undefined;
}

export interface InteractionFilter {
  readonly status?: InteractionRow['status'];
  /** Selects these sources only; by default, those that count in statistics. */
  readonly sources?: readonly InteractionRow['source'][];
  readonly flowUuid?: string;
  readonly outcome?: string;
  readonly sentiment?: InteractionRow['sentiment'];
  /** A voice agent or a teammate by uuid, or an agent by name. */
  readonly agent?: string;
  readonly contactUuid?: string;
  readonly direction?: 'inbound' | 'outbound';
  readonly search?: string;
  /** Words and phrases that were said. */
  readonly words?: readonly Term[];
  /** Length in whole seconds, as lists show it. */
  readonly minSeconds?: number;
  readonly maxSeconds?: number;
  /** Median time to a reply, of calls of this server. */
  readonly minLatencyMs?: number;
  readonly maxLatencyMs?: number;
  /** Cost of finished calls of this server whose services all have prices. */
  readonly minCost?: number;
  readonly maxCost?: number;
  /** Mean of the scores, 0 to 100. */
  readonly minScore?: number;
  readonly maxScore?: number;
  /** Selects conversations with contacts that have this tag. */
  readonly tag?: string;
  /** Selects calls of this server that ended for this reason. */
  readonly endReason?: string;
  readonly channel?: Channel;
  /** Selects those with values that people entered. */
  readonly isEdited?: true;
  readonly scope?: SegmentScope;
  readonly from?: string;
  readonly before?: string;
}

/** Conditions on interactions, for lists and for what is counted in them. */
export function createConditions(database: Database) {
  const { calls, interactions, contactTags } = database.tables;
  const costSql = createCostSql(database);
  const isOn: Readonly<Record<Channel, SQL>> = {
    phone: and(ne(calls.callType, 'test'), notInArray(calls.dialect, [...websiteLines])) as SQL,
    website: eq(calls.dialect, websiteLine),
    chat: eq(calls.dialect, writtenLine),
  };

  function tagged(read: Pick<TenantQueries, 'own' | 'system'>, tags: readonly string[]): SQL {
    const query = read.system.select({ uuid: contactTags.contactUuid }).from(contactTags);
    return inArray(interactions.contactUuid, query.where(read.own(contactTags, inArray(contactTags.tag, [...tags]))));
  }
  const visible = (read: Pick<TenantQueries, 'own' | 'system'>, tags: View['tags']): SQL | undefined =>
    tags === undefined ? undefined : tagged(read, tags);

  /** What the record of the call has: conversations that were not calls of this server have none of it. */
  function measuredIn(read: Pick<TenantQueries, 'own' | 'system'>, filter: InteractionFilter): SQL | undefined {
    const { minLatencyMs, maxLatencyMs, endReason, channel } = filter;
    const wanted = and(
      minLatencyMs === undefined ? undefined : gte(calls.medianLatencyMs, minLatencyMs),
      maxLatencyMs === undefined ? undefined : lte(calls.medianLatencyMs, maxLatencyMs),
      endReason === undefined ? undefined : eq(calls.endReason, endReason),
      channel === undefined ? undefined : isOn[channel],
    );
    if (wanted === undefined) return undefined;
    return inArray(
      interactions.uuid,
      read.system.select({ uuid: calls.uuid }).from(calls).where(read.own(calls, wanted)),
    );
  }

  function costIn(
    read: Pick<TenantQueries, 'own' | 'system'>,
    { minCost, maxCost, from, before }: InteractionFilter,
  ): SQL | undefined {
    if (minCost === undefined && maxCost === undefined) return undefined;
    const inTime = and(
      from === undefined ? undefined : gte(calls.createdAt, from),
      before === undefined ? undefined : lt(calls.createdAt, before),
    );
    const within = and(
      sql`costs.amount IS NOT NULL`,
      minCost === undefined ? undefined : sql`costs.amount >= ${minCost}`,
      maxCost === undefined ? undefined : sql`costs.amount <= ${maxCost}`,
    );
    return sql`${interactions.uuid} IN (SELECT costs.call_uuid FROM (${costSql.amounts(read, inTime)}) AS costs WHERE ${within})`;
  }

  /** Lengths are shown in whole seconds, so they are compared as shown. */
  const lengthIn = ({ minSeconds, maxSeconds }: InteractionFilter): SQL | undefined =>
    and(
      minSeconds === undefined ? undefined : gte(interactions.durationMs, minSeconds * 1000 - 500),
      maxSeconds === undefined ? undefined : lt(interactions.durationMs, maxSeconds * 1000 + 500),
    );

  function whereOf(
    read: Pick<TenantQueries, 'own' | 'system'>,
    organisation: OrganisationId,
    filter: InteractionFilter,
  ): SQL | undefined {
    const { agent, search, words, minScore, maxScore, tag } = filter;
    const text = search?.toLowerCase();
    return and(
      inArray(interactions.source, [...(filter.sources ?? countedSources)]),
      filter.flowUuid === undefined ? undefined : eq(interactions.flowUuid, filter.flowUuid),
      filter.status === undefined ? undefined : eq(interactions.status, filter.status),
      filter.outcome === undefined ? undefined : eq(interactions.outcome, filter.outcome),
      filter.isEdited === undefined ? undefined : sql`${interactions.edits} <> '{}'`,
      filter.sentiment === undefined || filter.sentiment === null
        ? undefined
        : eq(interactions.sentiment, filter.sentiment),
      filter.contactUuid === undefined ? undefined : eq(interactions.contactUuid, filter.contactUuid),
      filter.direction === undefined ? undefined : eq(interactions.direction, filter.direction),
      filter.from === undefined ? undefined : gte(interactions.calledAt, filter.from),
      filter.before === undefined ? undefined : lt(interactions.calledAt, filter.before),
      agent === undefined ? undefined : isOfAgent(interactions, agent),
      inScope(read, database.tables, interactions, filter.scope ?? []),
      text === undefined ? undefined : containing(interactions, text),
      words === undefined ? undefined : saidIn(database, organisation, words),
      lengthIn(filter),
      measuredIn(read, filter),
      costIn(read, filter),
      minScore === undefined ? undefined : gte(interactions.score, minScore),
      maxScore === undefined ? undefined : lte(interactions.score, maxScore),
      tag === undefined ? undefined : tagged(read, [tag]),
    );
  }

  return { visible, whereOf };
}

const isOfAgent = ({ voiceAgentUuid, agentUserUuid, agentName }: Tables['interactions'], agent: string) =>
  or(eq(voiceAgentUuid, agent), eq(agentUserUuid, agent), eq(agentName, agent));

/** People write spaces and punctuation between the digits of a number. */
function containing({ search }: Tables['interactions'], text: string): SQL | undefined {
  const isNumber = /^[\d\s().+-]+$/.test(text);
  const digits = isNumber ? text.replaceAll(/[\s().-]/g, '') : '';
  const inText = containsExactly(search, text);
  return digits === '' || digits === text ? inText : or(inText, containsExactly(search, digits));
}
