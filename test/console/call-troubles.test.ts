import type { Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlsOf } from './accessible-names.ts';
import { type BrowserOptions, goTo, openBrowser, runFirst, type WatchedPage } from './browser.ts';
import { faintTexts } from './contrast.ts';
import { looksRight, showTheme } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

/** An element of the page; tests are compiled without the browser's types. */
interface Measured {
  getBoundingClientRect(): { toJSON(): { readonly left: number; readonly right: number } };
}

const clean = { policyViolations: [], errors: [], foreignRequests: [] };

describe.skipIf(whyNoPages !== undefined)('the test-call page with faults', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  async function visit(options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, ...options });
    await watched.page.goto(`${server.baseUrl}/test-call`);
    await callButton(watched.page).waitFor();
    return watched;
  }

  /** A page with a microphone, whose line leads nowhere until it is routed. */
  async function openLine(): Promise<WatchedPage> {
    const watched = await openBrowser({ session, isAlone: true });
    await watched.context.grantPermissions(['microphone']);
    return watched;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const callButton = (page: Page) => button(page, 'Call');
  const said = (page: Page, side: 'agent' | 'caller') => page.locator(`[data-speaker="${side}"][data-final="true"]`);
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const expectHeaderWithin = async (page: Page, width: number): Promise<void> => {
    // All controls are measured in one step: one that is replaced while its data arrives has no box later.
    const boxes = await page
      .getByRole('banner')
      .locator('a, button')
      .filter({ visible: true })
      .evaluateAll((controls) =>
        (controls as unknown as Measured[]).map((control) => control.getBoundingClientRect().toJSON()),
      );
    expect(boxes.length).toBeGreaterThan(0);
    for (const { left, right } of boxes) {
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
    }
  };

  test('explains how to allow a blocked microphone, and starts no call', async () => {
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
  ])('a microphone that fails with %s shows: %s', async (name, title) => {
    const { page } = await openBrowser({ session });
    await runFirst(
      page,
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '${name}'))`,
    );
    await page.goto(`${server.baseUrl}/test-call`);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toContain(title);
  });

  test('names an address at which the microphone is unavailable', async () => {
    const { page } = await openBrowser({ session });
    await runFirst(page, `Object.defineProperty(navigator, 'mediaDevices', { value: undefined })`);
    await page.goto(`${server.baseUrl}/test-call`);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/http:\/\/localhost or over https/);
  });

  test('shows words before they are complete, ignores malformed messages, and keeps the transcript of a lost connection', async () => {
    const { page, offences } = await openLine();
    const sent: string[] = [];
    let line: WebSocketRoute | undefined;
    const callerSays = (text: string, final: boolean) =>
      line?.send(JSON.stringify({ event: 'transcript', id: 'c0', speaker: 'caller', text, final }));
    await page.routeWebSocket(/\/media\/browser\//, (socket) => {
      line = socket;
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
        callerSays('I would', false);
      });
    });
    await page.goto(`${server.baseUrl}/test-call`);
    await callButton(page).click();
    await page.locator('[data-speaker="caller"][data-final="false"]', { hasText: 'I would' }).waitFor();
    callerSays('I would like a cleaning.', true);
    await said(page, 'caller').getByText('I would like a cleaning.').waitFor();
    await line?.close({ code: 1011 });
    await eventually(() => page.getByRole('alert').textContent()).toContain('The connection was lost');
    expect(sent).toEqual(['{"event":"start","sample_rate":16000,"encoding":"l16"}']);
    expect(await said(page, 'agent').textContent()).toContain('Hello there.');
    await page.getByText('4 server messages were not understood.').waitFor();
    await button(page, 'Call again').or(callButton(page)).waitFor();
    expect(offences.policyViolations).toEqual([]);
  });

  test('reports a connection that cannot be opened', async () => {
    const { page } = await openLine();
    await page.routeWebSocket(/\/media\/browser\//, (socket) => void socket.close({ code: 1008 }));
    await page.goto(`${server.baseUrl}/test-call`);
    await callButton(page).click();
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/line could not be opened[\s\S]*60 seconds/);
  });

  test('names every control in both colour schemes and at 360 px, without horizontal scrolling', async () => {
    const { page, offences } = await visit({ viewport: { width: 360, height: 740 } });
    for (const colorScheme of ['light', 'dark'] as const) {
      await showTheme(page, colorScheme);
      for (const path of [
        '/test-call',
        '/calls',
        '/calls?offset=1000',
        '/calls/00000000-0000-4000-8000-000000000000',
        '/no',
      ]) {
        await goTo(page, path);
        await page.getByRole('main').locator('h1, a').first().waitFor();
        await looksRight(page);
        await expectHeaderWithin(page, 360);
      }
      expect(offences.policyViolations).toEqual([]);
      expect(offences.foreignRequests).toEqual([]);
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect(background).toBe(colorScheme === 'light' ? 'rgb(246, 248, 249)' : 'rgb(20, 24, 26)');
    }
  });

  test('would detect an inline script, a style without nonce, and another host', async () => {
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
