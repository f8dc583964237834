import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const offer = 'Try it with a sample organisation';

describe.skipIf(whyNoPages !== undefined)('the demo', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  async function openEmpty(): Promise<PageServer> {
    const server = await openServer();
    onTestFinished(() => server.close());
    return server;
  }

  test('makes an agent callable with one click; its password, shown until it is saved, signs in again', async () => {
    const server = await openEmpty();
    const watched = await openBrowser({ viewport: phone });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls`);
    await button(page, offer).waitFor();
    await looksRight(page);
    await button(page, offer).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Test call' }).waitFor();
    await button(page, 'Call').waitFor();
    const notice = page.getByRole('region', { name: 'You are in the sample organisation' });
    const password = (await notice.locator('code').textContent()) as string;
    await looksRight(page);
    await page.reload();
    await notice.getByText(password).waitFor();
    await page.goto(server.baseUrl);
    await notice.getByText(password).waitFor();
    await page.goto(`${server.baseUrl}/test-call`);
    await notice.waitFor();
    await button(page, "I've saved it").click();
    await notice.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate('document.activeElement?.id')).toBe('main');
    await page.reload();
    await button(page, 'Call').waitFor();
    expect(await notice.count()).toBe(0);
    expect(await page.content()).not.toContain(password);

    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('E-mail address').fill('demo@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign in').click();
    await button(page, 'Call').waitFor();
    expectClean(watched);
  });

  test('asks for sign-in if somebody has created the first account meanwhile', async () => {
    const server = await openEmpty();
    const watched = await openBrowser();
    const { page } = watched;
    await page.goto(server.baseUrl);
    await button(page, offer).waitFor();
    await setUp(server);
    await button(page, offer).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expectClean(watched);
  });
});
