import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlsOf } from './accessible-names.ts';
import { openBrowser, type WatchedPage } from './browser.ts';
import { faintTexts } from './contrast.ts';
import { giveVoice, recordMicrophone } from './microphone.ts';
import { openSharedPageServer, type SharedPageServer, whyNoPages } from './server.ts';

const clean = { policyViolations: [], errors: [], foreignRequests: [] };
/** Has a long answer. */
const question = 'Could you please tell me what your opening hours are?';
const interruption = 'Wait, how much does a cleaning cost?';

if (whyNoPages !== undefined) process.stderr.write(`The page is not tested: ${whyNoPages}.\n`);

describe.skipIf(whyNoPages !== undefined)('the test-call page', () => {
  let folder: string;
  let silence: string;
  let hum: string;
  let server: SharedPageServer['server'];
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-microphone-'));
    [silence, hum] = [join(folder, 'silence.wav'), join(folder, 'hum.wav')];
    await Promise.all([recordMicrophone(silence, 60_000), recordMicrophone(hum, 60_000, 0.05)]);
    ({ server, session } = await openSharedPageServer());
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function visit(options: Parameters<typeof openBrowser>[0] = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ microphone: silence, session, ...options });
    await open(watched.page);
    return watched;
  }
  async function open(page: Page): Promise<void> {
    await page.goto(`${server.baseUrl}/test-call`);
    await callButton(page).waitFor();
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const callerLevel = (page: Page) => page.getByRole('meter', { name: /^You/ });
  const callButton = (page: Page) => button(page, 'Call');
  /** A reply of which nothing was heard would leave no trace. */
  const heardInPart = (page: Page) => page.locator('[data-heard="yes"] + [data-heard="pending"]');
  const said = (page: Page, side: 'agent' | 'caller') => page.locator(`[data-speaker="${side}"][data-final="true"]`);
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  test('lets a user ask, hear the answer, interrupt, and review everything afterwards', async () => {
    const watched = await openBrowser({ microphone: silence, session, viewport: { width: 1280, height: 600 } });
    const { page, offences } = watched;
    const say = await giveVoice(page, [question, interruption]);
    await open(page);
    await callButton(page).click();

    const agentLevel = page.getByRole('meter', { name: /^Agent/ });
    await eventually(async () => Number(await agentLevel.getAttribute('value'))).toBeGreaterThan(-40);
    await eventually(() => said(page, 'agent').first().textContent()).toContain('How can I help you');
    await eventually(() => page.locator('[data-state]').getAttribute('data-state')).toBe('listening');

    await say(question);
    await eventually(async () => Number(await callerLevel(page).getAttribute('value'))).toBeGreaterThan(-60);
    await eventually(() => said(page, 'caller').first().textContent()).toMatch(/opening hours/i);
    await heardInPart(page).waitFor({ timeout: 60_000 });

    await say(interruption);
    const unheard = page.locator('s[data-heard="no"]');
    await unheard.first().waitFor({ timeout: 60_000 });
    expect(await unheard.first().textContent()).toMatch(/\w/);
    await eventually(() => said(page, 'caller').last().textContent()).toMatch(/cleaning/i);
    await eventually(() => said(page, 'agent').last().textContent()).toMatch(/\$\d+/);
    const belowView = '(({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight)';
    const box = `document.querySelector('[aria-label="Conversation"]')`;
    expect(await page.evaluate(`${box}.scrollTop`)).toBeGreaterThan(0);
    expect(await page.evaluate(`${belowView}(${box})`)).toBeLessThan(2);
    expect((await controlsOf(page)).nameless).toEqual([]);
    expect(await faintTexts(page)).toEqual([]);

    await button(page, 'End call').click();
    await page.getByRole('heading', { name: 'Call ended' }).waitFor();
    await page.getByText('The caller hung up.').waitFor();
    const heard = /Played ([\d.]+) s of agent audio/.exec((await page.getByText(/^Played/).textContent()) ?? '');
    expect(Number(heard?.[1])).toBeGreaterThan(5);
    const totals = (await page.locator('td[data-total]').allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(totals.length).toBeGreaterThanOrEqual(2);
    for (const total of totals) expect(total).toBeGreaterThan(0);
    await eventually(() => page.locator('[data-median]').textContent()).toMatch(/^[\d,]+ ms$/);
    await eventually(() => page.evaluate('document.querySelector("audio")?.duration')).toBeGreaterThan(15);

    const words = page.locator('[data-speaker="caller"] p');
    const spoken = (await words.allTextContents()).map((text) => text.trim());
    await page.getByRole('link', { name: 'Open this call' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    const stored = page.getByRole('region', { name: 'Conversation' });
    await stored.locator('s[data-heard="no"]').first().waitFor();
    expect(await stored.locator('[data-speaker="customer"] p').allTextContents()).toEqual(spoken);
    await page.getByText('Event log').click();
    await page.getByRole('cell', { name: 'barge_in' }).first().waitFor();
    expect((await controlsOf(page)).nameless).toEqual([]);

    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('cell', { name: 'Maple Grove Dental front desk' }).first().waitFor();
    await button(page, 'Columns').click();
    await page.getByRole('checkbox', { name: 'Median latency' }).press('Space');
    await page
      .getByRole('cell', { name: /^[\d,]+ ms$/ })
      .first()
      .waitFor();
    expect(offences).toEqual(clean);
  });

  test('starts, controls and ends a call by keyboard, with the focus following', async () => {
    const { page, offences } = await visit({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });
    await button(page, 'Call').waitFor();
    for (let i = 0; i < 12 && (await focused(page)) !== 'Call'; i++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Call');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('End call');
    await eventually(() => button(page, 'Interrupt the agent').isEnabled()).toBe(true);

    await heardInPart(page).waitFor();
    await button(page, 'Interrupt the agent').press('Enter');
    await page.locator('s[data-heard="no"]').first().waitFor();
    await eventually(() => page.locator('[data-state]').getAttribute('data-state')).toBe('listening');
    await eventually(() => page.getByRole('meter', { name: /^Agent/ }).getAttribute('value')).toBe('-60');

    await button(page, 'Keypad').press('Space');
    await button(page, 'Digit 5').press('Enter');
    await button(page, 'Mute').press('Enter');
    expect(await faintTexts(page)).toEqual([]);
    await eventually(() => button(page, 'Mute').getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('m');
    await eventually(() => button(page, 'Mute').getAttribute('aria-pressed')).toBe('false');

    await button(page, 'Menu').press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'People' }).press('Enter');
    const bar = page.getByRole('region', { name: 'Test call in progress' });
    await bar.getByRole('timer').waitFor();
    await bar.getByRole('link', { name: /^Test call with/ }).press('Enter');
    await button(page, 'End call').focus();
    await page.keyboard.press('Shift+E');
    await eventually(() => focused(page)).toBe('Call again');
    await page.getByRole('link', { name: 'Open this call' }).press('Enter');
    await page.getByText('Event log').press('Enter');
    await page.getByRole('cell', { name: /"digit":"5"/ }).waitFor();
    expect(offences).toEqual(clean);
  });

  test('names an unreachable server, and hears the microphone with the same button when it is back', async () => {
    const { page } = await visit({ microphone: hum });
    await page.route('**/browser-test', (route) => route.abort());
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain('The server does not respond');
    await page.unroute('**/browser-test');
    await button(page, 'Try again').click();
    await eventually(() => page.getByRole('timer').textContent()).toMatch(/^\d\d:\d\d$/);
    await eventually(async () => Number(await callerLevel(page).getAttribute('value'))).toBeGreaterThan(-60);
    await button(page, 'End call').click();
    await page.getByRole('heading', { name: 'Call ended' }).waitFor();
  });
});
