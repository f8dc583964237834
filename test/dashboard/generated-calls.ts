import { randomUUID } from 'node:crypto';
import { type Database, localOrganisation, type OrganisationId, type Tables } from '../../src/data/index.ts';

type Call = Tables['calls']['$inferInsert'];
type Upload = Tables['interactions']['$inferInsert'];

/** Zones whose clocks change at 00:00, at 24:00, by half an hour, in either hemisphere, or never. */
export const zones = [
  ...['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York'],
  ...['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Cairo'],
] as const;
/** Starts of the zones' days in summer and in winter, in minutes of a UTC day. */
const midnights = [0, 18.5, 18.25, 4, 5, 22, 23, 3, 13, 13.5, 21].map((hours) => hours * 60);
/** Times around clock changes in spring and autumn, and a few minutes from midnight. */
export const moments = [
  ...['2026-03-08T12:00:00.000Z', '2026-03-29T22:30:00.000Z', '2026-04-06T03:10:00.000Z', '2026-04-24T22:05:00.000Z'],
  ...['2026-10-26T00:30:00.000Z', '2026-10-29T21:30:00.000Z', '2026-11-02T05:30:00.000Z'],
] as const;
const elsewhere = '00000000-0000-4000-8000-000000000002' as OrganisationId;
export const agents = ['a1', 'a2'].map(() => randomUUID());
const mates = [randomUUID(), randomUUID()];

