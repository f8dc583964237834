import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { looksRight } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the trunks on the page of phones', () => {
  let server: PageServer;
  let session: string;
  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const stored = async () => {
    const response = await fetch(`${server.baseUrl}/api/voice/sip-trunks`, {
      headers: { authorization: `Bearer ${session}` },
    });
    return ((await response.json()) as { trunks: Record<string, unknown>[] }).trunks;
  };

  test('are added, edited without the password, and deleted', async () => {
    const { page } = await openBrowser({ session });
    await page.goto(`${server.baseUrl}/phones`);
    await page.getByRole('button', { name: 'Add trunk' }).click();
    const form = page.getByRole('dialog', { name: 'Add trunk' });
    await form.getByLabel('Name', { exact: true }).fill('Office');
    await form.getByLabel('Server', { exact: true }).fill('pbx.example.com');
    await form.getByLabel('Phone number', { exact: true }).fill('not a number');
    await form.getByLabel('User name', { exact: true }).fill('100');
    await form.getByLabel('Password', { exact: true }).fill('a password');
    await form.getByText('Limits and addresses').click();
    await form.getByLabel('Countries that may be called').fill('us, ca');
    await form.getByLabel('Addresses that may call').fill('192.0.2.0/24\n198.51.100.7');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('Not saved. Check the marked fields.').waitFor();
    await form.getByLabel('Phone number', { exact: true }).fill('+12025550146');
    await looksRight(page);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('+12025550146 · 100@pbx.example.com · UDP').waitFor();
    expect(await stored()).toMatchObject([
      { allowed_countries: ['US', 'CA'], allowed_addresses: ['192.0.2.0/24', '198.51.100.7'], has_password: true },
    ]);

    await chooseInRow(page, 'Office', 'Edit');
    const edit = page.getByRole('dialog', { name: 'Edit the trunk' });
    await edit.getByLabel('Name', { exact: true }).fill('Head office');
    await edit.getByText('Limits and addresses').click();
    await edit.getByLabel('Countries that may be called').fill('');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('“Head office” was stored.').waitFor();
    expect(await stored()).toMatchObject([
      { name: 'Head office', has_password: true, username: '100', allowed_countries: ['US'] },
    ]);
    await looksRight(page);

    await chooseInRow(page, 'Head office', 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No trunks yet').waitFor();
    expect(await stored()).toEqual([]);
  });
});
