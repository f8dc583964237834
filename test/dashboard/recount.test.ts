import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Database, localOrganisation, type OrganisationId, type Tables } from '../../src/data/index.ts';
import { createDashboard, createDashboardStore } from '../../src/features/dashboard/index.ts';
import { windows } from '../../src/features/dashboard/windows.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';

type Call = Tables['calls']['$inferInsert'];
type Upload = Tables['interactions']['$inferInsert'];

/** Clocks change at 00:00, at 24:00, by half an hour, on either half of the globe, or never. */
const zones = [
  ...['UTC', 'Asia/Kolkata', 'Asia/Kathmandu', 'America/New_York'],
  ...['Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Africa/Cairo'],
] as const;
/** Around changes in spring and in autumn, and some minutes from midnights. */
const moments = [
  ...['2026-03-08T12:00:00.000Z', '2026-03-29T22:30:00.000Z', '2026-04-06T03:10:00.000Z', '2026-04-24T22:05:00.000Z'],
  ...['2026-10-26T00:30:00.000Z', '2026-10-29T21:30:00.000Z', '2026-11-02T05:30:00.000Z'],
] as const;
const elsewhere = '11111111-1111-4111-8111-111111111111' as OrganisationId;
const agents = ['a1', 'a2'].map(() => randomUUID());
const mates = [randomUUID(), randomUUID()];

/** The same numbers in every run. */
function random(): () => number {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function generate(count: number): { calls: Call[]; uploads: Upload[] } {
  const next = random();
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T;
  const spans = [Date.parse('2026-02-10'), Date.parse('2026-09-25')] as const;
  const time = (): string => {
    const day = pick(spans) + Math.floor(next() * 80) * 86_400_000;
    // Half of them on a full quarter of an hour, where days begin.
    const ms = next() * 86_400_000;
    return new Date(day + (next() < 0.5 ? ms : Math.floor(ms / 900_000) * 900_000)).toISOString();
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
      ...{ uuid: randomUUID(), organisationId: next() < 0.1 ? elsewhere : localOrganisation, dialect: 'telephony_a' },
      ...{ callType: pick(['inbound', 'outbound', 'outbound', 'test'] as const), status: 'completed', outcome },
      ...{ flowUuid: pick(['f1', 'f2', '']), agentUserUuid: mate, fromNumber: '+1', toNumber: '+2' },
      ...{ sentiment: written, writtenSentiment: written, createdAt: time() },
      durationMs: pick([null, 1000, 61_500, 7_200_000]),
      contactUuid: pick(['c1', 'c2', null]),
    };
  });
  const uploads = Array.from({ length: count / 4 }, (): Upload => {
    const at = time();
    return {
      ...{ uuid: randomUUID(), organisationId: next() < 0.1 ? elsewhere : localOrganisation, calledAt: at },
      ...{ source: pick(['upload', 'upload', 'call', 'practice'] as const), status: 'completed' },
      ...{ connected: next() < 0.8, durationMs: pick([null, 30_000]), outcome: pick(['sold', 'lost', null]) },
      ...{ sentiment: pick(['positive', null] as const), agentName: pick(['Ann', 'Bo', null]) },
      ...{ voiceAgentUuid: next() < 0.2 ? pick(agents) : null, agentUserUuid: next() < 0.2 ? pick(mates) : null },
      ...{ contactUuid: pick(['c1', null]), edits: {}, search: '', createdAt: at, updatedAt: at },
    };
  });
  // As the end of a call stores it: no conversation of its own.
  const ofCalls = calls.flatMap((call, index): Upload[] => {
    if (index % 3 !== 0) return [];
    const { uuid, organisationId, createdAt: at, agentUserUuid = null } = call;
    return [
      {
        ...{ uuid, organisationId, source: 'call', status: 'completed', connected: true },
        ...{ outcome: pick(['sold', null]), sentiment: pick(['positive', 'negative', null] as const) },
        ...{ voiceAgentUuid: agentUserUuid === null ? agents[index % 2]! : null, agentUserUuid },
        ...{ calledAt: at, edits: {}, search: '', createdAt: at, updatedAt: at },
      },
    ];
  });
  return { calls, uploads: [...uploads, ...ofCalls] };
}

