import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { giveVoice, recordMicrophone } from './microphone.ts';
import { openSharedPageServer, type SharedPageServer, whyNoPages } from './server.ts';

const root = join(import.meta.dirname, '..', '..');
const question = 'Could you please tell me what your opening hours are?';

if (whyNoPages !== undefined) process.stderr.write(`The widget is not tested: ${whyNoPages}.\n`);

/** The example of a website, on a port and therefore an origin of its own. */
interface Site {
  readonly url: string;
  readonly child: ChildProcess;
}

describe.skipIf(whyNoPages !== undefined)('the widget on a website', () => {
  let folder: string;
  let silence: string;
  let server: SharedPageServer['server'];
  let session: string;
  let agentUuid: string;
  const sites: Site[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-website-'));
    silence = join(folder, 'silence.wav');
    [{ server, session }] = await Promise.all([openSharedPageServer(), recordMicrophone(silence, 60_000)]);
    const voice_config = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
    const persona_prompt = 'You answer for Maple Grove Dental. We are open Monday to Friday, eight to five.';
    agentUuid = (await ask('POST', '/api/voice/agents', { name: 'Robin', voice_config, persona_prompt })).uuid;
  });
  afterEach(() => {
    for (const { child } of sites.splice(0)) child.kill();
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
  async function ask(method: string, path: string, body?: object): Promise<any> {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const response = await fetch(server.baseUrl + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}`).toBe(true);
    return response.json();
  }
  const put = (settings: object) =>
    ask('PUT', `/api/voice/agents/${agentUuid}/website`, {
      enabled: true,
      per_minute: 60,
      at_once_per_visitor: 20,
      ...settings,
    });

  /** Starts the example, and allows its origin. */
  async function openSite(settings: object = {}): Promise<string> {
    const { key } = await put({ origins: [] });
    const args = ['examples/website.mjs', '--agent', key, '--server', server.baseUrl, '--port', '0'];
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const url = await new Promise<string>((resolve) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const found = /http:\/\/[\d.:]+/.exec(chunk.toString())?.[0];
        if (found !== undefined) resolve(found);
      });
    });
    sites.push({ url, child });
    await put({ origins: [url], ...settings });
    return url;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const lines = (page: Page, speaker: 'agent' | 'visitor') => page.locator(`parley-widget .line.${speaker}:not(.open)`);
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

  test('lets a visitor of another origin write with the agent by keyboard alone', async () => {
    const url = await openSite();
    const { page, offences } = await openBrowser({ microphone: silence, isAlone: true });
    await page.goto(url);
    await button(page, 'Ask us').focus();
    expect(
      offences.foreignRequests.filter((each) => each.includes('/api/')),
      'before it is opened',
    ).toEqual([]);
    await page.keyboard.press('Enter');
    const field = page.getByRole('textbox', { name: 'Message' });
    await field.waitFor();
    await eventually(() => page.evaluate('document.activeElement.shadowRoot?.activeElement?.id')).toBe('text');
    await page.keyboard.type('When do you open?');
    await page.keyboard.press('Enter');
    await eventually(() => lines(page, 'agent').count()).toBe(2);
    expect(await lines(page, 'visitor').textContent()).toContain('When do you open?');
    expect(await lines(page, 'agent').last().textContent()).toMatch(/eight|8/);
    expect(await page.context().cookies()).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement.shadowRoot?.activeElement?.className')).toContain(
      'launcher',
    );
    expect(offences.errors).toEqual([]);
  });

  test('lets a visitor talk, and the call is listed with the website', async () => {
    const url = await openSite();
    const { page } = await openBrowser({ microphone: silence });
    const say = await giveVoice(page, [question]);
    await page.goto(url);
    await button(page, 'Ask us').click();
    await button(page, 'Talk').click();
    await page.getByText('Your microphone is on. Speak now.').waitFor();
    await say(question);
    await eventually(() => lines(page, 'visitor').first().textContent()).toMatch(/opening/i);
    await eventually(() => lines(page, 'agent').last().textContent()).toMatch(/eight|8/i);
    await button(page, 'Mute').click();
    await page.getByText('Your microphone is off.').waitFor();
    await button(page, 'End').click();
    await page.getByText('The conversation is over.').waitFor();
    await eventually(async () => (await ask('GET', '/v1/calls')).calls[0]).toMatchObject({
      call_type: 'inbound',
      from_number: 'website',
      to_number: url,
      status: 'completed',
    });
  });

  test('falls back to writing where the microphone is refused', async () => {
    const url = await openSite();
    const { page } = await openBrowser({ refusesMicrophone: true });
    await page.goto(url);
    await button(page, 'Ask us').click();
    await button(page, 'Talk').click();
    await page.getByText('The microphone is blocked for this page.', { exact: false }).waitFor();
    await eventually(() => page.evaluate('document.activeElement.shadowRoot?.activeElement?.id')).toBe('text');
    await page.keyboard.type('When do you open?');
    await page.keyboard.press('Enter');
    await eventually(() => lines(page, 'agent').count()).toBe(2);
  });

  test('is refused on a website that is not allowed, with a sentence in the console of the browser', async () => {
    const url = await openSite({ origins: ['https://www.example.com'] });
    const { page } = await openBrowser({ microphone: silence, isAlone: true });
    const logged: string[] = [];
    page.on('console', (message) => void logged.push(message.text()));
    await page.goto(url);
    await button(page, 'Ask us').click();
    await page.getByText('This page may not use the assistant.').waitFor();
    expect(logged.join('\n')).toContain(`Parley: This agent may not be used on ${url}. To allow it, add ${url}`);
  });

  test('an interface of its own is made with the client package', async () => {
    const url = await openSite();
    const { page } = await openBrowser({ microphone: silence, isAlone: true });
    await page.goto(`${url}/own`);
    await page.getByRole('textbox', { name: 'Message' }).fill('When do you open?');
    await button(page, 'Send').click();
    await eventually(() => page.locator('#lines').textContent()).toMatch(
      /visitor: When do you open\?.*agent: .*(eight|8)/s,
    );
    await button(page, 'Call').click();
    await eventually(() => page.locator('#phase').textContent()).toBe('calling');
    await button(page, 'End').click();
    await eventually(() => page.locator('#phase').textContent()).toBe('ended');
  });

  test('keeps its looks under style sheets that reset everything, in the dark, on a phone and in Hindi', async () => {
    const html = await (await fetch(await openSite())).text();
    const styles = '<style>body * { all: unset !important; color: red !important; display: none !important; }</style>';
    const changed = html
      .replace('</head>', `${styles}</head>`)
      .replace('data-agent', 'data-language="hi" data-agent')
      .replace(' data-label="Ask us"', '');
    // Chromium keeps a page whose response was replaced in the browser from loading scripts of loopback addresses.
    const site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(changed);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void site.close());
    const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await put({ origins: [url] });
    const { page } = await openBrowser({
      microphone: silence,
      isAlone: true,
      colorScheme: 'dark',
      viewport: { width: 360, height: 640 },
    });
    await page.goto(url);
    await button(page, 'हमसे बात करें').click();
    await page.getByRole('textbox', { name: 'संदेश' }).waitFor();
    const panel = page.locator('parley-widget .panel');
    const box = await panel.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    const style = "getComputedStyle(document.querySelector('parley-widget').shadowRoot.querySelector('.panel'))";
    const colors = await page.evaluate(`[${style}.backgroundColor, ${style}.color]`);
    expect(colors).toEqual(['rgb(28, 30, 36)', 'rgb(241, 242, 245)']);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });
});
