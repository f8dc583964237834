import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const stats = (calls: number) => ({
  calls_total: calls,
  calls_inbound: calls - 1,
  calls_outbound: 1,
  calls_uploaded: 0,
  picked_up: calls - 2,
  pickup_rate: (calls - 2) / calls,
  avg_duration_seconds: 83.4,
  outcome_breakdown: { connected: calls - 2, 'no-answer': 2 },
  sentiment_breakdown: { positive: 3 },
});

describe.skipIf(whyNoPages !== undefined)('the dashboard', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

  test('shows the numbers of a period, of the days before, and of each agent', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.route(/\/api\/dashboard\?/, (route) => {
      const window = new URL(route.request().url()).searchParams.get('window') ?? '';
      const calls = { today: 8, yesterday: 5, '7d': 1240 }[window] ?? 0;
      const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
      return route.fulfill({ json: { window, range, stats: stats(calls) } });
    });
    await page.route(/\/api\/dashboard\/trend/, (route) => {
      const trend = Array.from({ length: 14 }, (_, index) => ({ date: `2026-01-${10 + index}`, calls: index * 3 }));
      return route.fulfill({ json: { trend } });
    });
    await page.route(/\/api\/dashboard\/leaderboard/, (route) => {
      const line = { calls_total: 3, picked_up: 2, pickup_rate: 0.67, avg_duration_seconds: 40 };
      const unassigned = [{ ...line, agent_name: 'Unassigned', calls_total: 1 }];
      const ai_agents = [{ ...line, agent_name: 'Ava', agent_id: 1, positive_sentiment_rate: null }];
      return route.fulfill({ json: { ai_agents, human_agents: [], unassigned } });
    });
    await page.goto(`${server.baseUrl}/`);
    await page.getByText('5 yesterday').waitFor();
    await page.getByText('75 %').waitFor();
    expect(await page.getByText('01:23').count()).toBe(2);
    expect(await page.getByRole('table', { name: 'Calls by day' }).getByRole('row').count()).toBe(14);
    await eventually(() => page.getByRole('region', { name: 'Agents' }).getByRole('row').allTextContents()).toEqual([
      'NameCallsPicked upAverage lengthPositive',
      ...['Voice agents', 'Ava367 %00:40–', 'No agent', 'Unassigned167 %00:40–'],
    ]);
    await eventually(() => page.getByRole('region', { name: 'Outcomes' }).textContent()).toBe(
      'OutcomesConnected6No answer2',
    );
    await looksRight(page);
    await page.getByLabel('Time', { exact: true }).selectOption('Last 7 days');
    await page.getByText('1,240', { exact: true }).waitFor();
    await eventually(() => page.getByText(/yesterday$/).count()).toBe(0);
    await page.setViewportSize(phone);
    await looksRight(page);
    expectClean(watched);
  });

  test('shows how calls sounded, by stage, agent and day', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.route(/\/api\/dashboard\/voice-quality/, (route) => {
      const at = { p50: 20, p95: 95 };
      const latency_ms = {
        ...{ endpoint: at, recognition: at, agent: at, synthesis: at, queue: at, network: at },
        total: { p50: 337, p95: 1204 },
      };
      const line = { calls: 3, turns: 40, latency_ms, interruptions: 2, interruption_rate: 0.05, backchannels: 1 };
      const total = { ...line, word_confidence: 0.912 };
      const days = [{ ...total, date: '2026-01-01' }];
      const agents = [{ ...total, agent_uuid: null, agent_name: 'Ava', days }];
      const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
      return route.fulfill({ json: { window: '7d', range, total, refused_calls: 4, days, agents } });
    });
    await page.goto(`${server.baseUrl}/voice-quality`);
    await page.getByText('1,204 ms').first().waitFor();
    const rows = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('row').allTextContents();
    expect((await rows('Latency by stage')).at(-1)).toBe('Totalwhat the caller waits337 ms1,204 ms');
    expect((await rows('Agents')).at(-1)).toBe('Ava40337 ms1,204 ms5.0 %');
    expect((await rows('Days')).at(-1)).toBe('2026-01-0140337 ms1,204 ms5.0 %');
    await looksRight(page);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize(phone);
    await looksRight(page);
    expectClean(watched);
  });

  test('shows the first steps, which are checked off automatically', async () => {
    const watched = await openBrowser({ session, viewport: phone, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/`);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 6 done').waitFor();
    await looksRight(page);
    await fetch(`${server.baseUrl}/v1/contacts`, {
      ...{ method: 'POST', headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' } },
      body: JSON.stringify({ phone: '+12025550101' }),
    });
    await page.reload();
    await steps.getByText('1 of 6 done').waitFor();
    expect(await steps.getByRole('link', { name: 'Add contacts' }).count()).toBe(0);
    await steps.getByRole('button', { name: 'Hide' }).click();
    await eventually(() => steps.count()).toBe(0);
    await page.reload();
    await page.getByText('No calls in this time.').waitFor();
    expect(await steps.count()).toBe(0);
    expectClean(watched);
  });
});