/** Deterministic random numbers. */
function random(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const statusOf = (outcome: Call['outcome']): Call['status'] =>
  outcome === null ? 'in_progress' : outcome === 'failed' ? 'failed' : 'completed';

const analysisOf = (index: number): Upload['status'] => (index % 7 === 0 ? 'failed' : 'completed');

export function generate(count: number): { calls: Call[]; uploads: Upload[] } {
  const next = random();
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const spans = [Date.parse('2026-02-10'), Date.parse('2026-09-25')] as const;
  const time = (): string => {
    const day = pick(spans) + Math.floor(next() * 80) * 86_400_000;
    // Half of them where a day begins in a zone, or just before.
    const ms = next() < 0.5 ? next() * 86_400_000 : pick(midnights) * 60_000 - pick([0, 1]);
    return new Date(day + ms).toISOString();
  };
  const calls = Array.from({ length: count }, (): Call => {
    const outcome = pick([
      'connected',
      'connected',
      'voicemail',
      'no-answer',
      'failed',
      'agent_answered',
      null,
    ] as const);
    const mate = next() < 0.2 ? pick(mates) : null;
    const written = pick(['positive', 'neutral', 'negative', null] as const);
    return {
      uuid: randomUUID(),
      organisationId: next() < 0.1 ? elsewhere : localOrganisation,
      dialect: 'telephony_a',
      callType: pick(['inbound', 'outbound', 'outbound', 'test'] as const),
      status: statusOf(outcome),
      outcome,
      flowUuid: pick(['f1', 'f2', '']),
      agentUserUuid: mate,
      fromNumber: '+1',
      toNumber: '+2',
      sentiment: written,
      writtenSentiment: written,
      createdAt: time(),
      durationMs: pick([null, 1000, 61_500, 7_200_000]),
      contactUuid: pick(['c1', 'c2', null]),
    };
  });
  const uploads = Array.from({ length: count / 4 }, (_, index): Upload => {
    const at = time();
    return {
      uuid: randomUUID(),
      organisationId: next() < 0.1 ? elsewhere : localOrganisation,
      calledAt: at,
      source: pick(['upload', 'upload', 'call', 'practice'] as const),
      status: analysisOf(index),
      connected: next() < 0.8,
      durationMs: pick([null, 30_000]),
      outcome: pick(['interested', 'no_interest', null]),
      sentiment: pick(['positive', null] as const),
      agentName: pick(['Ann', 'Bo', null]),
      voiceAgentUuid: next() < 0.2 ? pick(agents) : null,
      agentUserUuid: next() < 0.2 ? pick(mates) : null,
      contactUuid: pick(['c1', null]),
      edits: {},
      search: '',
      createdAt: at,
      updatedAt: at,
    };
  });
  // As the end of a call stores it, without a separate conversation.
  const ofCalls = calls.flatMap((call, index): Upload[] => {
    if (index % 3 !== 0) return [];
    const { uuid, organisationId, createdAt: at, agentUserUuid = null } = call;
    return [
      {
        uuid,
        organisationId,
        source: 'call',
        status: analysisOf(index),
        connected: true,
        outcome: pick(['interested', 'resolved', null]),
        sentiment: pick(['positive', 'negative', null] as const),
        voiceAgentUuid: agentUserUuid === null ? agents[index % 2]! : null,
        agentUserUuid,
        calledAt: at,
        edits: {},
        search: '',
        createdAt: at,
        updatedAt: at,
      },
    ];
  });
  return { calls, uploads: [...uploads, ...ofCalls] };
}

export async function store(
  { system, tables }: Database,
  { calls, uploads }: ReturnType<typeof generate>,
): Promise<void> {
  await system.tx(async (queries) => {
    for (let at = 0; at < calls.length; at += 500) await queries.insert(tables.calls).values(calls.slice(at, at + 500));
    for (let at = 0; at < uploads.length; at += 500)
      await queries.insert(tables.interactions).values(uploads.slice(at, at + 500));
    const organisationId = localOrganisation;
    const createdAt = '2026-01-01T00:00:00.000Z';
    const contact = { organisationId, uuid: 'c1', phone: '+12025550100', createdAt, updatedAt: createdAt };
    const unused = { metadata: {}, optedOut: false, attempts: 0, search: '' };
    await queries.insert(tables.contacts).values({ ...contact, ...unused });
    await queries.insert(tables.contacts).values({ ...contact, ...unused, uuid: 'c2', phone: '+12025550101' });
    // The second agent has been removed since.
    await queries.insert(tables.voiceAgents).values({
      organisationId,
      uuid: agents[0]!,
      number: 7,
      name: 'Ava',
      personaPrompt: '',
      greeting: '',
      createdAt,
      voiceConfig: {},
      languages: [],
      turn: {},
      tools: [],
      maxCallSeconds: 60,
    });
    await queries.insert(tables.contactTags).values({ organisationId, contactUuid: 'c1', tag: 'vip' });
    for (const tag of ['north', 'City:Goa'])
      await queries.insert(tables.contactTags).values({ organisationId, contactUuid: 'c2', tag });
  });
}

export async function assign(
  { system, tables }: Database,
  segments: readonly { readonly uuid: string; readonly tags: readonly string[] }[],
  interactionUuids: readonly string[],
): Promise<void> {
  const organisationId = localOrganisation;
  const createdAt = '2026-01-01T00:00:00.000Z';
  await system.tx(async (queries) => {
    for (const { uuid, tags } of segments) {
      const row = { uuid, organisationId, name: uuid, kind: 'custom' as const, tags: [...tags], createdAt };
      await queries.insert(tables.segments).values({ ...row, updatedAt: createdAt } as never);
    }
    for (let at = 0; at < interactionUuids.length; at += 500)
      await queries.insert(tables.interactionSegments).values(
        interactionUuids.slice(at, at + 500).map((interactionUuid) => ({
          organisationId,
          segmentUuid: 's-hand',
          interactionUuid,
        })),
      );
  });
}

export interface Counted {
  readonly uuid: string;
  readonly flow: string | null;
  readonly contact: string | null;
  readonly kind: string;
  readonly at: string;
  readonly outcome: string | null;
  readonly sentiment: string | null;
  readonly isPickedUp: boolean;
  /** Analysed without an outcome. */
  readonly isUnsure: boolean;
  readonly ms: number;
  readonly isVip: boolean;
  readonly human: string | null;
  readonly agent: string | null;
  readonly name: string;
}

/** Returns all counted rows as one list. */
export function counted({ calls, uploads }: ReturnType<typeof generate>): Counted[] {
  const agentOf = new Map(uploads.map(({ uuid, voiceAgentUuid }) => [uuid, voiceAgentUuid ?? null]));
  const analysed = new Map(uploads.filter(({ source }) => source === 'call').map((row) => [row.uuid, row]));
  const isUnsure = (
    row: { readonly status?: string; readonly outcome?: string | null | undefined } | undefined,
  ): boolean => row?.status === 'completed' && (row.outcome ?? null) === null;
  const isAnswered = ({ outcome }: { readonly outcome?: string | null | undefined }): boolean =>
    outcome === 'connected' || outcome === 'agent_answered';
  const isOwn = (row: { organisationId: string }): boolean => row.organisationId === localOrganisation;
  return [
    ...calls
      .filter((call) => isOwn(call) && call.callType !== 'test')
      .map((call) => ({
        uuid: call.uuid,
        flow: call.flowUuid,
        contact: call.contactUuid ?? null,
        kind: call.callType,
        at: call.createdAt,
        ms: call.durationMs ?? 0,
        outcome: analysed.get(call.uuid)?.outcome ?? call.outcome ?? null,
        sentiment: call.writtenSentiment ?? analysed.get(call.uuid)?.sentiment ?? null,
        isVip: call.contactUuid === 'c1',
        human: call.agentUserUuid ?? null,
        isPickedUp: isAnswered(call),
        isUnsure: isAnswered(call) && isUnsure(analysed.get(call.uuid)),
        name: 'Unassigned',
        agent: agentOf.get(call.uuid) ?? null,
      })),
    ...uploads
      .filter((upload) => isOwn(upload) && upload.source === 'upload')
      .map((upload) => ({
        uuid: upload.uuid,
        flow: upload.flowUuid ?? null,
        contact: upload.contactUuid ?? null,
        kind: 'upload',
        at: upload.calledAt,
        outcome: upload.outcome ?? null,
        ms: upload.durationMs ?? 0,
        sentiment: upload.sentiment ?? null,
        isVip: upload.contactUuid === 'c1',
        isPickedUp: upload.connected,
        isUnsure: upload.connected && isUnsure(upload),
        agent: upload.agentUserUuid == null ? (upload.voiceAgentUuid ?? null) : null,
        human: upload.agentUserUuid ?? null,
        name: upload.agentName ?? 'Unassigned',
      })),
  ];
}
