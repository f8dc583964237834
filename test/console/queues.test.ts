import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone, showTheme } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, owner, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the queues page', () => {
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

  test('sets a number, a queue and availability, shows who is free, and calls a contact', async () => {
    const server = await openServer({ dataDir: temporaryFolder() });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/contacts`);
    await button(page, 'Add a contact').click();
    await page.getByLabel('Phone number').fill('+12025550101');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
    await button(page, 'Add').click();
    await button(page, 'Call: Ada').click();
    await page.getByRole('heading', { name: 'You have no phone number here yet' }).waitFor();
    await looksRight(page);
    await page.getByRole('dialog').getByRole('link', { name: 'Queues' }).click();

    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor();
    await page.getByText('No queues yet').waitFor();
    await page.getByText('You have no phone number yet', { exact: false }).waitFor();
    await looksRight(page);
    await button(page, `Edit the phone of ${owner.email}`).click();
    await page.getByLabel('Phone number').fill('202-555-0143');
    await button(page, 'Save').click();
    await page.getByText('Must be a phone number with its country code, such as +12025550143.').waitFor();
    expect(await page.getByLabel('Phone number').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Phone number').fill('+12025550143');
    await button(page, 'Save').click();
    await page.getByText('Your phone +12025550143 does not ring for queues.').waitFor();

    await button(page, 'Create queue').click();
    await page.getByLabel('Name', { exact: true }).fill('sales');
    await page.getByRole('checkbox', { name: owner.email }).check();
    const tags = page.getByRole('dialog').getByRole('textbox', { name: 'Tags' });
    await tags.fill('Gold');
    await button(page, 'Create').click();
    await page.getByText('Must have the form Key:Value.').waitFor();
    expect(await tags.getAttribute('aria-invalid')).toBe('true');
    await looksRight(page);
    await tags.fill('');
    await button(page, 'Create').click();
    await page.getByText('“sales” was stored.').waitFor();
    const now = page.getByRole('row', { name: /^sales/ });
    await now.getByText('Nobody is free').waitFor();
    await page.getByRole('switch', { name: 'I take calls' }).press('Space');
    await now.getByText('Somebody is free').waitFor();
    await page.getByText('Your phone +12025550143 rings for calls transferred', { exact: false }).waitFor();
    await looksRight(page);
    await page.reload();
    await eventually(() => page.getByRole('switch', { name: 'I take calls' }).isChecked()).toBe(true);

    await page.goto(`${server.baseUrl}/contacts`);
    await button(page, 'Call: Ada').click();
    await page.getByText('Your own phone +12025550143 rings first;', { exact: false }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Call', exact: true }).click();
    await eventually(() => page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/PUBLIC_BASE_URL/);
    await looksRight(page);

    await page.setViewportSize(phone);
    await showTheme(page, 'dark');
    await goTo(page, '/queues');
    await page.getByText('Somebody is free').waitFor();
    await looksRight(page);
    await chooseInRow(page, 'sales', 'Delete');
    await button(page, 'Delete').click();
    await eventually(() => page.evaluate('document.activeElement?.textContent')).toBe('“sales” was deleted.');
    expectClean(watched);
  });
});
