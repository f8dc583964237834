import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { desk } from './looks.ts';
import { recordMicrophone } from './microphone.ts';
import { openSharedPageServer, type SharedPageServer, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('a running test call', () => {
  let folder: string;
  let microphone: string;
  let server: SharedPageServer['server'];
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-survives-'));
    microphone = join(folder, 'silence.wav');
    [{ server, session }] = await Promise.all([openSharedPageServer(), recordMicrophone(microphone, 120_000)]);
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const menu = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: new RegExp(`^${name}`) });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const bar = (page: Page) => page.getByRole('region', { name: 'Test call in progress' });

  test('survives a page that fails to load, a failed request for the account, and a rate limit', async () => {
    const { page, offences } = await openBrowser({ session, microphone, viewport: desk });
    await page.clock.install();
    await page.goto(`${server.baseUrl}/test-call`);
    await button(page, 'Call').click();
    await button(page, 'End call').waitFor();

    await page.route('**/assets/calls-page*.js', (route) => route.fulfill({ status: 404 }));
    await menu(page, 'Calls').click();
    await page.getByRole('alert').getByText('Your call continues; reloading would end it.').waitFor();
    await bar(page).getByRole('timer').waitFor();

    let refused = 0;
    const me = /\/api\/auth\/me$/;
    for (const answer of [{ status: 500 }, { status: 429, json: { detail: 'Rate limit exceeded.' } }]) {
      await page.route(me, (route) => {
        refused += 1;
        return route.fulfill(answer);
      });
      const before = refused;
      await page.clock.fastForward(61_000);
      await menu(page, 'Agents').click();
      await heading(page, 'Agents').waitFor();
      await menu(page, 'People').click();
      await heading(page, 'Contacts').waitFor();
      await expect.poll(() => refused).toBeGreaterThan(before);
      await bar(page).getByRole('timer').waitFor();
      await page.unroute(me);
    }
    expect(await page.getByText('The console could not be opened').count()).toBe(0);
    await bar(page).getByRole('button', { name: 'End call' }).click();
    await bar(page).waitFor({ state: 'detached' });
    expect(offences.policyViolations).toEqual([]);
  });

  test('names its agent on every page, also after another one was chosen before, and calls the same again', async () => {
    const { page } = await openBrowser({ session, microphone, viewport: desk });
    await page.goto(`${server.baseUrl}/test-call`);
    const choice = page.getByRole('combobox', { name: 'Agent' });
    await expect.poll(() => choice.locator('option').count()).toBeGreaterThan(1);
    const last = (await choice.locator('option').last().textContent()) ?? '';
    await choice.selectOption(last);
    await button(page, 'Call').click();
    await button(page, 'End call').waitFor();
    const name = (await page.getByRole('region', { name: 'Call', exact: true }).locator('strong').textContent()) ?? '';
    expect(last).toContain(name);
    await menu(page, 'Calls').click();
    await bar(page)
      .getByRole('link', { name: new RegExp(`^Test call with ${name}`) })
      .click();
    await page.getByText(`With ${name}`).waitFor();
    await button(page, 'End call').click();
    await button(page, 'Call again').waitFor();
    expect(await choice.locator('option:checked').textContent()).toBe(last);
  });
});
