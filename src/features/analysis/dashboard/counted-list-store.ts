import { and, gte, inArray, lte, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { CallStatus, Database, Tables } from '../../../data/index.ts';
import { type CountedFilter, createCounted, pickedUpOutcomes, type View } from './counted-store.ts';
import type { ConversationGroup, Sentiment } from './stats.ts';
import type { Span } from './windows.ts';

/** A call, from its creation on, or an uploaded recording. */
export interface CountedCall {
  readonly uuid: string;
  /** Id of the interaction; null while a call is in progress. */
  readonly id: number | null;
  readonly kind: ConversationGroup['kind'];
  readonly calledAt: string;
  /** Null for uploads, as is `endReason`. */
  readonly status: CallStatus | null;
  readonly endReason: string | null;
  readonly analysis: Tables['interactions']['$inferSelect']['status'] | null;
  readonly error: string | null;
  readonly isPickedUp: boolean;
  readonly durationMs: number | null;
  readonly outcome: string | null;
  readonly sentiment: Sentiment | null;
  readonly flowUuid: string | null;
  readonly customer: { readonly uuid: string | null; readonly name: string | null; readonly phone: string | null };
  readonly fromNumber: string;
  readonly toNumber: string;
  /** Key that `agentOf` parses. */
  readonly agentKey: string;
}

export interface CountedListStore {
  /** Newest first. `total` is the number that the dashboard shows for the same filter. */
  list(
    view: View,
    span: Span,
    asked: CountedFilter & { readonly limit: number; readonly offset: number },
  ): Promise<{ rows: CountedCall[]; total: number }>;
}

interface Place {
  readonly uuid: string;
  readonly at: string;
}

export function createCountedListStore(database: Database): CountedListStore {
  const { calls, contacts, interactions } = database.tables;
  const { partsOf, ...counted } = createCounted(database);
  type Read = ReturnType<typeof partsOf>['read'];

  const callColumns = {
    uuid: calls.uuid,
    kind: calls.callType,
    calledAt: calls.createdAt,
    status: calls.status,
    endReason: calls.endReason,
    durationMs: calls.durationMs,
    sentiment: calls.sentiment,
    flowUuid: calls.flowUuid,
    contactUuid: calls.contactUuid,
    called: calls.outcome,
    fromNumber: calls.fromNumber,
    toNumber: calls.toNumber,
    outcome: counted.outcomeOfCall,
    agentKey: counted.agentOfCall,
  };
  const interactionColumns = {
    uuid: interactions.uuid,
    id: interactions.id,
    source: interactions.source,
    calledAt: interactions.calledAt,
    analysis: interactions.status,
    error: interactions.error,
    isPickedUp: interactions.connected,
    durationMs: interactions.durationMs,
    outcome: interactions.outcome,
    sentiment: interactions.sentiment,
    flowUuid: interactions.flowUuid,
    contactUuid: interactions.contactUuid,
    customerName: interactions.customerName,
    customerPhone: interactions.customerPhone,
    agentKey: counted.agentOfUpload,
  };

  /** Reads the rows of a page, newest first. */
  async function rowsOf(read: Read, page: readonly Place[]): Promise<ReadonlyMap<string, CountedCall>> {
    const [newest, oldest] = [page[0]?.at, page.at(-1)?.at];
    if (newest === undefined || oldest === undefined) return new Map();
    const uuids = page.map(({ uuid }) => uuid);
    // With the time range, SQLite uses the index on time; without it, it scans every row of the organisation.
    const theirs = (uuid: SQLiteColumn, at: SQLiteColumn) =>
      and(inArray(uuid, uuids), gte(at, oldest), lte(at, newest));
    const ofCalls = await read.system
      .select(callColumns)
      .from(calls)
      .where(read.own(calls, theirs(calls.uuid, calls.createdAt)));
    const of_ = await read.system
      .select(interactionColumns)
      .from(interactions)
      .where(read.own(interactions, theirs(interactions.uuid, interactions.calledAt)));
    const contactUuids = ofCalls.flatMap(({ contactUuid }) => contactUuid ?? []);
    const people =
      contactUuids.length === 0
        ? []
        : await read.pick(contacts, { uuid: contacts.uuid, name: contacts.name }, inArray(contacts.uuid, contactUuids));
    const names = new Map(people.map(({ uuid, name }) => [uuid, name]));
    const analysed = new Map(of_.map((row) => [row.uuid, row]));
    const rows = new Map<string, CountedCall>();
    for (const { called, contactUuid, kind, flowUuid, ...call } of ofCalls) {
      const { id = null, analysis = null, error = null } = analysed.get(call.uuid) ?? {};
      const phone = kind === 'outbound' ? call.toNumber : call.fromNumber;
      rows.set(call.uuid, {
        ...call,
        id,
        analysis,
        error,
        kind: kind as CountedCall['kind'],
        flowUuid: flowUuid || null,
        isPickedUp: pickedUpOutcomes.some((outcome) => outcome === called),
        customer: { uuid: contactUuid, name: names.get(contactUuid ?? '') ?? null, phone: phone || null },
      });
    }
    for (const { source: _, contactUuid, customerName, customerPhone, ...upload } of of_) {
      if (rows.has(upload.uuid)) continue;
      rows.set(upload.uuid, {
        ...upload,
        kind: 'upload',
        status: null,
        endReason: null,
        fromNumber: '',
        toNumber: '',
        customer: { uuid: contactUuid, name: customerName, phone: customerPhone },
      });
    }
    return rows;
  }

  return {
    async list(view, span, { limit, offset, ...filter }) {
      const parts = partsOf(view);
      const { system } = parts.read;
      const ofCalls = parts.calls(span, filter);
      const ofUploads = parts.uploads(span, filter);
      const [counts] = await system.rows<{ total: unknown }>(sql`SELECT
        (SELECT count(*) FROM ${calls} WHERE ${ofCalls})
        + (SELECT count(*) FROM ${interactions} WHERE ${ofUploads}) AS total`);
      const total = Number(counts?.total ?? 0);
      if (total <= offset) return { rows: [], total };
      // Each part is limited before the merge, so that neither is sorted as a whole.
      const most = sql.raw(String(limit + offset));
      const page = await system.rows<Place>(sql`SELECT uuid, at FROM (
          SELECT * FROM (SELECT ${calls.uuid} AS uuid, ${calls.createdAt} AS at FROM ${calls}
            WHERE ${ofCalls} ORDER BY ${calls.createdAt} DESC, ${calls.uuid} LIMIT ${most}) AS called
          UNION ALL
          SELECT * FROM (SELECT ${interactions.uuid} AS uuid, ${interactions.calledAt} AS at FROM ${interactions}
            WHERE ${ofUploads} ORDER BY ${interactions.calledAt} DESC, ${interactions.uuid} LIMIT ${most}) AS uploaded
        ) AS both_ ORDER BY at DESC, uuid LIMIT ${sql.raw(String(limit))} OFFSET ${sql.raw(String(offset))}`);
      const rows = await rowsOf(parts.read, page);
      return { rows: page.flatMap(({ uuid }) => rows.get(uuid) ?? []), total };
    },
  };
}
