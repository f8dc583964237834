import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { askerOf } from './filled-organisation.ts';
import { focusedOn, tabTo } from './keys.ts';
import { desk } from './looks.ts';
import { recordMicrophone } from './microphone.ts';
import { openServer, openWholeServer, owner, setUp, whyNoPages } from './server.ts';

test.skipIf(whyNoPages !== undefined)(
  'a person with a keyboard alone creates the first account, calls an agent, mutes, hangs up and opens the call',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-keyboard-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const microphone = join(folder, 'silence.wav');
    await recordMicrophone(microphone, 60_000);
    const server = await openWholeServer();
    onTestFinished(() => server.close());
    const { page, offences } = await openBrowser({ microphone, viewport: desk });

    await page.goto(server.baseUrl);
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    if ((await focusedOn(page)).name !== 'E-mail address') await tabTo(page, 'E-mail address');
    await page.keyboard.type(owner.email);
    await tabTo(page, 'New password');
    await page.keyboard.type(owner.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

    await tabTo(page, 'Talk to an agent');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Test call' }).waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).waitFor();
    await tabTo(page, 'Agent');
    await page.keyboard.press('ArrowDown');
    await tabTo(page, 'Call');
    await page.keyboard.press('Enter');
    await page.getByRole('timer').waitFor();
    // The button that ends the call took the place and the focus of the one that began it.
    await expect.poll(async () => (await focusedOn(page)).name).toBe('End call');

    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Shift+Tab');
    expect((await focusedOn(page)).name).toBe('Mute');
    await page.keyboard.press('Space');
    await page.getByText('You, muted').waitFor();
    await tabTo(page, 'End call');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Call ended' }).waitFor();
    await expect.poll(async () => (await focusedOn(page)).name).toBe('Call again');

    await tabTo(page, 'Open this call');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Details' }).waitFor();
    expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
  },
);

test.skipIf(whyNoPages !== undefined)('a person with a keyboard alone adds a contact', async () => {
  const server = await openServer();
  onTestFinished(() => server.close());
  const { page, offences } = await openBrowser({ session: await setUp(server), viewport: desk });
  await page.goto(`${server.baseUrl}/contacts`);
  await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  await tabTo(page, 'Add a contact');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await expect.poll(async () => (await focusedOn(page)).name).toBe('Phone number');
  await page.keyboard.type('+12025550143');
  await tabTo(page, 'Name');
  await page.keyboard.type('Asha Rao');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Asha Rao' }).waitFor();
  expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
});

test.skipIf(whyNoPages !== undefined)('a person with a keyboard alone changes an agent and publishes it', async () => {
  const server = await openServer();
  onTestFinished(() => server.close());
  const session = await setUp(server);
  const ask = askerOf(server, session);
  const voice = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
  const agent = await ask('POST', '/api/voice/agents', { name: 'Robin', voice_config: voice });
  const { page, offences } = await openBrowser({ session, viewport: desk });
  await page.goto(`${server.baseUrl}/agents/${agent.uuid}`);
  await page.getByRole('heading', { level: 1, name: 'Robin' }).waitFor();
  await tabTo(page, 'Greeting');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Robin speaking.');
  await tabTo(page, 'Publish');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await focusedOn(page)).name).toMatch(/^Published\./);
  expect((await ask('GET', `/api/voice/agents/${agent.uuid}`)).greeting).toBe('Robin speaking.');
  expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
});
