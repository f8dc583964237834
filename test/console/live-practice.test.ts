import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone, picture } from './looks.ts';
import { giveVoice, recordMicrophone } from './microphone.ts';
import { addColleague, openSharedPageServer, type SharedPageServer, whyNoPages } from './server.ts';

const greeting = 'Hello.';
const price = 'The price of this lamp is ten euros.';

describe.skipIf(whyNoPages !== undefined)('live practice in the console', () => {
  let folder: string;
  let silence: string;
  let server: SharedPageServer['server'];
  let session: string;
  let scenario: string;

  const post = async (path: string, body: object): Promise<{ uuid: string }> => {
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as { uuid: string };
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-practice-'));
    silence = join(folder, 'silence.wav');
    [{ server, session }] = await Promise.all([openSharedPageServer(), recordMicrophone(silence, 60_000)]);
    for (const [name, options] of [
      ['Price', ['the price of']],
      ['Warranty', ['two years']],
    ] as const)
      await post('/api/extraction-fields', {
        key: name.toLowerCase(),
        name,
        group: 'Sale',
        field_type: 'score',
        options,
        description: `The agent names the ${name.toLowerCase()}.`,
      });
    const persona = await post('/api/pf-coach/personas', {
      name: 'Nora Field',
      hidden_state: { budget: 'four hundred euros' },
      voice: { provider: 'platform', speaker: 'ava' },
    });
    ({ uuid: scenario } = await post('/api/pf-coach/scenarios', {
      persona_uuid: persona.uuid,
      name: 'Ask for a lamp',
      situation: 'You are looking for a lamp.',
      objective: 'Sell a lamp.',
      rubric: 'Sale',
      agent_opens: false,
      stop_conditions: { max_turns: 30 },
    }));
    // Their progress has no other sessions.
    session = await addColleague(server, session, 'admin');
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  test('a person chooses a scenario, talks with the persona and gets a scorecard', async () => {
    const watched = await openBrowser({ session, microphone: silence, viewport: desk });
    const { page } = watched;
    const say = await giveVoice(page, [greeting, price]);
    await page.goto(`${server.baseUrl}/practice`);
    await page.getByRole('heading', { name: 'Ask for a lamp', exact: true }).waitFor();
    await looksRight(page);
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Practise Ask for a lamp');
    await page.getByRole('region', { name: 'Your objective' }).getByText('Sell a lamp.').waitFor();
    await page.getByText('Nora Field').first().waitFor();
    expect(await page.locator('main').textContent()).not.toContain('four hundred');

    await press(page, 'Check the microphone');
    await page.getByRole('button', { name: 'Stop the check' }).waitFor();
    await say(greeting);
    await page.getByText('The microphone works.').waitFor();
    await looksRight(page);
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'Stop the check');

    await press(page, 'Start session');
    const listens = page.locator('[data-state="listening"]');
    await listens.waitFor();
    await say(greeting);
    const said = (side: 'agent' | 'caller') => page.locator(`[data-speaker="${side}"][data-final="true"]`);
    await said('agent').filter({ hasText: /lamp/i }).first().waitFor();
    // On a machine that has no time to understand them, the person repeats the words.
    const heard = said('caller').filter({ hasText: /the price of/i });
    const repeat = async () => {
      await listens.waitFor();
      await say(price);
      return heard.count();
    };
    await expect.poll(repeat, { interval: 8000, timeout: 180_000 }).toBeGreaterThan(0);
    await looksRight(page);
    await picture(page, 'practice-live');
    expect(await violationsOf(page)).toEqual([]);

    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    await press(page, 'Continue the session');
    await press(page, 'Hang up');
    await page.getByRole('heading', { name: 'Scores' }).waitFor();
    await page.getByText('of 100').first().waitFor();
    const evidence = page.getByRole('list', { name: 'Evidence for Price' }).getByRole('link').first();
    const turn = (await evidence.getAttribute('href')) ?? '';
    await evidence.click();
    await page.locator(`${turn}[data-marked="true"]`).waitFor();
    await expect.poll(() => page.evaluate('document.querySelector("audio")?.duration')).toBeGreaterThan(4);
    await looksRight(page);
    await picture(page, 'practice-scorecard');
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize(phone);
    // The waveform is drawn again.
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(phone.width);
    await looksRight(page);
    await page.getByRole('heading', { name: 'Practise next: Ask for a lamp' }).waitFor();
    await page.getByText('Your mean for "Warranty" is 0 of 100').waitFor();
    await press(page, 'Practise again');
    await page.getByRole('button', { name: 'Start session' }).waitFor();
    await looksRight(page);

    await page.goto(`${server.baseUrl}/progress`);
    await page
      .getByRole('img', { name: 'All criteria: scores of 1 session, 0 to 100; a score of 70 is met.' })
      .waitFor();
    await page.getByLabel('Criterion', { exact: true }).selectOption('Warranty');
    await page.getByRole('img', { name: /^Warranty: scores of 1 session/ }).waitFor();
    await page.getByRole('table').first().getByRole('rowheader', { name: 'Price' }).waitFor();
    for (const viewport of [phone, desk]) {
      await page.setViewportSize(viewport);
      await looksRight(page);
      expect(await violationsOf(page)).toEqual([]);
    }
    await picture(page, 'progress');
    await page.getByRole('link', { name: 'Ask for a lamp', exact: true }).click();
    await page.getByRole('heading', { name: 'Scores' }).waitFor();
    expectClean(watched);
  });

  const runsOfScenario = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${session}` };
    const answer = await fetch(`${server.baseUrl}/api/pf-coach/runs?scenario_uuid=${scenario}`, { headers });
    return ((await answer.json()) as { total: number }).total;
  };

  test('a blocked microphone is explained before a session is opened', async () => {
    const before = await runsOfScenario();
    const { page } = await openBrowser({ session, refusesMicrophone: true, viewport: phone, colorScheme: 'dark' });
    await page.goto(`${server.baseUrl}/practice/${scenario}`);
    await press(page, 'Check the microphone');
    await page.getByText('The microphone is blocked for this page').waitFor();
    await looksRight(page);
    await press(page, 'Start session');
    await page.getByRole('region', { name: 'Session' }).getByText('The microphone is blocked for this page').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await runsOfScenario()).toBe(before);
  });
});
