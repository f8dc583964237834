import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone, picture, showTheme } from './looks.ts';
import { chooseInRow, rowMenu } from './row-menu.ts';
import { openServer, setUp, whyNoPages } from './server.ts';

const file = {
  name: 'people.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('phone,name,City\n+12025550102,Grace,Goa\n5,Short,\n(202) 555-0103,Alan,Goa\n'),
};

describe.skipIf(whyNoPages !== undefined)('the contacts page', () => {
  test('adds, finds, opts out and imports contacts, with a dry run first', async () => {
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
    await page
      .getByRole('dialog')
      .getByText(/such as \+12025550143\./)
      .waitFor();
    await looksRight(page);
    await page.getByLabel('Phone number').fill('+1 202-555-0101');
    await button('Add').click();
    await announced('Ada Lovelace was stored.');

    await button('Import').first().click();
    await page.locator('input[type=file]').setInputFiles(file);
    const goesTo = (title: string) => page.getByLabel(`Where “${title}” goes`);
    await page.getByRole('columnheader', { name: 'Goes to' }).waitFor();
    expect(await goesTo('phone').inputValue()).toBe('phone');
    expect(await goesTo('City').inputValue()).toBe('metadata');
    await looksRight(page);
    await goesTo('phone').selectOption('Skip');
    await button('Preview import').click();
    await page.getByText('Choose the column with the phone number.').waitFor();
    await goesTo('phone').selectOption('Phone number');
    await goesTo('City').selectOption('Tag');
    await page.getByLabel('Country of numbers without a code').fill('united states');
    await page.getByLabel('Tags for all of them').fill('Batch:7');
    await button('Preview import').click();
    await page.getByText('3 rows read: 2 would be added, 0 would be updated, 1 rejected.').waitFor();
    await page
      .getByText(/^Row 3 \(5\): phone: must be a phone number with its country code, such as \+12025550143\.$/)
      .waitFor();
    await looksRight(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('3 rows read: 2 added, 0 updated, 1 rejected.').waitFor();
    await button('Done').click();
    await rowMenu(page, 'Grace').waitFor();

    await button('Import').first().click();
    await button('Import another file').click();
    const again = { ...file, buffer: Buffer.from('phone,name\n+12025550101,Dup One\n') };
    await page.locator('input[type=file]').setInputFiles(again);
    await goesTo('name').waitFor();
    await button('Preview import').click();
    await page.getByText('+12025550101: Ada Lovelace → Dup One').waitFor();
    await looksRight(page);
    await button('Back to the columns').click();
    await goesTo('name').selectOption('Name, if the contact has none');
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 row read: 0 added, 1 updated, 0 rejected.').waitFor();
    await button('Done').click();

    await chooseInRow(page, 'Ada Lovelace', 'Opt out');
    await page.getByRole('dialog').getByRole('button', { name: 'Opt out' }).click();
    await page.getByRole('row', { name: /Ada Lovelace.*Opted out/ }).waitFor();
    await page.getByLabel('Tag', { exact: true }).fill('City:Goa');
    await page.waitForURL(/tag=City%3AGoa/);
    await rowMenu(page, 'Ada Lovelace').waitFor({ state: 'detached' });
    await rowMenu(page, 'Grace').waitFor();

    await page.setViewportSize(phone);
    await showTheme(page, 'dark');
    await goTo(page, '/contacts');
    await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor();
    await looksRight(page);
    expectClean(watched);
  });

  test.each([
    ['a desk', { viewport: desk }],
    ['a telephone in the dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const }],
  ])('undoes an import and keeps the contact that was edited since, on %s', async (_where, screen) => {
    const server = await openServer({ dataDir: temporaryFolder() });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const watched = await openBrowser({ session, ...screen });
    const { page } = watched;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.goto(`${server.baseUrl}/contacts`);
    await button('Import').first().click();
    const table = 'phone,name\n+12025550101,Ada\n+12025550102,Grace\n12,Short';
    const upload = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
    await page.locator('input[type=file]').setInputFiles(upload);
    await page.getByLabel('Where “phone” goes').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('3 rows read: 2 added, 0 updated, 1 rejected.').waitFor();
    await page.getByText('Import the file again and choose the country of numbers without a code.').waitFor();
    const [saved] = await Promise.all([page.waitForEvent('download'), button('Download rejected rows').click()]);
    expect(saved.suggestedFilename()).toBe('rejected-people.csv');
    const path = join(temporaryFolder(), 'rejected.csv');
    await saved.saveAs(path);
    expect(await readFile(path, 'utf8')).toMatch(/phone,name,Reason for rejection\r\n12,Short,"phone: /);
    await button('Done').click();
    await chooseInRow(page, 'Grace', 'Edit');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace Hopper');
    await button('Save').click();
    await page.getByText('Grace Hopper was stored.').waitFor();

    await page.reload();
    await button('Import').first().click();
    await page.getByText('2 added, 0 updated, 1 rejected').waitFor();
    await looksRight(page);
    await picture(page, `import-undo-${screen.viewport.width}`);
    await button('Undo the import of people.csv').click();
    await page.getByText('This deletes the 2 contacts that it added, and restores the 0 contacts').waitFor();
    await looksRight(page);
    await button('Undo the import').click();
    await page.getByText('Undone: 1 deleted, 0 restored, 1 kept').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await rowMenu(page, 'Grace Hopper').waitFor();
    expect(await rowMenu(page, 'Ada').count()).toBe(0);
    expectClean(watched);
  });

  test('tags and deletes the selected ones together, and exports the list', async () => {
    const server = await openServer({ dataDir: temporaryFolder() });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const add = (phone: string, name: string) =>
      fetch(`${server.baseUrl}/v1/contacts`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ phone, name, tags: ['Batch:7'] }),
      });
    await Promise.all(['Ada', 'Grace', 'Edsger'].map((name, nth) => add(`+1202555014${nth}`, name)));
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const announced = (sentence: string) => page.getByText(sentence, { exact: true }).waitFor();
    await page.goto(`${server.baseUrl}/contacts`);
    await page.getByText('3 in all').waitFor();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await page.getByRole('checkbox', { name: 'Select Grace' }).press('Space');
    await announced('2 selected');
    await looksRight(page);
    await button('Add tags').click();
    await page.getByRole('dialog').getByLabel('Tags').fill('Plan:Gold');
    await looksRight(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Add tags' }).click();
    await announced('Tags added to 2 contacts.');
    await page.getByLabel('Tag', { exact: true }).fill('Plan:Gold');
    await page.getByText('2 in all').waitFor();
    expect(await page.getByText('Batch:7').count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await button('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await announced('2 contacts deleted.');
    await page.getByText('There are no contacts here').waitFor();
    await button('Clear filters').click();
    await rowMenu(page, 'Grace').waitFor();
    await page.getByText('1 in all').waitFor();
    expectClean(watched);
  });

  test('shows the progress of a long import, which continues in the background and can be stopped', async () => {
    const server = await openServer({ dataDir: temporaryFolder() });
    onTestFinished(() => server.close());
    const watched = await openBrowser({ session: await setUp(server), viewport: phone, colorScheme: 'dark' });
    const { page } = watched;
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const many = Array.from({ length: 60_000 }, (_, nth) => `+1202${2_000_000 + nth}`);
    await page.goto(`${server.baseUrl}/contacts`);
    await button('Import').click();
    const buffer = Buffer.from(['Mobile', ...many].join('\n'));
    await page.locator('input[type=file]').setInputFiles({ name: 'many.csv', mimeType: 'text/csv', buffer });
    await page.getByLabel('Where “Mobile” goes').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('progressbar', { name: 'How far the import has come' }).waitFor();
    await looksRight(page);
    await button('Continue in the background').click();
    await page.getByText(/^Import in progress: [\d,]+ rows read so far\.$/).waitFor();
    await looksRight(page);
    await button('Show the import').click();
    await button('Stop').click();
    const outcome = page.getByText(/^Stopped\. [\d,]+ rows read/);
    await outcome.waitFor();
    await button('Import another file').click();
    await page.getByText('Choose a file').waitFor();
    expectClean(watched);
  });
});
