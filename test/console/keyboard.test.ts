import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { desk } from './looks.ts';
import { recordMicrophone } from './microphone.ts';
import { openWholeServer, owner, whyNoPages } from './server.ts';

/** More controls than any page has before the one that is wanted. */
const mostTabs = 80;

/** The name of what has the focus, and whether a ring or a border shows it on the screen. */
const focusedOn = (page: Page): Promise<{ readonly name: string; readonly isShown: boolean }> =>
  page.evaluate(`(() => {
    const element = document.activeElement;
    const labelled = element.labels?.[0]?.textContent;
    const name = element.getAttribute('aria-label') ?? labelled ?? element.textContent ?? '';
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const { outlineStyle, borderColor, boxShadow } = getComputedStyle(element);
    const isInside = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
    const isMarked = outlineStyle !== 'none' || boxShadow !== 'none' || borderColor !== '';
    return { name: name.trim(), isShown: isInside && isMarked };
  })()`);

/** Presses Tab until the control with this name has the focus, and requires that its focus can be seen. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let count = 0; count < mostTabs; count++) {
    await page.keyboard.press('Tab');
    const focused = await focusedOn(page);
    seen.push(focused.name);
    if (typeof name === 'string' ? focused.name === name : name.test(focused.name)) {
      expect(focused, `the focus on ${name}`).toMatchObject({ isShown: true });
      return;
    }
  }
  throw new Error(`Tab does not lead to ${name}, but to ${seen.join(', ')}`);
}

test.skipIf(whyNoPages !== undefined)(
  'a person with a keyboard alone creates the first account, calls an agent, mutes, hangs up and opens the call',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-keyboard-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const microphone = join(folder, 'silence.wav');
    await recordMicrophone(microphone, [], 60_000);
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
