import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { csvOf } from '../../console/src/shared/data-table/csv.ts';
import { openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

test('an exported cell never runs as a formula, and numbers stay numbers', () => {
  const row = ['=1+1', '@sum(A1)', '-2+3', '+12025550101', '-4.5', 'plain', 'a "b", c', '\t=x'];
  const [line = ''] = csvOf([row]).slice(1).split('\r\n');
  expect(line).toBe(`'=1+1,'@sum(A1),'-2+3,+12025550101,-4.5,plain,"a ""b"", c",'\t=x`);
  expect(csvOf([]).charCodeAt(0)).toBe(0xfeff);
});

const uuidOf = (index: number): string => `11111111-1111-4111-8111-${String(index).padStart(12, '0')}`;

const call = (index: number) => ({
  uuid: uuidOf(index),
  id: index + 1,
  status: 'completed',
  error: null,
  source: index % 2 === 0 ? 'call' : 'api',
  channel: index % 2 === 0 ? 'phone' : null,
  direction: index % 2 === 0 ? 'inbound' : 'outbound',
  campaign_uuid: null,
  agent: { uuid: null, name: 'Sam', kind: null },
  customer: { id: null, uuid: null, name: index === 0 ? '=HYPERLINK("http://x")' : null, phone: '+12025550101' },
  duration: 62,
  turns: index % 2 === 0 ? 7 : null,
  median_latency_ms: index % 2 === 0 ? 640 : null,
  end_reason: index % 2 === 0 ? 'caller_hung_up' : null,
  cost: index === 0 ? { amount: 0.0665, currency: 'EUR', is_at_least: true } : null,
  outcome: index === 0 ? 'voicemail' : 'resolved',
  sentiment: null,
  summary: null,
  score: index === 0 ? 82 : null,
  segments: [],
  recording_url: null,
  called_at: '2026-01-02T10:00:00Z',
  created_at: '2026-01-02T10:00:00Z',
});

const excerptOf = (word: string) => ({
  turn: 2,
  speaker: 'customer',
  text: `…and I want a ${word} for it…`,
  marks: [{ start: 14, end: 14 + word.length }],
});

describe.skipIf(whyNoPages !== undefined)('the list of calls', () => {
  const total = 130;
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** A server with 130 calls, and what it was asked for. */
  async function visit(path: string, viewport = desk): Promise<WatchedPage & { asked: Record<string, string>[] }> {
    const watched = await openBrowser({ session, viewport });
    const asked: Record<string, string>[] = [];
    await stub(watched.page, {
      '*/api/calls\\?*': ({ url }) => {
        const query = Object.fromEntries(new URL(url).searchParams);
        asked.push(query);
        const { limit = '20', offset = '0' } = query;
        const found = query.q === 'nobody' ? 0 : total;
        const count = Math.max(0, Math.min(Number(limit), found - Number(offset)));
        const calls = Array.from({ length: count }, (_, index) => ({
          ...call(Number(offset) + index),
          ...(query.words === undefined ? {} : { excerpt: excerptOf(query.words) }),
        }));
        return Response.json({ calls, total: found, limit: Number(limit), offset: Number(offset) });
      },
    });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { name: 'All calls' }).waitFor();
    return { ...watched, asked };
  }

  test('is filtered by its address, and keeps the filters over a reload and a page', async () => {
    const watched = await visit('/calls');
    const { page, asked } = watched;
    await page.getByText('1 to 20 of 130').waitFor();
    await looksRight(page);
    await page.getByLabel('Source').selectOption('API');
    await page.getByLabel('Direction').selectOption('Outbound');
    await page.getByLabel('Outcome').selectOption('Voicemail');
    await button(page, 'Days: Any day').click();
    await page.getByLabel('First day').fill('2026-01-01');
    await looksRight(page);
    await page.keyboard.press('Escape');
    await button(page, 'Days: Since Jan 1, 2026').waitFor();
    await page.getByPlaceholder('Search name, number or summary').fill('0101');
    await eventually(() => new URL(page.url()).search).toBe(
      '?source=api&direction=outbound&outcome=voicemail&from=2026-01-01&q=0101',
    );
    await button(page, 'Page 2').click();
    const filters = {
      source: 'api',
      direction: 'outbound',
      outcome: 'voicemail',
      date_from: '2026-01-01T00:00:00.000Z',
      q: '0101',
    };
    await eventually(() => asked.at(-1)).toMatchObject({ ...filters, offset: '20' });
    await page.reload();
    await page.getByText('21 to 40 of 130').waitFor();
    expect(await page.getByPlaceholder('Search name, number or summary').inputValue()).toBe('0101');
    await page.goBack();
    await page.getByText('1 to 20 of 130').waitFor();
    await button(page, 'Clear filters').click();
    await eventually(() => new URL(page.url()).search).toBe('');
    expect(asked.at(-1)).toMatchObject({ source: 'all' });
    await page.getByLabel('Source').selectOption('Website chat');
    await eventually(() => asked.at(-1)).toMatchObject({ source: 'call', channel: 'chat' });
    await page.getByPlaceholder('Search name, number or summary').fill('nobody');
    await page.getByText('No calls match these filters').waitFor();
    expectClean(watched);
  });

  test.each([
    ['America/Los_Angeles', '2026-01-01T08:00:00.000Z', '2026-07-02T07:00:00.000Z'],
    ['Asia/Kolkata', '2025-12-31T18:30:00.000Z', '2026-07-01T18:30:00.000Z'],
  ])('has the days of an organisation in %s, wherever its reader is', async (timezone, from, to) => {
    const watched = await visit('/calls');
    const organisation = { uuid: uuidOf(0), name: 'Ours', timezone, server_timezone: 'UTC' };
    await stub(watched.page, { '*/api/organization': () => Response.json(organisation) });
    await watched.page.goto(`${server.baseUrl}/calls?from=2026-01-01&to=2026-07-01`);
    await eventually(() => watched.asked.at(-1)).toMatchObject({ date_from: from, date_to: to });
    expectClean(watched);
  });

  test('is sorted by the server as its address says, over its pages and a reload', async () => {
    const watched = await visit('/calls?sort=nothing');
    const { page, asked } = watched;
    const heading = page.getByRole('columnheader', { name: 'Length' });
    await page.getByText('1 to 20 of 130').waitFor();
    expect(asked.at(-1)).not.toHaveProperty('sort');
    expect(await heading.getAttribute('aria-sort')).toBe('none');
    await button(page, 'Length').press('Enter');
    await eventually(() => asked.at(-1)).toMatchObject({ sort: 'duration', order: 'asc' });
    await eventually(() => heading.getAttribute('aria-sort')).toBe('ascending');
    await button(page, 'Length').click();
    await eventually(() => new URL(page.url()).search).toBe('?sort=-length');
    await button(page, 'Page 2').click();
    await page.reload();
    await page.getByText('21 to 40 of 130').waitFor();
    expect(asked.at(-1)).toMatchObject({ sort: 'duration', order: 'desc', offset: '20' });
    await eventually(() => heading.getAttribute('aria-sort')).toBe('descending');
    await looksRight(page);
    expect(await page.getByRole('columnheader', { name: 'Outcome' }).getByRole('button').count()).toBe(0);
    await button(page, 'Length').click();
    await eventually(() => new URL(page.url()).search).toBe('');
    expectClean(watched);
  });

  test('shows the source of each call, and turns and latency of those of this server', async () => {
    const { page } = await visit('/calls');
    await button(page, 'Columns').click();
    for (const name of ['Turns', 'Median latency']) await page.getByRole('checkbox', { name }).press('Space');
    await page.keyboard.press('Escape');
    const cells = async (row: number) =>
      (await page.getByRole('row').nth(row).getByRole('cell').allTextContents()).slice(2);
    await eventually(() => cells(1)).toEqual(
      expect.arrayContaining(['Phone call', 'Inbound', '7', '640 ms', 'VoicemailThe caller hung up', 'Analysed']),
    );
    expect(await cells(2)).toEqual(['API', 'Outbound', '', 'Sam', '01:02', '', '', 'Resolved', '', 'Analysed']);
  });

  test('says the outcome in a word, and opens a call from anywhere in its row', async () => {
    const { page } = await visit('/calls', phone);
    await looksRight(page);
    await button(page, 'Filters').click();
    await page.getByLabel('Outcome').waitFor();
    await looksRight(page);
    const row = page.getByRole('row').nth(1);
    await row.getByText('=HYPERLINK("http://x"), 01:02').waitFor();
    await row.getByText('Voicemail').click();
    await eventually(() => new URL(page.url()).pathname).toBe(`/calls/${uuidOf(0)}`);
  });

  test('remembers hidden columns and saved views in this browser', async () => {
    const watched = await visit('/calls');
    const { page } = watched;
    const header = page.getByRole('columnheader', { name: 'Direction' });
    await header.waitFor();
    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'Direction' }).press('Space');
    await eventually(() => header.count()).toBe(0);
    // Hidden by default.
    const turns = page.getByRole('columnheader', { name: 'Turns' });
    expect(await turns.count()).toBe(0);
    await page.getByRole('checkbox', { name: 'Turns' }).press('Space');
    await turns.waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
    await page.getByLabel('Outcome').selectOption('Voicemail');
    await button(page, 'Views').click();
    await page.getByLabel('Save as').fill('Voicemails');
    await button(page, 'Save').click();
    await button(page, 'Clear filters').click();
    await page.reload();
    await page.getByRole('columnheader', { name: 'Outcome' }).waitFor();
    expect(await header.count()).toBe(0);
    expect(await turns.count()).toBe(1);
    await button(page, 'Views').click();
    await looksRight(page);
    await button(page, 'Voicemails').click();
    await eventually(() => new URL(page.url()).search).toBe('?outcome=voicemail');
    expectClean(watched);
  });

  test('a search keeps the focus and what is typed while it runs, and follows its address', async () => {
    const watched = await visit('/calls');
    const { page } = watched;
    for (const [label, name] of [
      ['Search what was said', 'words'],
      ['Search name, number or summary', 'q'],
    ] as const) {
      const field = page.getByPlaceholder(label);
      await field.click();
      await page.keyboard.type('next ');
      await eventually(() => new URL(page.url()).search).toBe(`?${name}=next`);
      expect(await field.inputValue()).toBe('next ');
      await page.keyboard.type('week');
      await eventually(() => new URL(page.url()).search).toBe(`?${name}=next+week`);
      await page.goBack();
      await eventually(() => field.inputValue()).toBe('next');
      await button(page, 'Clear filters').click();
      await eventually(() => field.inputValue()).toBe('');
    }
    expectClean(watched);
  });

  test('marks the words that were said, and keeps rows per page', async () => {
    const watched = await visit('/calls');
    const { page, asked } = watched;
    await page.getByPlaceholder('Search what was said').fill('refund');
    await eventually(() => new URL(page.url()).search).toBe('?words=refund');
    await eventually(() => page.locator('mark').first().textContent()).toBe('refund');
    expect(await page.getByRole('row').nth(2).textContent()).toBe('Customer: …and I want a refund for it…');
    await looksRight(page);
    await page.getByLabel('Rows per page').selectOption('50 rows');
    await page.getByText('1 to 50 of 130').waitFor();
    expect(asked.at(-1)).toMatchObject({ words: 'refund', limit: '50' });
    await page.reload();
    await page.getByText('1 to 50 of 130').waitFor();
    expectClean(watched);
  });

  test('has more filters behind a button, which apply together', async () => {
    const watched = await visit('/calls');
    const { page, asked } = watched;
    await button(page, 'More filters').click();
    await page.getByLabel('Length in seconds', { exact: true }).fill('60');
    await page.getByLabel('Score, 0 to 100, at most').fill('40');
    await page.getByLabel('Tag of the contact').fill('City:Pune');
    await page.getByLabel('End of the call').selectOption('The caller went silent');
    await looksRight(page);
    await button(page, 'Show the calls').press('Enter');
    await button(page, 'More filters (4)').waitFor();
    await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('More filters (4)');
    const chosen = { min_seconds: '60', max_score: '40', tag: 'City:Pune', end_reason: 'silence' };
    await eventually(() => asked.at(-1)).toMatchObject(chosen);
    await button(page, 'More filters (4)').click();
    await page.getByLabel('Score, 0 to 100, at most').fill('400');
    await button(page, 'Show the calls').click();
    expect(asked.at(-1)).toMatchObject(chosen);
    expectClean(watched);
  });

  test('exports all calls of the filters as CSV', async () => {
    const watched = await visit('/calls?direction=inbound');
    const { page, asked } = watched;
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
    expect(download.suggestedFilename()).toMatch(/^calls-\d{4}-\d\d-\d\d\.csv$/);
    const folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await download.saveAs(join(folder, 'calls.csv'));
    const lines = (await readFile(join(folder, 'calls.csv'), 'utf8')).trimEnd().split('\r\n');
    expect(lines).toHaveLength(total + 1);
    expect(lines[0]).toContain(
      'Id,Address,Number,Summary,End of the call,Cost,Currency,Cost is at least this,Called (UTC),Customer,Source,Direction,Campaign,Agent,Length (seconds),Turns,Median latency (ms),Outcome,Sentiment,Score,Analysis',
    );
    expect(lines[1]).toBe(
      `${uuidOf(0)},${server.baseUrl}/calls/${uuidOf(0)},+12025550101,,The caller hung up,0.0665,EUR,Yes,2026-01-02 10:00:00,"'=HYPERLINK(""http://x"")",Phone call,Inbound,,Sam,62,7,640,Voicemail,,82,Analysed`,
    );
    expect(asked.slice(-2)).toMatchObject([
      { limit: '100', offset: '0', direction: 'inbound' },
      { limit: '100', offset: '100', direction: 'inbound' },
    ]);
    expectClean(watched);
  });
});