async function store({ system, tables }: Database, { calls, uploads }: ReturnType<typeof generate>): Promise<void> {
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
    // The second agent was removed since.
    await queries.insert(tables.voiceAgents).values({
      ...{ organisationId, uuid: agents[0]!, number: 7, name: 'Ava', personaPrompt: '', greeting: '', createdAt },
      ...{ voiceConfig: {}, languages: [], turn: {}, tools: [], maxCallSeconds: 60 },
    });
    await queries.insert(tables.contactTags).values({ organisationId, contactUuid: 'c1', tag: 'vip' });
    for (const tag of ['north', 'City:Goa'])
      await queries.insert(tables.contactTags).values({ organisationId, contactUuid: 'c2', tag });
  });
}

async function assign(
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
          ...{ organisationId, segmentUuid: 's-hand', interactionUuid },
        })),
      );
  });
}

interface Counted {
  readonly uuid: string;
  readonly flow: string | null;
  readonly contact: string | null;
  readonly kind: string;
  readonly at: string;
  readonly outcome: string | null;
  readonly sentiment: string | null;
  readonly isPickedUp: boolean;
  readonly ms: number;
  readonly isVip: boolean;
  readonly human: string | null;
  readonly agent: string | null;
  readonly name: string;
}

/** What counts, seen as one list. */
function counted({ calls, uploads }: ReturnType<typeof generate>): Counted[] {
  const agentOf = new Map(uploads.map(({ uuid, voiceAgentUuid }) => [uuid, voiceAgentUuid ?? null]));
  const analysed = new Map(uploads.filter(({ source }) => source === 'call').map((row) => [row.uuid, row]));
  const isOwn = (row: { organisationId: string }): boolean => row.organisationId === localOrganisation;
  return [
    ...calls
      .filter((call) => isOwn(call) && call.callType !== 'test')
      .map((call) => ({
        ...{ uuid: call.uuid, flow: call.flowUuid, contact: call.contactUuid ?? null },
        ...{ kind: call.callType, at: call.createdAt, ms: call.durationMs ?? 0 },
        outcome: analysed.get(call.uuid)?.outcome ?? call.outcome ?? null,
        ...{
          sentiment: call.writtenSentiment ?? analysed.get(call.uuid)?.sentiment ?? null,
          isVip: call.contactUuid === 'c1',
          human: call.agentUserUuid ?? null,
        },
        isPickedUp: call.outcome === 'connected' || call.outcome === 'agent_answered',
        ...{ name: 'Unassigned', agent: agentOf.get(call.uuid) ?? null },
      })),
    ...uploads
      .filter((upload) => isOwn(upload) && upload.source === 'upload')
      .map((upload) => ({
        ...{ uuid: upload.uuid, flow: upload.flowUuid ?? null, contact: upload.contactUuid ?? null },
        ...{ kind: 'upload', at: upload.calledAt, outcome: upload.outcome ?? null, ms: upload.durationMs ?? 0 },
        ...{ sentiment: upload.sentiment ?? null, isVip: upload.contactUuid === 'c1', isPickedUp: upload.connected },
        agent: upload.agentUserUuid == null ? (upload.voiceAgentUuid ?? null) : null,
        ...{ human: upload.agentUserUuid ?? null, name: upload.agentName ?? 'Unassigned' },
      })),
  ];
}

/** Days since 1970 that a calendar there shows, without the library that is tested. */
function dayIn(zone: string): (at: string) => number {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return (at) => Date.parse(format.format(new Date(at))) / 86_400_000;
}

const complete = { today: 0, yesterday: 1, '7d': 7, '14d': 14, '30d': 30 } as const;

const by = (rows: readonly Counted[], of: (row: Counted) => string | null): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const row of rows) {
    const value = of(row);
    if (value !== null) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
};

const rateOf = (rows: readonly Counted[]): number => {
  const picked = rows.filter(({ isPickedUp }) => isPickedUp).length;
  return rows.length === 0 ? 0 : Number((picked / rows.length).toFixed(4));
};

