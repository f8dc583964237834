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
});
