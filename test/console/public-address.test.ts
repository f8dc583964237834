import { describe, expect, onTestFinished, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the page of the public address', () => {
  test('saves an address that reaches the server, says why another does not, and removes it', async () => {
    const server = await openServer({});
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/public-address`);
    await page.getByRole('heading', { level: 1, name: 'Public address' }).waitFor();
    await looksRight(page);
    await page.getByRole('textbox', { name: 'Address' }).fill('voice.example.com');
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page.getByText(/without a path/).waitFor();
    await page.getByRole('textbox', { name: 'Address' }).fill(server.baseUrl);
    await page.getByRole('button', { name: 'Check and save' }).click();
    await page.getByText('The address is saved. Calls use it from now on.').waitFor();
    await page.getByText(/Last checked/).waitFor();
    await page.setViewportSize(phone);
    await looksRight(page);
    await page.getByRole('button', { name: 'Remove the address' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText('The address is removed.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe('');
    expectClean(watched);
  });

  test('shows an address of the environment', async () => {
    const server = await openServer({ env: { PUBLIC_BASE_URL: 'https://voice.example.com' } });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const { page } = await openBrowser({ session, viewport: phone, colorScheme: 'dark' });
    await page.goto(`${server.baseUrl}/public-address`);
    await page.getByText('https://voice.example.com').waitFor();
    expect(await page.getByRole('button', { name: 'Check and save' }).count()).toBe(0);
    await looksRight(page);
  });
});