function recounted(rows: readonly Counted[]) {
  const picked = rows.filter(({ isPickedUp }) => isPickedUp);
  const average = picked.reduce((sum, { ms }) => sum + ms, 0) / 1000 / picked.length;
  return {
    calls_total: rows.length,
    calls_inbound: rows.filter(({ kind }) => kind === 'inbound').length,
    calls_outbound: rows.filter(({ kind }) => kind === 'outbound').length,
    calls_uploaded: rows.filter(({ kind }) => kind === 'upload').length,
    picked_up: picked.length,
    pickup_rate: rateOf(rows),
    avg_duration_seconds: picked.length === 0 ? 0 : Number(average.toFixed(1)),
    outcome_breakdown: by(rows, ({ outcome }) => outcome),
    sentiment_breakdown: by(rows, ({ sentiment }) => sentiment),
  };
}

onEachDatabase('the dashboard', ({ place }) => {
  test('the dashboard equals a recount of every call, in eight zones, across changes of their clocks', async () => {
    const database = await openAt(await place());
    const rows = generate(10_000);
    await store(database, rows);
    const all = counted(rows);
    const viewer = { organisationId: localOrganisation, userUuid: 'u' };
    for (const timezone of zones) {
      const dayOf = dayIn(timezone);
      const days = new Map(all.map((row) => [row, dayOf(row.at)]));
      for (const now of moments) {
        const today = dayOf(now);
        const clock = { now: () => new Date(now), timezone };
        const open = (sight: readonly string[] | undefined) =>
          createDashboard({ store: createDashboardStore(database), sightOf: async () => sight, clock });
        const past = all.filter((row) => row.at < now);
        const ago = (row: Counted): number => today - days.get(row)!;
        for (const window of windows) {
          const inWindow = past.filter((row) =>
            window === 'yesterday' ? ago(row) === 1 : ago(row) >= 0 && ago(row) <= complete[window],
          );
          const { stats, range } = await open(undefined).summary(viewer, window);
          expect(stats, `${timezone} ${now} ${window}`).toEqual(recounted(inWindow));
          expect(Object.keys(stats)).toHaveLength(9);
          expect(range.to).toBe(window === 'yesterday' ? range.to : now);
          expect(dayOf(range.from)).toBe(today - complete[window]);
          expect(dayOf(new Date(Date.parse(range.from) - 1).toISOString())).toBe(today - complete[window] - 1);
        }
        const { trend } = await open(undefined).trend(viewer, 45);
        const dates = Array.from({ length: 45 }, (_, i) => new Date((today - 44 + i) * 86_400_000).toISOString());
        expect(trend, `${timezone} ${now}`).toEqual(
          dates.map((date, i) => ({
            date: date.slice(0, 10),
            calls: past.filter((row) => ago(row) === 44 - i).length,
          })),
        );
        const vip = past.filter((row) => row.isVip && ago(row) >= 0 && ago(row) <= 30);
        expect((await open(['vip']).summary(viewer, '30d')).stats.calls_total).toBe(vip.length);
      }
    }
  }, 120_000);

  test('equals a recount by segments and by visibility', async () => {
    const database = await openAt(await place());
    const rows = generate(2000);
    await store(database, rows);
    const all = counted(rows);
    const tagsOf: Readonly<Record<string, readonly string[]>> = { c1: ['vip'], c2: ['north', 'City:Goa'] };
    const segment = (uuid: string, rule: { campaignUuid?: string; tags?: string[] }) => ({
      ...{ id: 1, uuid, name: uuid, kind: 'custom' as const, campaignUuid: null, tags: [], createdAt: '' },
      ...rule,
    });
    const segments = [
      segment('s-f1', { campaignUuid: 'f1' }),
      segment('s-north', { tags: ['north', 'south'] }),
      segment('s-both', { campaignUuid: 'f2', tags: ['vip'] }),
      segment('s-hand', {}),
    ] as const;
    const [f1, north, both, hand] = segments;
    const byHand = new Set(rows.uploads.filter((_, index) => index % 5 === 0).map(({ uuid }) => uuid));
    await assign(database, segments, [...byHand]);
    const isIn = (row: Counted, { uuid, campaignUuid, tags }: (typeof segments)[number]): boolean => {
      if (uuid === 's-hand') return byHand.has(row.uuid);
      if (campaignUuid !== null && row.flow !== campaignUuid) return false;
      return tags.length === 0 || tags.some((tag) => tagsOf[row.contact ?? '']?.includes(tag));
    };
    const scopes = [[[f1]], [[north]], [[both]], [[hand]], [[f1, hand]], [[f1, north, hand], [both]], [[north], [f1]]];
    const viewer = { organisationId: localOrganisation, userUuid: 'u' };
    let some = 0;
    for (const timezone of ['Europe/Berlin', 'Australia/Lord_Howe'])
      for (const now of [moments[2], moments[6]]) {
        const dayOf = dayIn(timezone);
        const clock = { now: () => new Date(now), timezone };
        for (const sight of [undefined, ['vip'], ['north', 'nobody'], ['nobody']])
          for (const scope of scopes) {
            const ago = (row: Counted): number => dayOf(now) - dayOf(row.at);
            const isSeen = (row: Counted) =>
              sight === undefined || sight.some((tag) => tagsOf[row.contact ?? '']?.includes(tag));
            const expected = all.filter(
              (row) =>
                row.at < now &&
                ago(row) <= 30 &&
                isSeen(row) &&
                scope.every((group) => group.some((one) => isIn(row, one))),
            );
            some += expected.length;
            const dashboard = createDashboard({
              ...{ store: createDashboardStore(database), sightOf: async () => sight, clock },
            });
            const { stats } = await dashboard.summary(viewer, '30d', scope);
            expect(stats, `${timezone} ${now} ${sight} ${JSON.stringify(scope)}`).toEqual(recounted(expected));
            const { trend } = await dashboard.trend(viewer, 31, scope);
            expect(trend.reduce((sum, { calls }) => sum + calls, 0)).toBe(expected.length);
            const board = await dashboard.leaderboard(viewer, '30d', scope);
            const lines = [...board.ai_agents, ...board.human_agents, ...board.unassigned];
            expect(lines.reduce((sum, line) => sum + line.calls_total, 0)).toBe(expected.length);
          }
      }
    expect(some).toBeGreaterThan(1000);
  }, 120_000);

  test('the leaderboard ranks AI agents, teammates and calls without an agent separately', async () => {
    const database = await openAt(await place());
    const rows = generate(1000);
    await store(database, rows);
    const now = '2026-11-02T05:30:00.000Z';
    const clock = { now: () => new Date(now), timezone: 'Europe/Berlin' };
    const board = await createDashboard({
      ...{ store: createDashboardStore(database), sightOf: async () => undefined, clock },
    }).leaderboard({ organisationId: localOrganisation, userUuid: 'u' }, '30d');
    const day = dayIn('Europe/Berlin');
    const inWindow = counted(rows).filter(({ at }) => at < now && day(now) - day(at) <= 30 && day(at) <= day(now));
    expect(board.human_agents.map(({ agent_uuid, calls_total }) => [agent_uuid, calls_total]).sort()).toEqual(
      Object.entries(by(inWindow, ({ human }) => human)).sort(),
    );
    const ava = inWindow.filter(({ agent, human }) => agent === agents[0] && human === null);
    const positive = ava.filter(({ sentiment }) => sentiment === 'positive').length;
    const judged = ava.filter(({ sentiment }) => sentiment !== null).length;
    expect(board.ai_agents).toMatchObject([
      { agent_id: 7, agent_name: 'Ava', calls_total: ava.length, pickup_rate: rateOf(ava) },
    ]);
    expect(board.ai_agents[0]?.positive_sentiment_rate).toBe(Number((positive / judged).toFixed(4)));
    const nobodys = inWindow.filter(({ human }) => human === null);
    const sum = (lines: readonly { calls_total: number }[]) => lines.reduce((all, line) => all + line.calls_total, 0);
    expect(sum(board.ai_agents) + sum(board.unassigned)).toBe(nobodys.length);
    const mate = board.human_agents[0]!;
    expect(mate.pickup_rate).toBe(rateOf(inWindow.filter(({ human }) => human === mate.agent_uuid)));
    const totals = board.human_agents.map(({ calls_total }) => calls_total);
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
  });
});
