import { expect, onTestFinished, test } from 'vitest';
import {
  type Covered,
  callsBehind,
  countedQueryOf,
  type NumberFilter,
} from '../../console/src/shared/statistics/counted-address.ts';
import { groupsOf, tiles } from '../../console/src/shared/statistics/numbers.ts';
import type { CountedCallJson } from '../../src/features/analysis/dashboard/schema.ts';
import { addMembers, onEachDatabase, people } from '../contacts/contacts-app.ts';
import { fakeAuthenticator } from '../http/fake-authenticator.ts';
import { openTestApp } from '../http/test-app.ts';
import { generate, store } from './generated-calls.ts';

const now = '2026-11-02T05:30:00.000Z';
const windows = ['today', 'yesterday', '7d', '14d', '30d'] as const;

type Who = 'admin' | 'mate' | 'stranger';
interface Ask {
  readonly as?: Who;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly body?: object;
  readonly query?: Readonly<Record<string, unknown>>;
}

async function openGenerated({ dataDir, databaseUrl }: { dataDir: string; databaseUrl?: string }, count: number) {
  const app = await openTestApp({
    dataDir,
    env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    authenticator: fakeAuthenticator(people),
    now: () => new Date(now),
  });
  await addMembers(app.database);
  const ask = async (url: string, { as = 'admin', method = 'GET', body, query = {} }: Ask = {}) => {
    const given = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await app.http.inject({
      method,
      url,
      query: given,
      headers: { authorization: `Bearer ${as}` },
      ...(body === undefined ? {} : { payload: body }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const json: any = answer.json();
    if (method !== 'GET') expect(answer.statusCode, answer.body).toBeLessThan(300);
    return { status: answer.statusCode, body: json };
  };
  const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'ava' };
  const { uuid: flowUuid } = (await ask('/api/voice/flows', { method: 'POST', body: flow })).body;
  // Calls in progress belong to a process; others are closed by the server.
  const lock = await app.database.ownerLock();
  onTestFinished(() => lock.close());
  const { calls, uploads } = generate(count);
  await store(app.database, {
    calls: calls.map((call) => ({
      ...call,
      ...(call.status === 'in_progress' ? { leaseOwner: lock.id } : {}),
      ...(call.flowUuid === 'f1' ? { flowUuid } : {}),
      endReason: call.status === 'failed' && call.callType === 'inbound' ? 'over_capacity' : null,
    })),
    uploads,
  });
  return { ask, flowUuid };
}

type App = Awaited<ReturnType<typeof openGenerated>>;

/** Follows the link of a number as the console does, and expects a list of that length. */
const follow =
  ({ ask }: App, as: Who) =>
  async (covered: Covered, filter: NumberFilter, count?: number) => {
    const [path, search = ''] = callsBehind(covered, filter).split('?');
    expect(path).toBe('/calls');
    const query = countedQueryOf(search);
    const { status, body } = await ask('/api/dashboard/calls', { as, query: { ...query, limit: 100 } });
    expect([status, body.total], search).toEqual([200, count ?? body.total]);
    expect(body.calls).toHaveLength(Math.min(body.total, 100));
    return body;
  };

async function followBoard(
  go: ReturnType<typeof follow>,
  covered: Covered,
  board: Parameters<typeof groupsOf>[0],
): Promise<void> {
  for (const { lines } of groupsOf(board))
    for (const { filter, calls_total, picked_up, positive_sentiment_rate: rate } of lines) {
      const { calls } = await go(covered, filter, calls_total);
      if ('agent_id' in filter) expect(new Set(calls.map(nameOfAgent)).size).toBe(1);
      await go(covered, { ...filter, stage: 'picked_up' }, picked_up);
      if (rate === undefined) continue;
      const of = { positive: 0, neutral: 0, negative: 0 };
      for (const sentiment of ['positive', 'neutral', 'negative'] as const)
        of[sentiment] = (await go(covered, { ...filter, sentiment })).total;
      const all = of.positive + of.neutral + of.negative;
      expect(rate).toBe(all < 5 ? null : Number((of.positive / all).toFixed(4)));
    }
}

const nameOfAgent = ({ agent }: { readonly agent: { readonly name: string | null } }) => agent.name;

type Stats = Parameters<(typeof tiles)[number]['calls']>[0] & { readonly outcome_unsure: number };

async function followStats(go: ReturnType<typeof follow>, covered: Covered, stats: Stats): Promise<void> {
  for (const { filter, calls } of tiles) await go(covered, filter, calls(stats));
  for (const [outcome, count] of Object.entries(stats.outcome_breakdown))
    await go(covered, { outcome: outcome as 'resolved' }, count);
  await go(covered, { stage: 'unsure' }, stats.outcome_unsure);
  for (const [sentiment, count] of Object.entries(stats.sentiment_breakdown))
    await go(covered, { sentiment: sentiment as 'positive' }, count);
}

const statsOf = async ({ ask }: App, query: object, as: Who) =>
  (await ask('/api/dashboard', { as, query: { ...query } })).body.stats as Stats;

onEachDatabase('the list of calls behind a number', ({ place }) => {
  test('has as many calls as every number of the dashboard says, for each window and viewer', async () => {
    const app = await openGenerated(await place(), 1600);
    const { ask, flowUuid } = app;
    const segment = (body: object) => ask('/api/segments', { method: 'POST', body });
    const goa = (await segment({ name: 'Goa', kind: 'region', rule: { tags: ['City:Goa'] } })).body.uuid;
    const line = (await segment({ name: 'Line', kind: 'campaign', rule: { campaign_uuid: flowUuid } })).body.uuid;
    const project = await ask('/api/projects', {
      method: 'POST',
      body: { name: 'Both', segment_uuids: [goa, line] },
    });
    await ask(`/api/voice/agents/tag-assignments/${people.mate.userUuid}`, {
      method: 'PUT',
      body: { tags: ['City:Goa'] },
    });
    const seen = new Set<number>();
    for (const as of ['admin', 'mate', 'stranger'] as const)
      for (const window of as === 'admin' ? windows : (['30d'] as const)) {
        const covered = { time: { window }, segments: [], project: 'none' };
        const go = follow(app, as);
        const stats = await statsOf(app, { window }, as);
        seen.add(stats.calls_total);
        await followStats(go, covered, stats);
        await followBoard(go, covered, (await ask('/api/dashboard/leaderboard', { as, query: { window } })).body);
        const attention = (await ask('/api/dashboard/attention', { as, query: { window } })).body;
        await go(covered, { status: 'failed' }, attention.failed_calls.total);
        await go(covered, { analysis: 'failed' }, attention.failed_analyses.total);
        const before = (await ask('/api/dashboard/previous', { as, query: { window } })).body;
        await go({ ...covered, time: before.range }, {}, before.stats.calls_total);
      }
    expect(seen.size).toBeGreaterThan(5);
    expect(Math.min(...seen)).toBeGreaterThan(0);
    // Days of the trend, the last of which is not over.
    const { trend } = (await ask('/api/dashboard/trend', { query: { days: 20 } })).body;
    for (const { date, calls } of trend)
      await follow(app, 'admin')({ time: { from: date, to: date }, segments: [], project: 'none' }, {}, calls);
    // Narrowed by a segment, and by the active project of another member.
    const narrow = { time: { window: '30d' }, segments: [goa] } as const;
    const ofSegment = await statsOf(app, { window: '30d', segment_uuids: goa }, 'admin');
    await followStats(follow(app, 'admin'), { ...narrow, project: 'none' }, ofSegment);
    await ask(`/api/projects/${project.body.id}/activate`, { method: 'POST' });
    const ofProject = await statsOf(app, { window: '30d' }, 'admin');
    expect(ofProject.calls_total).toBeGreaterThan(ofSegment.calls_total);
    const byProject = { ...narrow, segments: [], project: String(project.body.id) };
    await followStats(follow(app, 'admin'), byProject, ofProject);
    await followStats(follow(app, 'admin'), { ...byProject, project: undefined }, ofProject);
    await ask(`/api/projects/${project.body.id}/activate`, { method: 'POST', as: 'mate' });
    await follow(app, 'mate')(byProject, {}, (await statsOf(app, { window: '30d' }, 'mate')).calls_total);
  }, 60_000);

  test('has as many calls as every number of a report says, and those of its funnel', async () => {
    const app = await openGenerated(await place(), 800);
    const { ask } = app;
    // Not what a report covers, whatever its reader has active.
    const project = await ask('/api/projects', { method: 'POST', body: { name: 'None', segment_uuids: [] } });
    await ask(`/api/projects/${project.body.id}/activate`, { method: 'POST' });
    for (const body of [{ window: 'month' }, { window: 'custom', from: '2026-09-26', to: '2026-10-25' }]) {
      const { id } = (await ask('/api/reports', { method: 'POST', body })).body;
      const get = async () => (await ask(`/api/reports/${id}`)).body;
      await expect.poll(async () => (await get()).status).toBe('completed');
      const report = await get();
      const covered = { time: report.range, segments: [], project: 'none' };
      const go = follow(app, 'admin');
      expect(report.stats.calls_total).toBeGreaterThan(50);
      await followStats(go, covered, report.stats);
      await followBoard(go, covered, report.leaderboard);
      const { calls, picked_up, with_outcome, successful } = report.headline_metrics;
      await go(covered, {}, calls);
      await go(covered, { stage: 'picked_up' }, picked_up);
      await go(covered, { stage: 'with_outcome' }, with_outcome);
      await go(covered, { stage: 'successful' }, successful);
      expect(successful).toBeGreaterThan(0);
    }
  }, 60_000);

  test('is in the order of time, with every call once, and has those in progress', async () => {
    const app = await openGenerated(await place(), 800);
    const all: CountedCallJson[] = [];
    for (let offset = 0; ; offset += 100) {
      const query = { window: '30d', limit: 100, offset };
      const { calls, total, range, timezone } = (await app.ask('/api/dashboard/calls', { query })).body;
      all.push(...calls);
      expect([typeof timezone, range.to]).toEqual(['string', now]);
      if (all.length >= total) break;
    }
    expect(new Set(all.map(({ uuid }) => uuid)).size).toBe(all.length);
    expect(all.map(({ called_at: at }) => at)).toEqual(
      all
        .map(({ called_at: at }) => at)
        .sort()
        .reverse(),
    );
    const open = all.filter(({ status }) => status === 'in_progress');
    expect(open.length).toBeGreaterThan(3);
    expect(open.some(({ agent }) => agent.kind === 'ai')).toBe(true);
    expect(all.some(({ kind, status }) => kind === 'upload' && status === null)).toBe(true);
    expect(all.filter(({ agent }) => agent.kind === 'human').map(nameOfAgent)).not.toContain('');
    const { total } = (await app.ask('/api/dashboard/calls', { query: { window: '30d', end_reason: 'over_capacity' } }))
      .body;
    expect(total).toBe(all.filter(({ end_reason: reason }) => reason === 'over_capacity').length);
    const theirs = (await app.ask('/api/dashboard/calls', { query: { window: '30d' }, as: 'stranger' })).body.calls;
    expect(theirs.length).toBeGreaterThan(0);
    expect(theirs.filter(({ uuid }: { uuid: string }) => all.some((call) => call.uuid === uuid))).toEqual([]);
  }, 60_000);

  test('rejects a time that is none, and what is unknown', async () => {
    const { ask } = await openGenerated(await place(), 4);
    for (const [query, words] of [
      [{ window: 'week' }, 'today, yesterday, 7d, 14d, 30d'],
      [{ window: '7d', date_from: '2026-01-01', date_to: '2026-01-02' }, 'exclude each other'],
      [{ date_from: '2026-01-01' }, 'date_to is missing'],
      [{ date_from: '2026-01-03', date_to: '2026-01-02' }, 'earlier than date_to'],
      [{ date_from: '2999-01-01', date_to: '2999-01-02' }, 'earlier than date_to'],
      [{ date_from: 'today', date_to: '2026-01-02' }, 'write a date as'],
      [{ segment_uuids: 'none' }, 'Segment none does not exist'],
      [{ project: '77' }, 'Project 77 does not exist'],
      [{ project: 'mine' }, 'must be active, none or the id of a project'],
      [{ kind: 'test' }, 'inbound, outbound, upload'],
      [{ stage: 'sold' }, 'picked_up, with_outcome, successful'],
      [{ agent_id: 'Ava' }, 'agent_id'],
      [{ status: 'over' }, 'queued'],
    ] as const) {
      const { status, body } = await ask('/api/dashboard/calls', { query });
      expect([status, body.detail], JSON.stringify(query)).toEqual([400, expect.stringContaining(words)]);
    }
  });
});
