import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Database, localOrganisation } from '../../src/data/index.ts';
import { createDashboard, createDashboardStore } from '../../src/features/analysis/dashboard/index.ts';
import { windows } from '../../src/features/analysis/dashboard/windows.ts';
import { onEachDatabase, openAt } from '../data/databases.ts';
import { agents, assign, type Counted, counted, generate, moments, store, zones } from './generated-calls.ts';

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
    outcome_unsure: rows.filter(({ isUnsure }) => isUnsure).length,
    sentiment_breakdown: by(rows, ({ sentiment }) => sentiment),
  };
}

/** Has a supervisor take over in every fourth call. Returns the uuids of these calls. */
async function supervise({ system, tables }: Database, calls: readonly StoredCall[]): Promise<ReadonlySet<string>> {
  const taken = calls.filter(({ organisationId }, index) => index % 4 === 0 && organisationId === localOrganisation);
  const sessions = taken.map(({ uuid, createdAt }) => ({
    uuid: randomUUID(),
    organisationId: localOrganisation,
    callUuid: uuid,
    userUuid: 'u',
    createdAt,
    startedAt: createdAt,
    endedAt: createdAt,
    takenOverAt: createdAt,
  }));
  await system.tx((queries) => queries.insert(tables.listeningSessions).values(sessions));
  return new Set(taken.map(({ uuid }) => uuid));
}

type StoredCall = ReturnType<typeof generate>['calls'][number];

onEachDatabase('the dashboard', ({ place }) => {
  test('the dashboard equals a recount of every call, in eight zones, across changes of their clocks', async () => {
    const database = await openAt(await place());
    const rows = generate(2000);
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
          createDashboard({
            store: createDashboardStore(database),
            sightOf: async () => sight,
            clockOf: async () => clock,
          });
        const past = all.filter((row) => row.at < now);
        const ago = (row: Counted): number => today - days.get(row)!;
        for (const window of windows) {
          const inWindow = past.filter((row) =>
            window === 'yesterday' ? ago(row) === 1 : ago(row) >= 0 && ago(row) <= complete[window],
          );
          const { stats, range } = await open(undefined).summary(viewer, window);
          expect(stats, `${timezone} ${now} ${window}`).toEqual(recounted(inWindow));
          expect(Object.keys(stats)).toHaveLength(10);
          expect(range.to).toBe(window === 'yesterday' ? range.to : now);
          expect(dayOf(range.from)).toBe(today - complete[window]);
          expect(dayOf(new Date(Date.parse(range.from) - 1).toISOString())).toBe(today - complete[window] - 1);
        }
        for (const window of ['today', 'yesterday'] as const) {
          const { trend: hours } = await open(undefined).trend(viewer, window);
          const expected = past.filter((row) => ago(row) === complete[window]);
          expect(hours.reduce((sum, { calls }) => sum + calls, 0)).toBe(expected.length);
          for (const { from, to, calls } of hours)
            expect(calls).toBe(expected.filter(({ at }) => at >= from && at < to).length);
        }
        const { trend: week } = await open(undefined).trend(viewer, '7d');
        expect(week.map(({ calls }) => calls).reverse()).toEqual(
          week.map((_, index) => past.filter((row) => ago(row) === index).length),
        );
        const { trend } = await open(undefined).trend(viewer, 45);
        const dates = Array.from({ length: 45 }, (_, i) => new Date((today - 44 + i) * 86_400_000).toISOString());
        expect(trend, `${timezone} ${now}`).toEqual(
          dates.map((date, i) => {
            const of = recounted(past.filter((row) => ago(row) === 44 - i));
            return {
              date: date.slice(0, 10),
              from: expect.any(String),
              to: expect.any(String),
              calls: of.calls_total,
              picked_up: of.picked_up,
              pickup_rate: of.pickup_rate,
              avg_duration_seconds: of.avg_duration_seconds,
            };
          }),
        );
        const vip = past.filter((row) => row.isVip && ago(row) >= 0 && ago(row) <= 30);
        expect((await open(['vip']).summary(viewer, '30d')).stats.calls_total).toBe(vip.length);
      }
    }
  }, 120_000);

  test('equals a recount by segments and by visibility', async () => {
    const database = await openAt(await place());
    const rows = generate(4000);
    await store(database, rows);
    const all = counted(rows);
    const tagsOf: Readonly<Record<string, readonly string[]>> = { c1: ['vip'], c2: ['north', 'City:Goa'] };
    const segment = (uuid: string, rule: { campaignUuid?: string; tags?: string[] }) => ({
      id: 1,
      uuid,
      name: uuid,
      kind: 'custom' as const,
      campaignUuid: null,
      tags: [],
      createdAt: '',
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
    for (const [index, timezone] of zones.entries()) {
      // A change of the clocks in spring and one in autumn, by turns.
      const now = moments[index % 2 === 0 ? 2 : 6] as string;
      const dayOf = dayIn(timezone);
      const today = dayOf(now);
      const inWindow = all.filter((row) => row.at < now && today - dayOf(row.at) <= 30);
      const clock = { now: () => new Date(now), timezone };
      for (const sight of [undefined, ['vip'], ['north', 'nobody'], ['nobody']])
        for (const scope of scopes) {
          const isSeen = (row: Counted) =>
            sight === undefined || sight.some((tag) => tagsOf[row.contact ?? '']?.includes(tag));
          const expected = inWindow.filter(
            (row) => isSeen(row) && scope.every((group) => group.some((one) => isIn(row, one))),
          );
          some += expected.length;
          const dashboard = createDashboard({
            store: createDashboardStore(database),
            sightOf: async () => sight,
            clockOf: async () => clock,
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
    expect(some).toBeGreaterThan(10_000);
  }, 120_000);

  test('the leaderboard ranks AI agents, teammates and calls without an agent separately', async () => {
    const database = await openAt(await place());
    const rows = generate(1000);
    await store(database, rows);
    const now = '2026-11-02T05:30:00.000Z';
    const clock = { now: () => new Date(now), timezone: 'Europe/Berlin' };
    const supervised = await supervise(database, rows.calls);
    const board = await createDashboard({
      store: createDashboardStore(database),
      sightOf: async () => undefined,
      clockOf: async () => clock,
    }).leaderboard({ organisationId: localOrganisation, userUuid: 'u' }, '30d');
    const day = dayIn('Europe/Berlin');
    const inWindow = counted(rows).filter(({ at }) => at < now && day(now) - day(at) <= 30 && day(at) <= day(now));
    expect(board.human_agents.map(({ agent_uuid, calls_total }) => [agent_uuid, calls_total]).sort()).toEqual(
      Object.entries(by(inWindow, ({ human }) => human)).sort(),
    );
    const ava = inWindow.filter(({ agent, human }) => agent === agents[0] && human === null);
    const alone = ava.filter(({ uuid }) => !supervised.has(uuid));
    expect(ava.length - alone.length).toBeGreaterThan(2);
    const positive = alone.filter(({ sentiment }) => sentiment === 'positive').length;
    const judged = alone.filter(({ sentiment }) => sentiment !== null).length;
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
