import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserOptions, openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { chooseInRow, rowMenu } from './row-menu.ts';
import { openServer, owner, type PageServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the organisation pages', () => {
  let folder: string;
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-house-'));
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function visit(path: string, heading: string, options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return watched;
  }

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const said = (page: Page) => page.getByRole('status').first();
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  test('let an admin add, change and remove a member, except the last admin', async () => {
    const watched = await visit('/team', 'Team');
    const { page } = watched;
    await button(page, 'Add a person').click();
    await page.getByLabel('E-mail address').fill('nina@example.com');
    await page.getByLabel('Name (optional)').fill('Nina');
    await button(page, 'Add').click();
    await eventually(() => said(page).textContent()).toMatch(/^nina@example\.com was added/);
    await eventually(() => page.getByLabel('E-mail address').count()).toBe(0);
    await page.getByRole('cell', { name: 'Invited' }).waitFor();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    const first = await link.inputValue();
    expect(first).toMatch(/\/set-password#token=[\w-]+\.[\w-]+$/);
    await looksRight(page);
    await chooseInRow(page, 'Nina', 'Invite again');
    await eventually(() => said(page).textContent()).toMatch(/^nina@example\.com was invited again/);
    await eventually(() => link.inputValue()).toMatch(/\/set-password#token=[\w-]+\.[\w-]+$/);
    expect(await link.inputValue()).not.toBe(first);

    await button(page, 'Add a person').click();
    await page.getByLabel('E-mail address').fill('nina@example.com');
    await button(page, 'Add').click();
    await page.getByText('This account is already a member.').waitFor();

    await page.getByLabel('Role of Nina').selectOption('Manager');
    await eventually(() => said(page).textContent()).toBe('Nina is manager now.');
    await eventually(() => page.getByLabel('Role of Nina').inputValue()).toBe('manager');

    await page.getByLabel(`Role of ${owner.email}`).selectOption('Member');
    await button(page, 'Become member').click();
    await eventually(() => page.getByRole('dialog').getByRole('alert').textContent()).toMatch(/last admin/);
    await looksRight(page);
    await page.keyboard.press('Escape');

    await rowMenu(page, 'Nina').press('Enter');
    await eventually(() => focused(page)).toBe('Invite again');
    await page.keyboard.press('ArrowDown');
    await eventually(() => focused(page)).toBe('Remove');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe(
      'More actions for Nina',
    );
    await chooseInRow(page, 'Nina', 'Remove');
    await button(page, 'Remove').click();
    await eventually(() => focused(page)).toBe('Nina was removed.');
    await eventually(() => page.getByRole('row').count()).toBe(2);
    expectClean(watched);
  });

  test('show an API key once, copy it, list its prefix and revoke it', async () => {
    const watched = await visit('/api-keys', 'API keys', { colorScheme: 'dark', viewport: phone });
    const { page, context } = watched;
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.baseUrl });
    await page.getByText('No API keys yet').waitFor();
    await looksRight(page);
    await button(page, 'Create key').click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Nightly report');
    await button(page, 'Create key').click();
    await eventually(() => page.getByRole('alert').textContent()).toBe(
      'Choose at least one thing that the key may do.',
    );
    await page.getByRole('checkbox', { name: 'voice:calls:read' }).press('Space');
    await button(page, 'Create key').click();

    const shown = page.getByRole('textbox', { name: 'Key', exact: true });
    await eventually(() => page.evaluate('document.activeElement?.value')).toBe(await shown.inputValue());
    const key = await shown.inputValue();
    await button(page, 'Copy the key').click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await looksRight(page);
    const calls = await fetch(`${server.baseUrl}/v1/calls`, { headers: { authorization: `Bearer ${key}` } });
    expect(calls.status).toBe(200);

    await button(page, "I've saved it").click();
    await eventually(() => focused(page)).toContain('is ready');
    await page.reload();
    await page.getByRole('cell', { name: /^Nightly report/ }).waitFor();
    expect(await page.content()).not.toContain(key);
    await button(page, 'Revoke Nightly report').click();
    await looksRight(page);
    await button(page, 'Revoke').click();
    await page.getByText('No API keys yet').waitFor();
    const refused = await fetch(`${server.baseUrl}/v1/calls`, { headers: { authorization: `Bearer ${key}` } });
    expect(refused.status).toBe(401);
    expectClean(watched);
  });

  test('upload, drop, reject, rename, download and delete documents', async () => {
    const watched = await visit('/documents', 'Documents');
    const { page } = watched;
    await page.getByText('No documents yet').waitFor();
    const pdf = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
    await writeFile(join(folder, 'prices.pdf'), pdf);
    await writeFile(join(folder, 'notes.bin'), 'Neither a document nor a recording.');
    await page.getByLabel('Files to add').setInputFiles([join(folder, 'notes.bin'), join(folder, 'prices.pdf')]);
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/Unsupported file type/);
    await eventually(() => said(page).textContent()).toBe('prices.pdf was stored.');
    await page.getByRole('cell', { name: 'prices' }).first().waitFor();
    await looksRight(page);

    await page.evaluate(`(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([${JSON.stringify(pdf)} + '%'], 'dropped.pdf'));
      const area = document.querySelector('[data-over]');
      area.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    })()`);
    await eventually(() => said(page).textContent()).toBe('dropped.pdf was stored.');

    await chooseInRow(page, 'prices', 'Rename');
    await page.getByRole('dialog').getByLabel('Title').fill('Prices of 2026');
    await button(page, 'Rename').click();
    await rowMenu(page, 'Prices of 2026').waitFor();
    await looksRight(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      chooseInRow(page, 'Prices of 2026', 'Download'),
    ]);
    expect(download.suggestedFilename()).toBe('prices.pdf');
    expect(download.url()).toMatch(/\/download\?token=/);
    await download.saveAs(join(folder, 'fetched.pdf'));
    expect(await readFile(join(folder, 'fetched.pdf'), 'utf8')).toBe(pdf);

    await chooseInRow(page, 'Prices of 2026', 'Delete');
    await button(page, 'Delete').click();
    await eventually(() => focused(page)).toBe('Prices of 2026 was deleted.');
    await eventually(() => page.getByRole('row').count()).toBe(2);
    expectClean(watched);
  });

  test('open each page from the menu', async () => {
    for (let i = 0; i < 13; i++) {
      for (const method of ['POST', 'PATCH']) {
        await fetch(`${server.baseUrl}/api/auth/members${method === 'POST' ? '' : `/${crypto.randomUUID()}`}`, {
          method,
          headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
          body: JSON.stringify({ email: owner.email }),
        });
      }
    }
    const watched = await visit('/team', 'Team', { colorScheme: 'dark', viewport: phone });
    const { page } = watched;
    await button(page, 'Menu').press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Home', exact: true }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await eventually(() => page.evaluate('document.activeElement?.id')).toBe('main');
    await button(page, 'Menu').press('Enter');
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Organisation' }).waitFor();
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Activity' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    await page
      .getByRole('cell', { name: /^Changed a member.*Refused \(404\)$/ })
      .first()
      .waitFor();
    await page.getByText(`${owner.email}, in the console. Refused (409)`).first().waitFor();
    await looksRight(page);
    const newest = await page.getByRole('row').nth(1).textContent();
    await button(page, 'Page 2').click();
    await eventually(() => page.getByRole('row').nth(1).textContent()).not.toBe(newest);
    expect(page.url()).toMatch(/\/activity\?offset=25$/);
    expectClean(watched);
  });
});
