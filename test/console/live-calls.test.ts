import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openSharedOrganisation, type SharedPageServer, whyNoPages } from './server.ts';

const lineNumber = '+12025550196';

describe.skipIf(whyNoPages !== undefined)('the live calls panel', () => {
  let server: SharedPageServer['server'];
  let session: string;
  let flowUuid: string;

  beforeAll(async () => {
    ({ server, session } = await openSharedOrganisation());
    const flow = { kind: 'inbound', name: 'Line', provider: 'platform', speaker: 'ava', status: 'active' };
    flowUuid = (await ask('POST', '/api/voice/flows', { ...flow, phone_number: lineNumber, config: {} })).uuid;
  });
  afterAll(() => server?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const liveRows = (page: Page) =>
    page.getByRole('region', { name: 'In progress' }).getByRole('link', { name: 'A test call' }).count();

  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
  async function ask(method: string, path: string, body: object): Promise<any> {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    return (await fetch(`${server.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) })).json();
  }
  async function opened(address: string): Promise<WebSocket> {
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return socket;
  }

  /** A caller who says nothing, until the line is closed. */
  async function place(): Promise<{ uuid: string; hangUp: () => void }> {
    const ticket = await ask('POST', `/api/voice/flows/${flowUuid}/browser-test`, {});
    const socket = await opened(ticket.ws_url);
    socket.send(JSON.stringify({ event: 'start', sample_rate: 16_000, encoding: 'l16' }));
    return { uuid: ticket.call_uuid, hangUp: () => socket.close() };
  }

  test('adds, times, ends and removes calls without reloading the page', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls`);
    await page.getByText('Nobody is on the phone.', { exact: false }).waitFor();
    await looksRight(page);

    const first = await place();
    await eventually(() => liveRows(page)).toBe(1);
    const second = await place();
    await eventually(() => liveRows(page)).toBe(2);
    await looksRight(page);
    const timer = page.getByRole('timer').first();
    const before = await timer.textContent();
    await eventually(() => timer.textContent()).not.toBe(before);
    await eventually(() => page.getByText('2 calls in progress.').count()).toBe(1);

    await button(page, 'End the call with the browser').last().press('Enter');
    await page.getByLabel('Why').selectOption('Wrong number');
    await looksRight(page);
    await button(page, 'End the call').click();
    await eventually(() => page.evaluate('document.activeElement?.textContent')).toBe(
      'The call with the browser was ended.',
    );
    await eventually(() => liveRows(page)).toBe(1);
    await page.getByRole('cell', { name: 'Wrong number' }).waitFor();
    second.hangUp();
    await eventually(() => liveRows(page)).toBe(0);
    first.hangUp();
    expectClean(watched);
  });

  /** A call by telephone to the line of this organisation. */
  async function ring(from: string): Promise<{ hangUp: () => void }> {
    const query = new URLSearchParams({ CallUUID: crypto.randomUUID(), From: from, To: lineNumber });
    const answer = await fetch(`${server.baseUrl}/api/voice/webhooks/telephony_a/answer?${query}`);
    const address = /wss?:(\/\/[^<\s"]+)/.exec(await answer.text())?.[1] ?? '';
    const socket = await opened(`ws:${address}`);
    const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000 };
    socket.send(JSON.stringify({ event: 'start', start: { streamId: 's', callId: 'c', mediaFormat } }));
    return { hangUp: () => socket.close() };
  }

  test('transfers calls to a queue if a member can be reached', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls`);
    const call = await ring('+12025550177');
    const handOn = button(page, 'Transfer the call with +12025550177');
    await handOn.press('Enter');
    await page.getByText('There are no queues yet.', { exact: false }).waitFor();
    await looksRight(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();

    await ask('POST', '/api/voice/queues', { name: 'sales' });
    await page.reload();
    await handOn.press('Enter');
    await page.getByLabel('Queue').waitFor();
    await page.getByText('No member is available.').waitFor();
    await page.getByLabel('Briefing').fill('Asks about a crown.');
    await page.getByText('261 characters left', { exact: false }).waitFor();
    await looksRight(page);
    await button(page, 'Transfer').click();
    await eventually(() => page.getByRole('dialog').getByRole('alert').textContent()).toMatch(
      /No member of the queue is available|not carried by a telephony provider/,
    );
    await page.keyboard.press('Escape');
    call.hangUp();
    await handOn.waitFor({ state: 'detached' });
    expectClean(watched);
  });

  test('polls while the socket is away, and uses it again afterwards', async () => {
    const watched = await openBrowser({ session, viewport: phone, colorScheme: 'dark', isAlone: true });
    const { page } = watched;
    let isAway = true;
    await page.routeWebSocket(/\/api\/voice\/calls\/live\?/, (socket) => {
      if (isAway) void socket.close();
      else socket.connectToServer();
    });
    await page.goto(`${server.baseUrl}/calls`);
    await page.getByText('Updates every few seconds').waitFor();
    const call = await place();
    await eventually(() => liveRows(page)).toBe(1);
    await looksRight(page);
    isAway = false;
    await eventually(() => page.getByText('Updates every few seconds').count()).toBe(0);
    call.hangUp();
    await eventually(() => liveRows(page)).toBe(0);
    expect(watched.offences.policyViolations).toEqual([]);
  });

  test('shows what the socket sent when an older answer is still on its way', async () => {
    const watched = await openBrowser({ session, viewport: desk, isAlone: true });
    const { page } = watched;
    // This answer never comes: the page no longer waits for it.
    await page.route(/\/api\/voice\/calls\/live\?/, () => {});
    await page.routeWebSocket(/\/api\/voice\/calls\/live\?/, (socket) => {
      socket.onMessage(() => socket.send(JSON.stringify({ calls: crowd(1) })));
    });
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('/calls/live?'));
    await page.goto(`${server.baseUrl}/calls`);
    expect((await cancelled).failure()?.errorText).toBe('net::ERR_ABORTED');
    await page.getByText('Caller 1').waitFor();
    expectClean(watched);
  });

  test('stays readable with one, twelve and sixty calls, and shows the unhappiest first', async () => {
    const watched = await openBrowser({ session, viewport: desk, isAlone: true });
    const { page } = watched;
    const shown = { count: 1 };
    await page.routeWebSocket(/\/api\/voice\/calls\/live\?/, (socket) => {
      socket.onMessage(() => socket.send(JSON.stringify({ calls: crowd(shown.count) })));
    });
    const tiles = page.getByRole('list', { name: 'Calls in progress' }).getByRole('listitem');
    for (const count of [1, 12, 60])
      for (const size of [desk, phone]) {
        shown.count = count;
        await page.setViewportSize(size);
        await page.goto(`${server.baseUrl}/calls`);
        await eventually(() => tiles.count()).toBe(count);
        await looksRight(page);
      }
    await page.getByText('15 callers are unhappy · slowest replies after 2,000 ms').waitFor();
    await page.getByLabel('Order of the calls').selectOption('Unhappiest first');
    await eventually(() => tiles.first().textContent()).toContain('Unhappy');
    await eventually(() => tiles.nth(15).textContent()).not.toContain('Unhappy');
    await page.getByLabel('Order of the calls').selectOption('Slowest replies first');
    await eventually(() => tiles.first().textContent()).toContain('2,000 ms');
    await page.getByLabel('Order of the calls').selectOption('Longest first');
    await eventually(() => tiles.first().textContent()).toContain('Caller 60');
    await button(page, 'More actions for Caller 60').click();
    await page.getByRole('menuitem', { name: 'End the call with Caller 60' }).click();
    await page.getByRole('dialog').waitFor();
    expectClean(watched);
  });
});

const moods = [null, 'positive', 'neutral', 'negative'] as const;

const ordinary = {
  call_type: 'inbound',
  campaign_uuid: null,
  contact_uuid: null,
  agent_name: null,
  agent_version: 1,
  campaign_version: 1,
  server: null,
  to_number: lineNumber,
  duration: 0,
  duration_formatted: '00:00',
  outcome: null,
  sentiment: null,
  summary: null,
  recording_url: null,
  end_reason: null,
  ended_at: null,
  answered_by: null,
  answered_confidence: null,
  median_latency_ms: null,
};
const longName = 'Caller 2 with a name that is much longer than any tile can be';

/** Calls in progress, the newest first. */
const crowd = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.now() - index * 60_000).toISOString();
    return {
      ...ordinary,
      uuid: crypto.randomUUID(),
      status: index % 5 === 4 ? 'transferring' : 'in_progress',
      turns: index,
      from_number: `+1202555${1000 + index}`,
      contact_name: index === 1 ? longName : `Caller ${index + 1}`,
      mood: moods[index % moods.length],
      latency_ms: index === 7 ? 2000 : 400 + index,
      created_at: at,
      started_at: at,
    };
  });
