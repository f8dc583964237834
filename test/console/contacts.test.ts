import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, setUp, whyNoPages } from './server.ts';

const file = {
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('phone,name,tags\n+12025550102,Grace,City:Goa\n5,Short,\n'),
};

describe.skipIf(whyNoPages !== undefined)('the page of contacts', () => {
  test('adds, finds, opts out and imports, with a trial first', async () => {
    const server = await openServer({ dataDir: temporaryFolder() });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const announced = (sentence: string) => page.getByText(sentence, { exact: true }).waitFor();
    await page.goto(`${server.baseUrl}/contacts`);
    await page.getByText('No contacts yet').waitFor();
    await looksRight(page);

    await button('Add a contact').click();
    await page.getByLabel('Phone number').fill('555');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace');
    await page.getByLabel('Tags').fill('City:Pune, Plan:Gold');
    await button('Add').click();
    await expect.poll(() => page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/E\.164/);
    await looksRight(page);
    await page.getByLabel('Phone number').fill('+1 202-555-0101');
    await button('Add').click();
    await announced('Ada Lovelace was stored.');

    await button('Import').first().click();
    await page.locator('input[type=file]').setInputFiles(file);
    const send = page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true });
    await send.click();
    await page.getByText('2 rows read: 1 would be new, 0 would be added to, 1 refused.').waitFor();
    await page.getByText(/^Row 3 \(5\): phone: must be a phone number/).waitFor();
    await looksRight(page);
    await page.getByLabel('Only try it: count, and store nothing').uncheck();
    await send.click();
    await page.getByText('2 rows read: 1 were new, 0 were added to, 1 refused.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
    await button('Edit: Grace').waitFor();

    await button('Opt out: Ada Lovelace').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Opt out' }).click();
    await page.getByText('Opted out', { exact: true }).waitFor();
    await page.getByLabel('Tag').fill('City:Goa');
    await button('Find').click();
    await page.waitForURL(/tag=City%3AGoa/);
    await button('Edit: Ada Lovelace').waitFor({ state: 'detached' });
    await button('Edit: Grace').waitFor();
    expectClean(watched);

    const small = await openBrowser({ session, viewport: phone, colorScheme: 'dark' });
    await small.page.goto(`${server.baseUrl}/contacts`);
    await small.page.getByText('Ada Lovelace').waitFor();
    await looksRight(small.page);
  }, 120_000);
});
