import { randomUUID } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { onEachDatabase, openAnalysis } from '../call-analysis/analysis-app.ts';
import { storeCall } from '../calls/stored-calls.ts';
import { addMembers, people } from '../contacts/contacts-app.ts';
import { readPdf } from '../pdf/read-pdf.ts';

const booked = [
  { speaker: 'agent', text: 'Would you like to schedule a visit on Thursday at 10 am?' },
  { speaker: 'customer', text: 'Yes, that works. Thank you so much!' },
  { speaker: 'agent', text: 'Perfect, see you on Thursday.' },
];
const nothing = [{ speaker: 'customer', text: 'Hello.' }];

type App = Awaited<ReturnType<typeof openAnalysis>>;

async function addCalls({ ask, settled }: App, calls: readonly object[]) {
  for (const [index, call] of calls.entries()) {
    const called_at = new Date(Date.now() - 60_000 * (index + 1)).toISOString();
    await settled(
      (await ask('POST', '/api/v1/sales/calls', { body: { called_at, transcript: nothing, ...call } })).body.id,
    );
  }
}

async function completed({ ask }: App, body: object, as: 'admin' | 'mate' = 'admin') {
  const made = await ask('POST', '/api/reports', { body, as });
  expect(made).toMatchObject({ status: 202, body: { status: 'pending' } });
  const get = async () => (await ask('GET', `/api/reports/${made.body.id}`, { as })).body;
  await expect.poll(async () => (await get()).status).toBe('completed');
  return get();
}

