import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BrowserOptions, goTo, openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, owner, type PageServer, setUp, whyNoPages } from './server.ts';

const password = 'another long password';

describe.skipIf(whyNoPages !== undefined)('the superadmin pages', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const list = (page: Page) => page.getByRole('table');

  async function visit(path: string, heading: string, options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return watched;
  }

  const post = (path: string, body: object) =>
    fetch(`${server.baseUrl}/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function register(email: string, organization?: string): Promise<string> {
    const made = await post('register', { email, password, organization_name: organization });
    return ((await made.json()) as { token: string }).token;
  }

  test('approve a waiting account with a new organisation or an existing one', async () => {
    const watched = await visit('/waiting-list', 'Waiting list');
    const { page } = watched;
    await page.getByText('No pending requests').waitFor();
    await looksRight(page);
    await register('zoe@corner-shop.example');
    await register('yan@example.com');
    await page.reload();

    await button(page, 'Approve zoe@corner-shop.example').press('Enter');
    const dialog = page.getByRole('dialog');
    await eventually(() => page.evaluate('document.activeElement?.name')).toBe('organisation');
    expect(await dialog.getByLabel('Its name').inputValue()).toBe('corner-shop.example');
    await looksRight(page);
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement?.ariaLabel')).toBe('Approve zoe@corner-shop.example');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Its name').fill('Corner Shop');
    await button(page, 'Approve').click();
    const link = page.getByRole('textbox', { name: 'Link', exact: true });
    await eventually(() => page.evaluate('document.activeElement?.value')).toMatch(/set-password/);
    const [, token] = (await link.inputValue()).split('/set-password#token=');
    await page.getByText('zoe@corner-shop.example belongs to Corner Shop now. This server sends no mail').waitFor();
    await looksRight(page);
    await button(page, "I've saved it").click();
    await eventually(() => link.count()).toBe(0);
    await eventually(() => list(page).getByRole('row').count()).toBe(2);

    await button(page, 'Approve yan@example.com').click();
    await dialog.getByLabel('Organisation').selectOption('Maple Grove');
    await dialog.getByLabel('Role').selectOption('Manager');
    await looksRight(page);
    await button(page, 'Approve').click();
    await page.getByText('yan@example.com belongs to Maple Grove now.').waitFor();
    await page.getByText('No pending requests').waitFor();
    expect((await post('password/reset', { token, password: 'one that Zoe chose' })).status).toBe(204);
    const zoe = await post('login', { email: 'zoe@corner-shop.example', password: 'one that Zoe chose' });
    const { token: hers } = (await zoe.json()) as { token: string };
    const me = await fetch(`${server.baseUrl}/api/auth/me`, { headers: { authorization: `Bearer ${hers}` } });
    expect(await me.json()).toMatchObject({ organization_name: 'Corner Shop', role: 'admin' });
    expectClean(watched);
  });

  test('report an account that somebody else has approved meanwhile', async () => {
    const email = 'ben@example.com';
    await register(email);
    const watched = await visit('/waiting-list', 'Waiting list', { colorScheme: 'dark', viewport: phone });
    const { page } = watched;
    await button(page, `Approve ${email}`).click();
    await fetch(`${server.baseUrl}/api/auth/superadmin/waitlist/${email}/approve`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: '{}',
    });
    await button(page, 'Approve').click();
    await eventually(() => page.getByRole('alert').textContent()).toBe(
      'No account with this e-mail address is waiting.',
    );
    await looksRight(page);
    await button(page, 'Cancel').click();
    await page.getByText('No pending requests').waitFor();
    expectClean(watched);
  });

  test('link to the organisations, and offer to retry a failed request', async () => {
    for (let i = 0; i < 21; i++) await register(`owner-${i}@example.com`, `Organisation ${i}`);
    const watched = await visit('/team', 'Team', { colorScheme: 'dark', viewport: phone });
    const { page } = watched;
    await page.route('**/superadmin/organizations*', (route) =>
      route.fulfill({ status: 503, json: { detail: 'Away.' } }),
    );
    const link = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Organisations' });
    await looksRight(page);
    await link.press('Enter');
    await page.getByText('Could not load the organisations').waitFor();
    await looksRight(page);
    await page.unroute('**/superadmin/organizations*');
    await button(page, 'Try again').click();
    await page.getByRole('row', { name: 'Maple Grove 2' }).waitFor();
    await looksRight(page);
    await button(page, 'Page 2').click();
    await page.getByRole('row', { name: /^Organisation 20/ }).waitFor();
    await goTo(page, '/organisations?offset=400');
    await page.getByRole('link', { name: 'Back to the oldest ones' }).click();
    await page.getByRole('row', { name: 'Maple Grove 2' }).waitFor();
    expect(watched.offences.policyViolations).toEqual([]);
  });

  test('explain to other users who has access', async () => {
    const admin = await register('admin@example.com', 'Admins');
    const watched = await visit('/organisations', 'Organisations', { session: admin });
    const { page } = watched;
    await page.getByText('Only superadmins of this server can open this page.').waitFor();
    await looksRight(page);
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await links.filter({ hasText: 'Activity' }).waitFor();
    expect(await links.filter({ hasText: 'Organisations' }).count()).toBe(0);
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    expect(await page.getByText(owner.email).count()).toBe(0);
    expectClean(watched);
  });
});
