import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { ServerChild } from '../../src/cli/server-child.ts';
import { controlsOf } from './accessible-names.ts';
import { openBrowser, type WatchedPage } from './browser.ts';
import { faintTexts } from './contrast.ts';
import { recordMicrophone } from './microphone.ts';
import { openServer, owner, setUp, whyNoPages } from './server.ts';

const clean = { policyViolations: [], errors: [], foreignRequests: [] };
/** The greeting lasts about 6 s; then a question with a long answer, and another in the middle of that answer. */
const sayings = [
  { atMs: 10_500, text: 'What are your opening hours?' },
  { atMs: 16_500, text: 'Wait, how much does a cleaning cost?' },
];

if (whyNoPages !== undefined) process.stderr.write(`The page is not tested: ${whyNoPages}.\n`);

describe.skipIf(whyNoPages !== undefined)('the test-call page in a browser', () => {
  let folder: string;
  let conversation: string;
  let silence: string;
  let server: ServerChild;
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-microphone-'));
    conversation = join(folder, 'conversation.wav');
    silence = join(folder, 'silence.wav');
    [server] = await Promise.all([
      openServer(),
      recordMicrophone(conversation, sayings, 60_000).then(() => recordMicrophone(silence, [], 60_000)),
    ]);
    session = await setUp(server);
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function visit(options: Parameters<typeof openBrowser>[0] = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ microphone: silence, session, ...options });
    await watched.page.goto(server.baseUrl);
    await callButton(watched.page).waitFor();
    return watched;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const callButton = (page: Page) => button(page, 'Call');
  const said = (page: Page, side: 'agent' | 'caller') => page.locator(`[data-speaker="${side}"][data-final="true"]`);
  const eventually = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 50 });
  const expectHeaderWithin = async (page: Page, width: number): Promise<void> => {
    for (const control of await page.getByRole('banner').locator('a, button').filter({ visible: true }).all()) {
      const box = await control.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
    }
  };
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  test('a person asks, is answered, interrupts, and finds it all afterwards', { timeout: 120_000 }, async () => {
    const { page, offences } = await visit({ microphone: conversation, viewport: { width: 1280, height: 600 } });
    await callButton(page).click();

    const agentLevel = page.getByRole('meter', { name: /^Agent/ });
    await eventually(async () => Number(await agentLevel.getAttribute('value'))).toBeGreaterThan(-40);
    const callerLevel = page.getByRole('meter', { name: /^You/ });
    await eventually(() => said(page, 'agent').first().textContent()).toContain('How can I help you');

    const partial = page.locator('[data-speaker="caller"][data-final="false"]');
    await partial.waitFor({ timeout: 30_000 });
    expect(Number(await callerLevel.getAttribute('value'))).toBeGreaterThan(-60);
    await eventually(() => said(page, 'caller').first().textContent()).toMatch(/opening hours/i);
    await page.locator('[data-heard="pending"]').waitFor({ timeout: 30_000 });
    await eventually(() => page.locator('[data-state]').getAttribute('data-state')).toBe('speaking');

    const unheard = page.locator('s[data-heard="no"]');
    await unheard.first().waitFor({ timeout: 30_000 });
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
    const heard = /Heard ([\d.]+) s of the agent/.exec((await page.getByText(/^Heard/).textContent()) ?? '');
    expect(Number(heard?.[1])).toBeGreaterThan(5);
    const totals = (await page.locator('td[data-total]').allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(totals.length).toBeGreaterThanOrEqual(2);
    for (const total of totals) expect(total).toBeGreaterThan(0);
    expect(await page.locator('[data-median]').textContent()).toMatch(/^[\d,]+ ms$/);
    await eventually(() => page.evaluate('document.querySelector("audio")?.duration')).toBeGreaterThan(15);

    const words = page.locator('[data-speaker="caller"] p');
    const spoken = await words.allTextContents();
    await page.getByRole('link', { name: 'Open this call' }).click();
    await page.getByRole('heading', { name: 'Details' }).waitFor();
    const stored = page.getByRole('region', { name: 'Conversation' });
    await stored.locator('s[data-heard="no"]').first().waitFor();
    expect(await words.allTextContents()).toEqual(spoken);
    await page.getByText('Event log').click();
    await page.getByRole('cell', { name: 'barge_in' }).first().waitFor();
    expect((await controlsOf(page)).nameless).toEqual([]);

    await page.getByRole('link', { name: 'Calls', exact: true }).click();
    await page.getByRole('cell', { name: 'Maple Grove Dental front desk' }).first().waitFor();
    await page
      .getByRole('cell', { name: /^[\d,]+ ms$/ })
      .first()
      .waitFor();
    expect(offences).toEqual(clean);
  });

  test('the keyboard alone begins, steers and ends a call; the focus goes along', async () => {
    const { page, offences } = await visit({ colorScheme: 'dark', viewport: { width: 360, height: 740 } });
    for (let i = 0; i < 12 && (await focused(page)) !== 'Call'; i++) await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Call');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('End call');
    await eventually(() => button(page, 'Interrupt the agent').isEnabled()).toBe(true);

    await button(page, 'Interrupt the agent').press('Enter');
    await page.locator('s[data-heard="no"]').first().waitFor();
    await eventually(() => page.locator('[data-state]').getAttribute('data-state')).toBe('listening');
    await eventually(() => page.getByRole('meter', { name: /^Agent/ }).getAttribute('value')).toBe('-60');

    await button(page, 'Keypad').press('Space');
    await button(page, 'Digit 5').press('Enter');
    await button(page, 'Mute').press('Enter');
    expect(await faintTexts(page)).toEqual([]);
    expect(await button(page, 'Mute').getAttribute('aria-pressed')).toBe('true');

    await button(page, 'End call').press('Enter');
    await eventually(() => focused(page)).toBe('Call again');
    await page.getByRole('link', { name: 'Open this call' }).press('Enter');
    await page.getByText('Event log').press('Enter');
    await page.getByRole('cell', { name: /"digit":"5"/ }).waitFor();
    expect(offences).toEqual(clean);
  });

  test('a newcomer makes the first account, signs out and in again, and is asked to when the session is over', async () => {
    const empty = await openServer();
    onTestFinished(() => empty.close());
    const { page, offences } = await openBrowser({ viewport: { width: 360, height: 740 } });
    const fill = async (name: string, value: string) => page.getByLabel(name, { exact: true }).fill(value);
    const looksRight = async () => {
      expect((await controlsOf(page)).nameless).toEqual([]);
      expect(await faintTexts(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    };

    await page.goto(`${empty.baseUrl}/calls`);
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    await looksRight();
    await fill('E-mail address', owner.email);
    await fill('New password', 'short');
    await button(page, 'Create the account').click();
    await fill('New password', owner.password);
    await button(page, 'Create the account').click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();

    await button(page, 'Your account').click();
    await page.getByText(owner.email).waitFor();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await looksRight();
    expect(offences.errors).toEqual([]);
    await fill('E-mail address', owner.email);
    await fill('Password', 'wrong password');
    await button(page, 'Sign in').click();
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/e-mail address or the password is wrong/);
    await fill('Password', owner.password);
    await button(page, 'Sign in').click();
    await page.getByRole('heading', { name: 'Calls' }).waitFor();

    await page.evaluate(`fetch('/api/auth/logout', { method: 'POST',
      headers: { authorization: 'Bearer ' + localStorage.getItem('parley.session') } })`);
    await page.getByRole('link', { name: 'Test call' }).first().click();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await button(page, 'Forgot the password?').click();
    await looksRight();
    await fill('E-mail address', owner.email);
    await button(page, 'Send me a link').click();
    await page.getByRole('status').waitFor();
    await eventually(empty.output).toContain('/set-password#token=');
    await page.goto(/http\S+\/set-password#token=[\w-]+/.exec(empty.output())?.[0] as string);
    await looksRight();
    await fill('New password', 'another password');
    await button(page, 'Set the password').click();
    await page.getByRole('link', { name: 'Sign in with it' }).click();
    await fill('E-mail address', owner.email);
    await fill('Password', 'another password');
    await button(page, 'Sign in').click();
    await callButton(page).waitFor();
    expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
  });

  test('a refused microphone says how to allow it, and no call is begun', async () => {
    const { page, offences } = await visit({ refusesMicrophone: true });
    await callButton(page).click();
    const alert = page.getByRole('alert');
    await eventually(() => alert.textContent()).toMatch(/microphone is blocked[\s\S]*set Microphone to Allow/);
    await button(page, 'Try again').waitFor();
    expect((await controlsOf(page)).nameless).toEqual([]);
    expect(offences).toEqual(clean);
  });

  test.each([
    ['NotFoundError', 'No microphone was found'],
    ['NotReadableError', 'The microphone is in use'],
  ])('a microphone that fails with %s is told as: %s', async (name, title) => {
    const { page } = await openBrowser({ session });
    await page.addInitScript(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '${name}'))`,
    );
    await page.goto(server.baseUrl);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain(title);
  });

  test('an address that is not safe for the microphone says which one is', async () => {
    const { page } = await openBrowser({ session });
    await page.addInitScript(`Object.defineProperty(navigator, 'mediaDevices', { value: undefined })`);
    await page.goto(server.baseUrl);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/http:\/\/localhost or over https/);
  });

  test('a server that is gone is named; once it is back the same button calls', async () => {
    const { page } = await visit();
    await page.route('**/browser-test', (route) => route.abort());
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain('The server does not answer');
    await page.unroute('**/browser-test');
    await button(page, 'Try again').click();
    await eventually(() => page.getByRole('timer').textContent()).toMatch(/^00:0\d$/);
    await button(page, 'End call').click();
    await page.getByRole('heading', { name: 'Call ended' }).waitFor();
  });

  test('nonsense from the server is left out, a cut line is told, and what was said stays', async () => {
    const { page, offences } = await openBrowser({ microphone: silence, session });
    const sent: string[] = [];
    await page.routeWebSocket(/\/media\/browser\//, (socket) => {
      socket.onMessage((message) => {
        if (typeof message !== 'string') return;
        sent.push(message);
        for (const nonsense of ['{', '[]', '{"event":"media","payload":"AAAA"}', '{"event":"transcript"}']) {
          socket.send(nonsense);
        }
        socket.send('{"event":"ready","call_uuid":"00000000-0000-4000-8000-000000000001"}');
        socket.send(
          '{"event":"transcript","id":"a0.1","speaker":"agent","text":"Hello there.","final":true,"heard":2}',
        );
        setTimeout(() => void socket.close({ code: 1011 }), 500);
      });
    });
    await page.goto(server.baseUrl);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain('The line was cut');
    expect(sent).toEqual(['{"event":"start","sample_rate":16000,"encoding":"l16"}']);
    expect(await said(page, 'agent').textContent()).toContain('Hello there.');
    await page.getByText('4 messages of the server were not understood.').waitFor();
    await button(page, 'Call again').or(callButton(page)).waitFor();
    expect(offences.policyViolations).toEqual([]);
  });

  test('a door that does not open is told', async () => {
    const { page } = await openBrowser({ microphone: silence, session });
    await page.routeWebSocket(/\/media\/browser\//, (socket) => void socket.close({ code: 1008 }));
    await page.goto(server.baseUrl);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/line could not be opened[\s\S]*60 seconds/);
  });

  test('every page has its names in both colour schemes and at 360 px, and never scrolls sideways', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, offences } = await visit({ colorScheme, viewport: { width: 360, height: 740 } });
      for (const path of ['/', '/calls', '/calls?offset=1000', '/calls/00000000-0000-4000-8000-000000000000', '/no']) {
        await page.goto(`${server.baseUrl}${path}`);
        await page.getByRole('main').locator('h1, a').first().waitFor();
        expect((await controlsOf(page)).nameless).toEqual([]);
        expect(await faintTexts(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
        await expectHeaderWithin(page, 360);
      }
      expect(offences.policyViolations).toEqual([]);
      expect(offences.foreignRequests).toEqual([]);
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'light' ? 'rgb(246, 248, 249)' : 'rgb(20, 24, 26)');
    }
  });

  test('what the tests above look for would be seen: an inline script, a style without its nonce, another host', async () => {
    const { page, offences } = await visit();
    await page.evaluate(`for (const [name, text] of [['style', 'p{}'], ['script', '1']])
      document.head.append(Object.assign(document.createElement(name), { textContent: text }));
      void fetch('http://other.invalid/').catch(() => {});`);
    await eventually(() => offences.policyViolations.length).toBe(3);
    expect(offences.errors.length).toBeGreaterThan(0);
    await page.setContent('<button></button><p>faint</p>');
    await page.evaluate(`document.querySelector('p').style.color = '#999'`);
    expect((await controlsOf(page)).nameless).toEqual(['button']);
    expect(await faintTexts(page)).toEqual([expect.stringMatching(/^2\.8\d faint$/)]);
  });
});
