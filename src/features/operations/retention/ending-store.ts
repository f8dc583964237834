import { and, asc, eq, inArray, isNotNull, lt, ne, or, type SQL } from 'drizzle-orm';
import {
  type Database,
  forOrganisation,
  type OrganisationId,
  type TenantQueries,
  uploadedSources,
} from '../../../data/index.ts';
import type { FileReferences } from '../../../files/index.ts';
import { searchTextOf } from '../../../transcripts/search-text.ts';
import { analysisOf, editsOf, type StoredAnalysis, scoreGroup } from '../../analysis/index.ts';
import type { HoldStore } from './hold-store.ts';

export const retentionKinds = ['recordings', 'transcripts', 'results', 'webhooks'] as const;
export type RetentionKind = (typeof retentionKinds)[number];
export type CallKind = Exclude<RetentionKind, 'webhooks'>;

/** Ends data of one kind that is older than a time. Statistics keep counting the calls. */
export interface EndingStore {
  /** Returns the number of calls (or webhook deliveries) that have such data and are not on hold. */
  count(organisation: OrganisationId, kind: RetentionKind, before: string): Promise<number>;
  /** Returns the oldest of these calls, without those in `but`. */
  due(organisation: OrganisationId, kind: CallKind, ask: Due): Promise<string[]>;
  /** Ends the data of one call, in one transaction. Returns the files to be removed. */
  end(organisation: OrganisationId, kind: CallKind, callUuid: string): Promise<string[]>;
  /** Empties bodies of webhook deliveries. Returns their number; at most a thousand. */
  endWebhooks(organisation: OrganisationId, before: string): Promise<number>;
}

export interface Due {
  readonly before: string;
  readonly but: readonly string[];
  readonly limit: number;
}

/** Events that state what happened in a call without its words. */
const wordless = [
  'started',
  'ended',
  'disclosure',
  'alarm',
  'reception',
  'speculation',
  'models',
  'speech',
  'barge_in',
  'language',
] as const;
const deliveriesAtOnce = 1000;
const sources = ['call', 'test', ...uploadedSources] as const;