onEachDatabase('reports', ({ place }) => {
  test('are filtered by window and status', async () => {
    const app = await openAnalysis(await place());
    for (const window of ['week', 'month']) await completed(app, { window });
    const list = async (query: Record<string, string>) => {
      const { reports, total } = (await app.ask('GET', '/api/reports', { query })).body;
      return [reports.map(({ window }: { window: string }) => window), total];
    };
    expect(await list({})).toEqual([['month', 'week'], 2]);
    expect(await list({ window: 'week', status: 'completed' })).toEqual([['week'], 1]);
    expect(await list({ status: 'failed' })).toEqual([[], 0]);
    expect((await app.ask('GET', '/api/reports', { query: { window: 'year' } })).status).toBe(400);
  });

  test('say in how many calls a supervisor took over, within the window and the organisation', async () => {
    const app = await openAnalysis(await place());
    const { system, tables } = app.database;
    const take = async (createdAt: string, organisationId: OrganisationId, takenOverAt: string | null) => {
      const callUuid = await storeCall(app.database, { createdAt, organisationId });
      const row = { uuid: randomUUID(), callUuid, organisationId, userUuid: 'u', createdAt, startedAt: createdAt };
      await system.tx((queries) => queries.insert(tables.listeningSessions).values({ ...row, takenOverAt }));
    };
    const own = app.people.admin.organisationId as OrganisationId;
    const today = new Date(Date.now() - 60_000).toISOString();
    await take(today, own, today);
    await take(today, own, null);
    await take('2020-03-01T10:00:00.000Z', own, '2020-03-01T10:00:05.000Z');
    await take(today, app.people.stranger.organisationId as OrganisationId, today);
    const { summary, summary_sentences } = await completed(app, { window: 'week' });
    const text = "In 1 call a supervisor took over from the agent. The supervisor's words count in no score.";
    expect(summary_sentences).toContainEqual({ text, metric: 'taken_over', value: 1 });
    expect(summary).toContain(text);
  });

  test('have the numbers of the dashboard, and every sentence cites its own', async () => {
    const app = await openAnalysis(await place());
    const { ask } = app;
    const segment = (await ask('POST', '/api/segments', { body: { name: 'Hot', kind: 'custom' } })).body;
    const formula = { agent_name: '=HYPERLINK("http://evil.example.com")', transcript: booked };
    await addCalls(app, [{ agent_name: 'Ravi', transcript: booked, segment_uuids: [segment.uuid] }, formula, {}]);
    const report = await completed(app, { window: 'week' });
    const dashboard = (await ask('GET', '/api/dashboard', { query: { window: '7d' } })).body;
    expect(report.stats).toEqual(dashboard.stats);
    expect(Object.keys(report.stats)).toHaveLength(10);
    expect(dashboard).not.toHaveProperty('headline_metrics');
    expect(report.headline_metrics).toEqual({ calls: 3, picked_up: 3, with_outcome: 2, successful: 2 });
    const { positive = 0, neutral = 0, negative = 0 } = report.stats.sentiment_breakdown;
    const mood = (positive + neutral / 2) / (positive + neutral + negative);
    expect(report.performance_score).toBe(Math.round(100 * (0.4 + 0.4 + 0.2 * mood)));
    for (const { text, value } of report.summary_sentences) {
      expect(text).toMatch(new RegExp(`(^|\\D)${Math.abs(value)}(\\D|$)`));
      expect(report.summary).toContain(text);
    }
    expect(report.summary_sentences.map(({ metric }: { metric: string }) => metric)).toContain('successful');
    expect(report.trend.reduce((sum: number, day: { calls: number }) => sum + day.calls, 0)).toBe(3);
    const { unassigned } = report.leaderboard;
    expect(unassigned.map(({ calls_total }: { calls_total: number }) => calls_total)).toEqual([1, 1, 1]);
    const narrow = await completed(app, { window: 'month', segment_uuids: [segment.uuid] });
    expect([narrow.stats.calls_total, narrow.headline_metrics.calls]).toEqual([1, 1]);

    const csv = await ask('GET', `/api/reports/${report.id}/export`, { query: { format: 'csv' } });
    const text = csv.body.toString('utf8') as string;
    const cells = (parse(text, { bom: true, relax_column_count: true }) as string[][]).flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells).toContain(`'${formula.agent_name}`);
    for (const sentence of report.summary_sentences) expect(cells).toContain(sentence.text);
    const pdf = await ask('GET', `/api/reports/${report.id}/export`, { query: { format: 'pdf' } });
    const again = await ask('GET', `/api/reports/${report.id}/export`, { query: { format: 'pdf' } });
    expect(again.body.equals(pdf.body)).toBe(true);
    const pages = (await readPdf(pdf.body)).pages.map((page) => JSON.stringify(page));
    expect(pages[0]).toContain('Call report');
    expect(pages[0]).toContain('all calls');
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
    const whole = pages.join(' ');
    for (const word of ['Funnel', 'Outcomes', 'Leaderboard', 'Calls a day', 'Ravi']) expect(whole).toContain(word);
    const said = whole.replaceAll(/\s+/g, ' ');
    for (const sentence of report.summary_sentences) expect(said).toContain(sentence.text.slice(0, 40));
    expect((await ask('GET', `/api/reports/${report.id}/export`, { query: { format: 'doc' } })).status).toBe(400);
    expect((await ask('GET', `/api/reports/${report.id}/export`)).status).toBe(400);
    // What was reported stays, whatever becomes of the calls.
    const { calls } = (await ask('GET', '/api/calls')).body;
    for (const { id } of calls) await ask('DELETE', `/api/calls/${id}`);
    expect((await ask('GET', `/api/reports/${report.id}`)).body.stats).toEqual(report.stats);
  });

  test('without calls say so, and have no score', async () => {
    const app = await openAnalysis(await place());
    const today = new Date().toISOString().slice(0, 10);
    const report = await completed(app, { window: 'custom', from: '2026-01-01', to: '2026-01-31' });
    expect(report).toMatchObject({
      performance_score: null,
      headline_metrics: { calls: 0, picked_up: 0, with_outcome: 0, successful: 0 },
      summary: 'The period has 0 calls: 0 inbound, 0 outbound and 0 uploaded.',
    });
    expect(report.trend).toHaveLength(31);
    for (const format of ['csv', 'pdf'])
      expect((await app.ask('GET', `/api/reports/${report.id}/export`, { query: { format } })).status).toBe(200);
    for (const bad of [
      {},
      { window: '7d' },
      { window: 'week', from: today },
      { window: 'custom' },
      { window: 'custom', from: '2026-02-01' },
      { window: 'custom', from: '2026-02-02', to: '2026-02-01' },
      { window: 'custom', from: '2999-01-01', to: '2999-01-02' },
      { window: 'custom', from: '2020-01-01', to: '2026-01-01' },
      { window: 'custom', from: 'yesterday', to: today },
      { window: 'week', segment_uuids: ['none'] },
      { window: 'week', segment_uuids: 'x' },
    ]) {
      const { status, body } = await app.ask('POST', '/api/reports', { body: bad });
      expect([status, typeof body.detail], JSON.stringify(bad)).toEqual([400, 'string']);
    }
    expect((await app.ask('GET', `/api/reports/${report.id}`, { as: 'stranger' })).status).toBe(404);
    expect(
      (await app.ask('GET', `/api/reports/${report.id}/export`, { query: { format: 'csv' }, as: 'stranger' })).status,
    ).toBe(404);
    expect((await app.ask('GET', '/api/reports', { as: 'stranger' })).body.total).toBe(0);
    expect((await app.ask('GET', '/api/v1/sales/reports')).body.reports[0].id).toBe(report.id);
    expect((await app.ask('GET', '/api/reports', { as: 'reader' })).status).toBe(403);
  });

  test('cover the calls visible to their creator, and are visible to users who see as many', async () => {
    const app = await openAnalysis(await place());
    const { ask, database } = app;
    await addMembers(database);
    await ask('POST', '/v1/contacts', { body: { phone: '+12025550111', tags: ['City:Pune'] } });
    await addCalls(app, [{ customer_phone: '+12025550111' }, {}, {}]);
    const tags = { tags: ['City:Pune'] };
    await ask('PUT', `/api/voice/agents/tag-assignments/${people.mate.userUuid}`, { body: tags });
    const all = await completed(app, { window: 'week' });
    const own = await completed(app, { window: 'week' }, 'mate');
    expect([all.stats.calls_total, own.stats.calls_total]).toEqual([3, 1]);
    expect((await ask('GET', `/api/reports/${all.id}`, { as: 'mate' })).status).toBe(404);
    expect((await ask('GET', '/api/reports', { as: 'mate' })).body.total).toBe(1);
    expect((await ask('GET', '/api/reports')).body.total).toBe(2);
    const stats = (await ask('GET', '/api/v1/sales/stats', { query: { window: '7d' }, as: 'mate' })).body;
    expect(stats.stats.calls_total).toBe(1);
  });
});
