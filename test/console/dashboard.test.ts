import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, phone, picture } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

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

  /** Answers of the server for each window; the numbers before are half of them. */
  const answered = (page: Page): Promise<void> => {
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const counted = ({ url }: Request) => {
      const { searchParams, pathname } = new URL(url);
      const window = searchParams.get('window') ?? '';
      const calls = { today: 8, '7d': 1240, '14d': 1240 }[window] ?? 0;
      return Response.json({ window, range, stats: stats(pathname.endsWith('previous') ? calls / 2 : calls) });
    };
    const line = { calls_total: 3, picked_up: 2, pickup_rate: 0.67, avg_duration_seconds: 40, performance_score: 62 };
    const bo = { ...line, agent_name: 'Bo', agent_id: 2, calls_total: 2, positive_sentiment_rate: null };
    const ai_agents = [
      { ...line, agent_name: 'Ava', agent_id: 1, positive_sentiment_rate: null },
      { ...bo, performance_score: 90 },
    ];
    const unassigned = [{ ...line, agent_name: 'Unassigned', calls_total: 1 }];
    const point = { from: range.from, to: range.to, picked_up: 1, pickup_rate: 0.5, avg_duration_seconds: 40 };
    const days = Array.from({ length: 14 }, (_, index) => ({
      ...point,
      date: `2026-01-${10 + index}`,
      from: `2026-01-${10 + index}T00:00:00Z`,
      calls: index * 3,
    }));
    const hours = Array.from({ length: 10 }, (_, index) => ({
      ...point,
      date: `2026-01-01T0${index}:00`,
      from: `2026-01-01T0${index}:00:00Z`,
      to: `2026-01-01T0${index}:59:59Z`,
      calls: index,
    }));
    const trendOf = ({ url }: Request) =>
      Response.json({ trend: new URL(url).searchParams.get('window') === 'today' ? hours : days });
    return stub(page, {
      '*/api/dashboard\\?*': counted,
      '*/api/dashboard/previous\\?*': counted,
      '*/api/dashboard/trend*': trendOf,
      '*/api/dashboard/leaderboard*': () => Response.json({ ai_agents, human_agents: [], unassigned }),
    });
  };

  test('shows the numbers of a period with their change, and each leads to its calls', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await answered(page);
    await page.goto(`${server.baseUrl}/`);
    await page.getByRole('link', { name: '8 calls: show the calls' }).waitFor();
    await page.getByText('+100% compared with the time before, was 4').first().waitFor();
    await page.getByText('+25 points').waitFor();
    const board = page.getByRole('region', { name: 'Agents' });
    const hrefOf = (name: string) => board.getByRole('link', { name }).getAttribute('href');
    await board.getByText('Ava', { exact: true }).waitFor();
    // The links follow the chosen project once it is known.
    await eventually(() => hrefOf('3 calls of Ava')).toBe('/calls?window=today&project=none&agent_id=1');
    expect(await hrefOf('67% picked up of Unassigned')).toBe(
      '/calls?window=today&project=none&agent_name=Unassigned&stage=picked_up',
    );
    await board.getByRole('button', { name: 'Score' }).click();
    expect(await board.getByRole('row').nth(2).textContent()).toMatch(/^Bo/);
    expect(await board.getByRole('columnheader', { name: 'Score' }).getAttribute('aria-sort')).toBe('descending');
    const hour = page.getByRole('region', { name: 'Calls by hour' }).getByRole('link', { name: '3:00 AM: 3 calls' });
    expect(await hour.getAttribute('href')).toBe(
      '/calls?window=dates&from=2026-01-01T03%3A00%3A00Z&to=2026-01-01T03%3A59%3A59Z&project=none',
    );
    const chart = page.getByRole('region', { name: 'Call results' });
    const bar = chart.getByRole('link', { name: 'Connected: 6 (+200%) calls' });
    expect(await bar.getAttribute('href')).toBe('/calls?window=today&project=none&outcome=connected');
    await isAccessible(page);
    await picture(page, 'dashboard-light');
    // The window is in the address: Back, a reload and a link keep it.
    await page.getByLabel('Time', { exact: true }).selectOption('Last 7 days');
    await page.getByRole('link', { name: '1,240 calls: show the calls' }).waitFor();
    expect(new URL(page.url()).search).toBe('?window=7d');
    await page.reload();
    await page.getByRole('link', { name: '1,240 calls: show the calls' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: '8 calls: show the calls' }).waitFor();
    expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('today');
    await page.setViewportSize(phone);
    await looksRight(page);
    expectClean(watched);
  });

  test('charts are read by keyboard, and shown as tables', async () => {
    const watched = await openBrowser({ session, viewport: phone, colorScheme: 'dark' });
    const { page } = watched;
    await answered(page);
    await page.goto(`${server.baseUrl}/?window=14d`);
    const trend = page.getByRole('region', { name: 'Calls by day' });
    const bars = trend.getByRole('group', { name: 'Calls by day, a chart' }).getByRole('link');
    await eventually(() => bars.count()).toBe(14);
    await bars.last().focus();
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    expect(await focused()).toBe('Jan 23, 2026: 39 calls');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('Jan 22, 2026: 36 calls');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('Jan 10, 2026: 0 calls');
    // One stop for the Tab key in each chart.
    expect(await trend.locator('a[tabindex="0"]').count()).toBe(1);
    await isAccessible(page);
    await picture(page, 'dashboard-phone-dark');
    await trend.getByRole('button', { name: 'Show as table' }).click();
    expect(await page.getByRole('table', { name: 'Calls by day' }).getByRole('row').count()).toBe(15);
    const link = page.getByRole('table', { name: 'Calls by result' }).getByRole('link').first();
    expect(await link.getAttribute('href')).toContain('outcome=connected');
    await isAccessible(page);
    await page.reload();
    await trend.getByRole('button', { name: 'Show as chart' }).waitFor();
    expectClean(watched);
  });

  test('a number leads to a list of as many calls, which segments narrow', async () => {
    const post = async (path: string, body: object) => {
      const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
      const answer = await fetch(`${server.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(answer.status).toBeLessThan(300);
      return answer.json() as Promise<{ uuid: string }>;
    };
    const hot = await post('/api/segments', { name: 'Hot leads', kind: 'custom' });
    const transcript = [{ speaker: 'customer', text: 'Hello.' }];
    for (const [index, agent_name] of ['Sam', 'Sam', 'Kim'].entries())
      await post('/api/v1/sales/calls', { transcript, agent_name, segment_uuids: index === 0 ? [hot.uuid] : [] });
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const counted = page.getByRole('region', { name: 'Calls in this figure' });
    await page.goto(`${server.baseUrl}/`);
    await page.getByRole('link', { name: '3 uploaded: show the calls' }).click();
    await counted.getByText('3 in all').waitFor();
    expect(await counted.getByRole('row').count()).toBe(4);
    await isAccessible(page);
    await picture(page, 'counted-calls-light');
    await page.goBack();
    await page.getByRole('link', { name: '2 calls of Sam' }).click();
    await counted.getByText('2 in all').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Segments: All segments' }).click();
    await page.getByLabel('Hot leads').check();
    await page.getByRole('link', { name: '1 uploaded: show the calls' }).waitFor();
    expect(new URL(page.url()).searchParams.get('segments')).toBe(hot.uuid);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: '1 calls: show the calls' }).click();
    await counted.getByText('1 in all').waitFor();
    await counted.getByText('in the segments Hot leads', { exact: false }).waitFor();
    await page.setViewportSize(phone);
    await looksRight(page);
    await counted.getByRole('link', { name: 'Show all calls' }).click();
    await page.getByRole('heading', { level: 2, name: 'All calls' }).waitFor();
    expectClean(watched);
  });

  test('shows how calls sounded, by stage, agent and day', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const at = { p50: 20, p95: 95 };
    const latency_ms = {
      endpoint: at,
      recognition: at,
      agent: at,
      synthesis: at,
      queue: at,
      network: at,
      total: { p50: 337, p95: 1204 },
    };
    const line = { calls: 3, turns: 40, latency_ms, interruptions: 2, interruption_rate: 0.05, backchannels: 1 };
    const total = { ...line, word_confidence: 0.912 };
    const days = [{ ...total, refused_calls: 4, date: '2026-01-01' }];
    const agents = [{ ...days[0], agent_uuid: null, agent_name: 'Ava', days }];
    const range = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' };
    const quality = { window: '7d', range, total, refused_calls: 4, days, agents };
    await stub(page, { '*/api/dashboard/voice-quality*': () => Response.json(quality) });
    await page.goto(`${server.baseUrl}/voice-quality`);
    await page.getByText('1,204 ms').first().waitFor();
    const rows = (name: string) => page.getByRole('region', { name, exact: true }).getByRole('row').allTextContents();
    expect((await rows('Latency by stage')).at(-1)).toBe('Totalwhat the caller waits337 ms1,204 ms');
    expect((await rows('Agents')).at(-1)).toBe('Ava40337 ms1,204 ms5.0%91.2%4');
    expect((await rows('Days')).at(-1)).toBe('2026-01-0140337 ms1,204 ms5.0%91.2%4');
    expect(await page.getByRole('link', { name: '4 refused calls: show the calls' }).getAttribute('href')).toBe(
      '/calls?window=7d&project=none&status=failed&end_reason=over_capacity',
    );
    await page.getByLabel('Stage of the wait').selectOption('Recognition');
    await page.getByLabel('Days of').selectOption('Ava');
    await eventually(() => rows('Days of Ava')).toEqual([
      'DayTurnsRecognition, medianRecognition, 95%InterruptedConfidenceRefused',
      '2026-01-014020 ms95 ms5.0%91.2%4',
    ]);
    expect(new URL(page.url()).search).toBe('?stage=recognition&agent=none');
    await picture(page, 'voice-quality-light');
    await isAccessible(page);
    await page.setViewportSize(phone);
    await looksRight(page);
    expectClean(watched);
  });

  test('shows the first steps, which are checked off automatically', async () => {
    const watched = await openBrowser({ session, viewport: phone, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/`);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('0 of 9 done').waitFor();
    await looksRight(page);
    await fetch(`${server.baseUrl}/v1/contacts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ phone: '+12025550101' }),
    });
    await page.reload();
    await steps.getByText('1 of 9 done').waitFor();
    expect(await steps.getByRole('link', { name: 'Add contacts' }).count()).toBe(0);
    await steps.getByRole('button', { name: 'Hide' }).click();
    await eventually(() => steps.count()).toBe(0);
    await page.reload();
    await page.getByRole('region', { name: 'Agents' }).getByRole('table').waitFor();
    expect(await steps.count()).toBe(0);
    expectClean(watched);
  });

  test('has figures that a person puts together, whose values lead to their calls', async () => {
    const watched = await openBrowser({ session, viewport: desk, isAlone: true });
    const { page } = watched;
    const asked: Record<string, string>[] = [];
    let isCut = false;
    await page.route('**/api/calls/figures/home', (route) =>
      isCut && route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { detail: 'The database is away.' } })
        : route.fallback(),
    );
    const range = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' };
    const group = (name: string, calls: number) => ({
      name,
      calls,
      counted: calls,
      value: calls / 4,
      filter: { outcome: name },
    });
    const ofShares = { currency: null, is_at_least: false };
    await stub(page, {
      '*/api/calls/figures\\?*': ({ url }) => {
        const query = Object.fromEntries(new URL(url).searchParams);
        asked.push(query);
        const names = query.split === 'time' ? ['2026-01-01', '2026-01-02'] : ['resolved', 'no_interest'];
        const groups = names.map((name, index) => group(name, index === 0 ? 3 : 1));
        if (query.split === 'time') groups.push({ ...group('2026-01-03', 0), value: null as never });
        return Response.json({ range, calls: 4, counted: 4, value: 0.75, ...ofShares, groups });
      },
    });
    await page.goto(server.baseUrl);
    await page.getByRole('button', { name: 'Add a figure' }).click();
    const dialog = page.getByRole('dialog', { name: 'A figure of your own' });
    await dialog.getByLabel('Measure').selectOption('Connected calls');
    await dialog.getByLabel('Split').selectOption('By outcome');
    await dialog.getByRole('link', { name: /^Resolved: 75/ }).waitFor();
    await dialog.getByLabel('Split').selectOption('By time');
    await dialog.getByRole('link', { name: /^Jan 1, 2026: 75/ }).waitFor();
    await dialog.getByRole('link', { name: 'Jan 3, 2026: None', exact: true }).waitFor();
    await dialog.getByLabel('Split').selectOption('By outcome');
    await dialog.getByLabel('Period').selectOption('Last 30 days');
    await dialog.getByLabel('Shown as').selectOption('Rows');
    await dialog.getByLabel('Direction').selectOption('Inbound');
    await dialog.getByRole('link', { name: /^Resolved: 75/ }).waitFor();
    await looksRight(page);
    isCut = true;
    const show = dialog.getByRole('button', { name: 'Show on Home' });
    await show.click();
    await dialog.getByText('The database is away.').waitFor();
    await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Show on Home');
    isCut = false;
    await show.click();
    await dialog.waitFor({ state: 'hidden' });
    const wanted = { measure: 'connected', split: 'outcome', window: '30d', direction: 'inbound' };
    expect(asked.at(-1)).toEqual(wanted);
    await page.reload();
    await page.getByRole('link', { name: /^Resolved: 75/ }).click();
    await eventually(() => new URL(page.url()).pathname).toBe('/calls');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      source: 'call,upload,api',
      date_from: range.from,
      date_to: range.to,
      direction: 'inbound',
      outcome: 'resolved',
    });
    await page.goBack();
    await page.getByRole('button', { name: /^Remove ?: Connected calls/ }).click();
    await eventually(() => page.getByRole('link', { name: /^Resolved: 75/ }).count()).toBe(0);
    expectClean(watched);
  });
});
