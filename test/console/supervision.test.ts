import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { askForStream, type CallRun, type Clip, openSpeech, placeCall } from '../../media/index.ts';
import { lineNumber } from '../http/test-app.ts';
import { testModelsDir } from '../models.ts';
import { openBrowser } from './browser.ts';
import { focusedOn, tabTo } from './keys.ts';
import { desk, expectClean, looksRight, phone, picture } from './looks.ts';
import { giveVoice, recordMicrophone } from './microphone.ts';
import { addColleague, openSharedPageServer, type SharedPageServer, whyNoPages } from './server.ts';

const words = 'This is the manager speaking.';

describe.skipIf(whyNoPages !== undefined)('supervision of a call in the console', () => {
  let folder: string;
  let microphone: string;
  let question: Clip;
  let server: SharedPageServer['server'];
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-supervision-'));
    microphone = join(folder, 'silence.wav');
    [{ server, session }] = await Promise.all([
      openSharedPageServer(),
      recordMicrophone(microphone, 120_000).then(async () => {
        const speech = await openSpeech({ modelsDir: testModelsDir });
        question = await speech.speak('What are your opening hours?', { speaker: 'daniel' }, 8000);
        await speech.close();
      }),
    ]);
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const caption = (page: Page, side: 'agent' | 'caller', text: RegExp) =>
    page.getByRole('region', { name: /^Supervise/ }).locator(`[data-speaker="${side}"]`, { hasText: text });

  /** A call by telephone to the line of the sample. */
  async function ring(from: string): Promise<CallRun> {
    const call = { dialect: 'telephony_a', callId: randomUUID(), from, to: lineNumber } as const;
    const answer = await askForStream({ ...call, baseUrl: server.baseUrl });
    if (answer.kind !== 'stream') throw new Error(answer.kind);
    const run = placeCall({ dialect: 'telephony_a', url: answer.url, identity: call });
    onTestFinished(async () => void (await run.hangUp()));
    expect(await run.opened).toBe(true);
    return run;
  }
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answers
  const ask = async (method: string, path: string, body?: object): Promise<any> => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return text === '' ? undefined : JSON.parse(text);
  };
  const liveUuid = async (from: string): Promise<string | undefined> => {
    const { calls } = await ask('GET', '/api/voice/calls/live?direction=all');
    return calls.find((call: { from_number: string }) => call.from_number === from)?.uuid;
  };

  test('lets a manager listen to a call, whisper, speak to the caller and hand the call back, and records who did', async () => {
    const watched = await openBrowser({ session, microphone, viewport: desk });
    const { page } = watched;
    const say = await giveVoice(page, [words]);
    await page.goto(`${server.baseUrl}/calls`);
    const run = await ring('+12025550171');
    await button(page, 'Listen in on the call with +12025550171').click();
    await page.getByText('You are listening.', { exact: false }).waitFor();
    await page.getByText('owner@example.com is listening.').first().waitFor();
    await looksRight(page);

    await run.until(() => !run.agentBusy && run.nowMs() > 3000, 20_000);
    run.say(question);
    await caption(page, 'caller', /opening hours/i).waitFor();
    await caption(page, 'agent', /\w+/).last().waitFor();
    const level = page.getByRole('meter', { name: /^The call/ });
    await eventually(async () => Number(await level.getAttribute('value'))).toBeGreaterThan(-50);
    await picture(page, 'supervise-live');

    await run.until(() => !run.agentBusy, 20_000);
    expect(await button(page, 'Tell the agent').count()).toBe(0);
    await page.getByText('To tell the agent something that the caller does not hear', { exact: false }).waitFor();
    await page.getByLabel('Message').fill('We have a special offer today.');
    await button(page, 'Say to the caller').click();
    await caption(page, 'agent', /special offer/i)
      .and(page.locator('[data-person="true"]', { hasText: 'Agent, told by owner@example.com' }))
      .waitFor();
    await run.until(() => !run.agentBusy, 20_000);

    await button(page, 'Take over').click();
    await page.getByText('Your microphone is open: the caller hears you.', { exact: false }).waitFor();
    await looksRight(page);
    const heardBefore = run.agentAudible.length;
    // On a machine that has no time to understand them, the manager repeats the words.
    const own = caption(page, 'agent', /owner@example.com, supervisor.*manager/s);
    const repeat = { interval: 8000, timeout: 180_000 };
    await expect.poll(() => say(words).then(() => own.count()), repeat).toBeGreaterThan(0);
    await eventually(() => run.agentAudible.length).toBeGreaterThan(heardBefore);
    await picture(page, 'supervise-speaking');

    await button(page, 'Hand back to the agent').click();
    await page.getByText('You are listening.', { exact: false }).waitFor();
    await caption(page, 'agent', /with you again/i).waitFor();

    const uuid = await liveUuid('+12025550171');
    await run.hangUp();
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    const listeners = page.getByRole('region', { name: 'Listened in' });
    await listeners.getByText(/^owner@example.com, .*, spoke to the caller$/).waitFor();
    const said = page.getByRole('region', { name: 'Conversation' });
    await said.locator('[data-person="true"]', { hasText: 'owner@example.com, supervisor' }).first().waitFor();
    await said
      .locator('[data-person="true"]', { hasText: /Agent, told by owner@example.com.*special offer/s })
      .waitFor();
    await looksRight(page);
    await picture(page, 'supervise-record');
    const { transcript } = await ask('GET', `/v1/calls/${uuid}`);
    const kinds = transcript.map(
      (line: { spoken_by?: { through?: string } }) => line.spoken_by?.through ?? (line.spoken_by && 'own'),
    );
    expect(new Set(kinds)).toEqual(new Set([undefined, 'agent', 'own']));
    await page.goto(`${server.baseUrl}/activity`);
    for (const action of [
      'Listened to a call',
      'Sent a text to the agent of a call',
      'Took a call over',
      'Handed a call back',
    ])
      await page.getByRole('cell', { name: action }).first().waitFor();
    expectClean(watched);
  });

  test('is on the page of the call, and not offered to members', async () => {
    const run = await ring('+12025550172');
    await eventually(() => liveUuid('+12025550172')).toBeDefined();
    const uuid = await liveUuid('+12025550172');
    const watched = await openBrowser({ session, microphone, viewport: phone, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls/${uuid}`);
    await button(page, 'Listen in').click();
    await page.getByText('You are listening.', { exact: false }).waitFor();
    // One conversation, no player of a recording that still grows, and no verdict on latency.
    expect(await page.getByRole('region', { name: 'Conversation' }).count()).toBe(1);
    await page.getByText('The recording can be played when the call is over.').waitFor();
    expect(await page.getByText('No turn of this call was answered.').count()).toBe(0);
    await page.getByText(/^owner@example.com, .*, still listening$/).waitFor();
    await looksRight(page);
    await picture(page, 'supervise-phone');
    await button(page, 'Stop listening').click();
    await page.getByText('You are no longer listening.').waitFor();

    const member = await addColleague(server, session, 'member');
    const theirs = await openBrowser({ session: member, viewport: desk });
    await theirs.page.goto(`${server.baseUrl}/calls`);
    await button(theirs.page, 'End the call with +12025550172').waitFor();
    expect(await theirs.page.getByRole('button', { name: /Listen in/ }).count()).toBe(0);
    await theirs.page.goto(`${server.baseUrl}/calls/${uuid}`);
    await button(theirs.page, 'End the call with +12025550172').waitFor();
    expect(await theirs.page.getByRole('region', { name: /^Supervise/ }).count()).toBe(0);
    expectClean(theirs);
    await button(page, 'Listen in').click();
    await page.getByText('You are listening.', { exact: false }).waitFor();
    await page.getByText(/, still listening$/).waitFor();
    await run.hangUp();
    await button(page, 'Listen in').waitFor({ state: 'detached' });
    await page.getByText(/, still listening$/).waitFor({ state: 'detached' });
    const { listeners } = await ask('GET', `/api/voice/calls/${uuid}/listeners`);
    expect(listeners.map((one: { ended_at: string | null }) => one.ended_at)).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expectClean(watched);
  });

  test('is done with the keyboard alone: listen, say, take over, hand back, close', async () => {
    const watched = await openBrowser({ session, microphone, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls`);
    const run = await ring('+12025550173');
    await button(page, 'Listen in on the call with +12025550173').waitFor();
    await tabTo(page, 'Listen in on the call with +12025550173');
    await page.keyboard.press('Enter');
    await page.getByText('You are listening.', { exact: false }).waitFor();
    await eventually(async () => (await focusedOn(page)).name).toBe('Supervise the call with +12025550173');
    await tabTo(page, 'Message');
    await page.keyboard.type('We have a special offer today.');
    await tabTo(page, 'Say to the caller');
    await page.keyboard.press('Enter');
    await page.getByText('The agent says “We have a special offer today.”', { exact: false }).waitFor();
    expect((await focusedOn(page)).name).toBe('Say to the caller');
    while ((await focusedOn(page)).name !== 'Take over') await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByText('Your microphone is open: the caller hears you.', { exact: false }).waitFor();
    await eventually(async () => (await focusedOn(page)).name).toBe('Hand back to the agent');
    await page.keyboard.press('Enter');
    await page.getByText('You are listening.', { exact: false }).waitFor();
    while ((await focusedOn(page)).name !== 'Close') await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => (await focusedOn(page)).name).toBe('Listen in on the call with +12025550173');
    await run.hangUp();
    expectClean(watched);
  });

  test('takes a call over in one step', async () => {
    const run = await ring('+12025550174');
    await eventually(() => liveUuid('+12025550174')).toBeDefined();
    const watched = await openBrowser({ session, microphone, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls/${await liveUuid('+12025550174')}`);
    await button(page, 'Take over').click();
    await page.getByText('Your microphone is open: the caller hears you.', { exact: false }).waitFor();
    await button(page, 'Hand back to the agent').click();
    await page.getByText('You are listening.', { exact: false }).waitFor();
    await run.hangUp();
    expectClean(watched);
  });
});
