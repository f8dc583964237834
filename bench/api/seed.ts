import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, localOrganisation } from '../../src/data/index.ts';
import { createCountFolding } from '../../src/features/calls/call-stats/index.ts';

export interface Seed {
  readonly calls: number;
  /** Owner of the documents and actor in the audit log. */
  readonly userUuid: string;
  /** Process that carries the live calls; without one, the server closes them when it starts. */
  readonly owner: string;
  readonly now: Date;
  /** Gives connected calls an agent and a conversation outcome. */
  readonly withConversations?: boolean;
  /** Adds an analysed conversation to each ended call. */
  readonly withInteractions?: boolean;
}

export const flowCount = 20;
export const outcomes = ['connected', 'voicemail', 'no-answer', 'failed'] as const;
/** Number per hundred calls. */
const outcomeShares = [70, 12, 13, 5];
export const liveCalls = 24;
/** One in this many calls has an event log, as long as that of a ten-turn call. */
const loggedEvery = 50;
const turns = 10;
const documents = 2000;
const auditEvents = 20_000;
/** Interval between calls, going back from now. */
export const callEveryMs = 60_000;

/** Deterministic but unordered, like real identifiers. */
export function uuidOf(kind: 'flow' | 'call' | 'document' | 'audit', index: number): string {
  const hex = createHash('sha256').update(`${kind} ${index}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Call 0 is the newest. */
export const loggedCall = (index: number): string => uuidOf('call', liveCalls + index * loggedEvery);
export const loggedCalls = (calls: number): number => Math.floor((calls - liveCalls) / loggedEvery);

/** Fills a migrated database with one organisation's flows, calls, events, documents and audit log. */
export async function seed(
  database: Database,
  { calls, userUuid, owner, now, withConversations, withInteractions }: Seed,
): Promise<void> {
  const { flows, calls: callTable, callEvents, kbDocuments, auditEvents: audit } = database.tables;
  const insert = insertInto(database);
  const at = (index: number, everyMs: number): string => new Date(now.getTime() - index * everyMs).toISOString();
  await insert(flows, flowCount, (index) => flowRow(index, at(index, 1000)));
  // PostgreSQL generates ended calls itself, in a fifth of the time that sending them takes.
  const sent = database.dialect === 'postgres' ? liveCalls : calls;
  await insert(callTable, sent, (index) => callRow(index, at(index, callEveryMs), owner));
  if (sent < calls) await makeCalls(database, calls, now);
  const logged = loggedCalls(calls) * eventsOfACall;
  if (sent < calls) await makeEvents(database, calls, now);
  else await insert(callEvents, logged, (index) => eventRow(index, now.toISOString()));
  await insert(kbDocuments, documents, (index) => documentRow(index, userUuid, at(index, 60_000)));
  await insert(audit, auditEvents, (index) => auditRow(index, userUuid, at(index, 60_000)));
  if (withConversations === true) await makeConversations(database);
  if (withInteractions === true) await makeInteractions(database);
  // Performs the background count folding that a server does within minutes.
  const folding = createCountFolding(database);
  while ((await folding.round()) > 0);
}

const rowsAtOnce = 500;

const insertInto =
  ({ system }: Database) =>
  async <T extends Parameters<Parameters<Parameters<typeof system.tx>[0]>[0]['insert']>[0]>(
    table: T,
    count: number,
    row: (index: number) => T['$inferInsert'],
  ): Promise<void> => {
    for (let from = 0; from < count; from += rowsAtOnce) {
      const rows = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, index) => row(from + index));
      await system.tx(async (queries) => void (await queries.insert(table).values(rows)));
    }
  };

const conversationOutcomeOf = (digit: string): string | null =>
  digit < '4' ? 'resolved' : digit < '8' ? 'interested' : digit < 'c' ? 'no_interest' : null;

/** Assigns outcomes in equal shares and one agent per flow, in batches that stay below the statement time limit. */
async function makeConversations({ system, tables: { calls } }: Database): Promise<void> {
  for (const digit of '0123456789abcdef')
    await system.tx((queries) =>
      queries.rows(sql`UPDATE ${calls} SET conversation_outcome = ${conversationOutcomeOf(digit)},
          conversation_agent = 'agent:' || flow_uuid || ':Agent ' || substr(flow_uuid, 1, 4)
        WHERE outcome = 'connected' AND substr(uuid, 1, 1) = ${digit} RETURNING 1 AS one`),
    );
}

/** Characters of an analysis, stored beside what lists show. */
const analysisCharacters = 2000;
export const sentiments = ['positive', 'neutral', 'negative'];
const agents = 8;

async function makeInteractions({ system, tables: { calls, interactions } }: Database): Promise<void> {
  const analysis = JSON.stringify({ filler: 'x'.repeat(analysisCharacters) });
  for (const [index, digit] of [...'0123456789abcdef'].entries())
    await system.tx((queries) =>
      queries.rows(sql`INSERT INTO ${interactions} (uuid, organisation_id, source, status, direction, connected, flow_uuid,
          customer_phone, agent_name, language_code, called_at, duration_ms, outcome, sentiment, summary, analysis, edits,
          search, created_at, updated_at)
        SELECT uuid, organisation_id, 'call', 'completed', call_type, 1, flow_uuid,
          from_number, ${`Agent ${index % agents}`}, 'en-US', created_at, duration_ms, ${conversationOutcomeOf(digit)},
          ${sentiments[index % sentiments.length]}, 'The caller asked for the opening hours.', ${analysis}, '{}',
          from_number || ' the caller asked for the opening hours.', created_at, created_at
        FROM ${calls} WHERE status = 'completed' AND substr(uuid, 1, 1) = ${digit} RETURNING 1 AS one`),
    );
}

/** PostgreSQL rows per statement, which takes one second, or six on a busy machine; the limit is thirty. */
const madeAtOnce = 10_000;

/** SQL equivalent of `uuidOf`. */
const madeUuid = (kind: string, index: string) =>
  sql.raw(`(SELECT substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-4' || substr(h, 14, 3) || '-8' || substr(h, 18, 3) || '-' || substr(h, 21, 12)
    FROM encode(sha256(('${kind} ' || ${index})::bytea), 'hex') AS hashed (h))`);

/** Generates the same rows as `callRow` for ended calls. */
async function makeCalls({ system }: Database, calls: number, now: Date): Promise<void> {
  const time = (ms: string) =>
    sql`to_char(${now.toISOString()}::timestamptz AT TIME ZONE 'UTC' - i * ${callEveryMs}::bigint * interval '1 millisecond' + ${sql.raw(ms)} * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  const outcome = sql.raw(
    outcomes
      .map((name, at) => ({ name, below: outcomeShares.slice(0, at + 1).reduce((all, share) => all + share, 0) }))
      .reduce((text, { name, below }) => `${text} WHEN (i * 61) % 100 < ${below} THEN '${name}'`, 'CASE')
      .concat(' END'),
  );
  for (let from = liveCalls; from < calls; from += madeAtOnce)
    await system.tx((queries) =>
      queries.rows(sql`INSERT INTO calls (uuid, organisation_id, flow_uuid, call_type, dialect, status, from_number, to_number,
          provider_call_id, outcome, end_reason, created_at, started_at, ended_at, duration_ms, turns, median_latency_ms)
        SELECT uuid, ${localOrganisation}, ${madeUuid('flow', `((i * 13) % ${flowCount})`)},
          CASE WHEN i % 3 = 0 THEN 'outbound' ELSE 'inbound' END, 'telephony_a', 'completed',
          '+1202555' || lpad((i % 10000)::text, 4, '0'), '+12025550143', 'CA' || replace(uuid, '-', ''), ${outcome},
          'caller_hung_up', ${time('0')}, ${time('0')}, ${time('duration_ms')}, duration_ms, i % 20, 300 + i % 400
        FROM (SELECT i, 20000 + (i * 7919) % 300000 AS duration_ms, ${madeUuid('call', 'i')} AS uuid
          FROM generate_series(${from}::bigint, ${Math.min(calls, from + madeAtOnce) - 1}::bigint) AS made (i)) AS calls_made`),
    );
}

/** Generates the same rows as `eventRow`. */
async function makeEvents({ system }: Database, calls: number, now: Date): Promise<void> {
  const events = loggedCalls(calls) * eventsOfACall;
  const bodies = Array.from({ length: eventsOfACall }, (_, seq) => eventRow(seq, now.toISOString()));
  for (let from = 0; from < events; from += madeAtOnce)
    await system.tx((queries) =>
      queries.rows(sql`INSERT INTO call_events (organisation_id, call_uuid, seq, type, at_ms, body, recorded_at)
        SELECT ${localOrganisation}, ${madeUuid('call', `(${liveCalls} + (i / ${eventsOfACall}) * ${loggedEvery})`)}, seq, type,
          at_ms, body, ${now.toISOString()}
        FROM generate_series(${from}::bigint, ${Math.min(events, from + madeAtOnce) - 1}::bigint) AS made (i)
        JOIN json_to_recordset(${JSON.stringify(bodies.map(({ seq, type, atMs: at_ms, body }) => ({ seq, type, at_ms, body: JSON.stringify(body) })))}::json)
          AS told (seq bigint, type text, at_ms double precision, body text) ON seq = 1 + i % ${eventsOfACall}`),
    );
}

const flowRow = (index: number, createdAt: string) => ({
  uuid: uuidOf('flow', index),
  organisationId: localOrganisation,
  kind: 'inbound' as const,
  name: `Campaign ${index}`,
  status: 'draft' as const,
  provider: 'none',
  speaker: 'asha',
  languageCode: 'en',
  config: { business_name: 'Maple Grove Dental', greeting: 'Hello, how may I help?' },
  createdAt,
  updatedAt: createdAt,
});

function callRow(index: number, createdAt: string, owner: string) {
  const isLive = index < liveCalls;
  const durationMs = 20_000 + ((index * 7919) % 300_000);
  return {
    uuid: uuidOf('call', index),
    organisationId: localOrganisation,
    flowUuid: uuidOf('flow', (index * 13) % flowCount),
    callType: index % 3 === 0 ? ('outbound' as const) : ('inbound' as const),
    dialect: 'telephony_a' as const,
    fromNumber: `+1202555${String(index % 10_000).padStart(4, '0')}`,
    toNumber: '+12025550143',
    providerCallId: `CA${uuidOf('call', index).replaceAll('-', '')}`,
    createdAt,
    startedAt: createdAt,
    turns: index % 20,
    medianLatencyMs: 300 + (index % 400),
    ...(isLive
      ? { status: 'in_progress' as const, leaseOwner: owner, leaseUntil: createdAt }
      : {
          status: 'completed' as const,
          outcome: outcomeOf(index),
          endReason: 'caller_hung_up',
          endedAt: new Date(Date.parse(createdAt) + durationMs).toISOString(),
          durationMs,
        }),
  };
}

/** Well mixed, so that no filter finds its rows adjacent. */
function outcomeOf(index: number): (typeof outcomes)[number] {
  let place = (index * 61) % 100;
  const chosen = outcomeShares.findIndex((share) => {
    place -= share;
    return place < 0;
  });
  return outcomes[chosen] as (typeof outcomes)[number];
}

const eventsOfACall = 3 * turns;

function eventRow(index: number, recordedAt: string) {
  const seq = index % eventsOfACall;
  const atMs = seq * 3000;
  const turn = Math.floor(seq / 3);
  const split = { endpoint: 300, recognition: 40, agent: 20, synthesis: 60, queue: 5, network: 20, total: 445 };
  const text = 'I would like to move it.';
  const endMs = atMs + 2000;
  const line = { turn, speaker: seq % 3 === 0 ? 'customer' : 'agent', startMs: atMs, endMs, text };
  const body =
    seq % 3 === 2
      ? { type: 'turn', atMs, turn, latency: { ...split, estimated: false } }
      : { type: 'line', atMs, line: { ...line, words: wordsOf(text, atMs, endMs) } };
  const callUuid = loggedCall(Math.floor(index / eventsOfACall));
  return { organisationId: localOrganisation, callUuid, seq: seq + 1, type: body.type, atMs, body, recordedAt };
}

/** Splits a line into words with equal shares of its time, as stored calls do. */
function wordsOf(line: string, startMs: number, endMs: number) {
  const texts = line.split(' ');
  const msEach = (endMs - startMs) / texts.length;
  return texts.map((text, index) => ({
    text,
    startMs: startMs + index * msEach,
    endMs: startMs + (index + 1) * msEach,
    confidence: 0.9,
    heard: 'yes',
  }));
}

const documentRow = (index: number, userUuid: string, createdAt: string) => ({
  uuid: uuidOf('document', index),
  organisationId: localOrganisation,
  userUuid,
  title: `Price list ${index}`,
  fileName: `price-list-${index}.pdf`,
  mimeType: 'application/pdf',
  sizeBytes: 40_000 + index,
  digest: createHash('sha256').update(String(index)).digest('hex'),
  createdAt,
});

const auditRow = (index: number, userUuid: string, at: string) => ({
  uuid: uuidOf('audit', index),
  organisationId: localOrganisation,
  at,
  actorMethod: 'session' as const,
  userUuid,
  requestId: `seed-${index}`,
  action: index % 4 === 0 ? 'PATCH /api/auth/members/{uuid}' : 'POST /api/voice/calls/{uuid}/end',
  subject: { uuid: uuidOf('call', index) },
  fields: ['reason'],
  status: 200,
});