export function createEndingStore(database: Database, references: FileReferences, holds: HoldStore): EndingStore {
  const { calls, callEvents, fileReferences, interactions, transcripts, transfers, webhookDeliveries } =
    database.tables;
  const of = (organisation: OrganisationId) => forOrganisation(database, organisation);

  type Reads = Pick<TenantQueries, 'own' | 'system'>;

  function has(read: Reads, kind: CallKind): SQL {
    const { uuid, customerName, customerPhone, summary, recordingDigest } = interactions;
    if (kind === 'transcripts')
      return inArray(
        uuid,
        read.system.select({ uuid: transcripts.interactionUuid }).from(transcripts).where(read.own(transcripts)),
      );
    if (kind === 'results') return or(isNotNull(customerName), isNotNull(customerPhone), isNotNull(summary)) as SQL;
    const held = eq(fileReferences.holderKind, 'call_recording');
    const recorded = read.system.select({ uuid: fileReferences.holderUuid }).from(fileReferences);
    return or(isNotNull(recordingDigest), inArray(uuid, recorded.where(read.own(fileReferences, held)))) as SQL;
  }

  const dueIn = (read: Reads, kind: CallKind, before: string): SQL =>
    and(
      lt(interactions.calledAt, before),
      inArray(interactions.source, [...sources]),
      // Others are being transcribed.
      inArray(interactions.status, ['completed', 'failed']),
      has(read, kind),
      holds.without(read, interactions.uuid),
    ) as SQL;

  const bodies = (before: string): SQL =>
    and(
      lt(webhookDeliveries.createdAt, before),
      isNotNull(webhookDeliveries.attemptedAt),
      ne(webhookDeliveries.body, ''),
    ) as SQL;

  async function endRecording(queries: TenantQueries, uuid: string): Promise<string[]> {
    const gone = { recordingDigest: null, recordingName: null, recordingBytes: null, recordingSource: null };
    await queries.update(interactions, gone, eq(interactions.uuid, uuid));
    return [
      ...(await references.release(queries, { kind: 'call_recording', uuid })),
      ...(await references.release(queries, { kind: 'interaction', uuid })),
    ];
  }

  async function endTranscript(queries: TenantQueries, uuid: string): Promise<void> {
    await queries.delete(transcripts, eq(transcripts.interactionUuid, uuid));
    const words = queries.system.select({ seq: callEvents.seq }).from(callEvents);
    const spoken = and(eq(callEvents.callUuid, uuid), inArray(callEvents.type, [...wordless])) as SQL;
    const stay = (await words.where(queries.own(callEvents, spoken))).map(({ seq }) => seq);
    const rows = await queries.pick(callEvents, { seq: callEvents.seq }, eq(callEvents.callUuid, uuid));
    const goes = rows.map(({ seq }) => seq).filter((seq) => !stay.includes(seq));
    for (let at = 0; at < goes.length; at += 500) {
      const some = inArray(callEvents.seq, goes.slice(at, at + 500));
      await queries.delete(callEvents, and(eq(callEvents.callUuid, uuid), some) as SQL);
    }
    await queries.update(transfers, { agentBrief: '', context: {} }, eq(transfers.callUuid, uuid));
    const [row] = await queries.lock(interactions, eq(interactions.uuid, uuid));
    if (row === undefined) return;
    const analysis = analysisOf(row);
    // The sentences of a summary are verbatim.
    const set = {
      summary: null,
      search: searchTextOf({ ...row, summary: null }),
      analysis: analysis && { ...withoutEvidence(analysis), summary: [] },
    };
    await queries.update(interactions, set, eq(interactions.uuid, uuid));
  }

  async function endResults(queries: TenantQueries, uuid: string): Promise<void> {
    const [row] = await queries.lock(interactions, eq(interactions.uuid, uuid));
    if (row === undefined) return;
    const analysis = analysisOf(row);
    const { outcome, qms_scores } = editsOf(row);
    const keptAnalysis = {
      ...(outcome === undefined ? {} : { outcome }),
      ...(qms_scores === undefined ? {} : { qms_scores }),
    };
    const nobody = { customerName: null, customerPhone: null, summary: null };
    const search = searchTextOf({ ...nobody, agentName: row.agentName });
    await queries.update(
      interactions,
      { ...nobody, search, edits: keptAnalysis, analysis: analysis && scoresOnly(analysis) },
      eq(interactions.uuid, uuid),
    );
    const [call] = await queries.pick(calls, { callType: calls.callType }, eq(calls.uuid, uuid));
    const party = call?.callType === 'outbound' ? { toNumber: '' } : { fromNumber: '' };
    const results = { ...party, summary: null, writtenSummary: null, keyDetails: null };
    await queries.update(calls, results, eq(calls.uuid, uuid));
  }

  return {
    count(organisation, kind, before) {
      const { read } = of(organisation);
      if (kind === 'webhooks') return read.count(webhookDeliveries, bodies(before));
      return read.count(interactions, dueIn(read, kind, before));
    },
    async due(organisation, kind, { before, but, limit }) {
      const { read } = of(organisation);
      const page = { orderBy: [asc(interactions.calledAt), asc(interactions.id)], limit: limit + but.length };
      const rows = await read.pick(interactions, { uuid: interactions.uuid }, dueIn(read, kind, before), page);
      return rows.map(({ uuid }) => uuid).filter((uuid) => !but.includes(uuid));
    },
    end: (organisation, kind, callUuid) =>
      of(organisation).tx(async (queries) => {
        if (kind === 'recordings') return endRecording(queries, callUuid);
        await (kind === 'transcripts' ? endTranscript : endResults)(queries, callUuid);
        return [];
      }),
    endWebhooks: (organisation, before) =>
      of(organisation).tx(async (queries) => {
        const rows = await queries.pick(webhookDeliveries, { uuid: webhookDeliveries.uuid }, bodies(before), {
          limit: deliveriesAtOnce,
        });
        const uuids = rows.map(({ uuid }) => uuid);
        if (uuids.length === 0) return 0;
        return queries.update(webhookDeliveries, { body: '' }, inArray(webhookDeliveries.uuid, uuids));
      }),
  };
}

/** Evidence points at words of the transcript. */
const withoutEvidence = (analysis: StoredAnalysis): StoredAnalysis => strip(analysis) as StoredAnalysis;

function strip(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strip);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, key === 'evidence' ? [] : strip(item)]));
}

/** Keeps the outcome, the sentiment and the scores, which statistics count. */
const scoresOnly = (analysis: StoredAnalysis): StoredAnalysis => ({
  ...withoutEvidence(analysis),
  fields: analysis.fields
    .filter(({ key }) => analysis.groups[key] === scoreGroup)
    .map((field) => ({ ...field, evidence: [] })),
  summary: [],
});
