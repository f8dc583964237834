import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupNameOf, navigationOf } from '../../console/src/app/navigation.ts';
import { placeOf } from '../../console/src/app/pages.ts';
import { listSpeakers } from '../../media/index.ts';
import { type BrowserOptions, goTo, openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

test('the navigation lists pages by role', () => {
  const pages = (person: Parameters<typeof navigationOf>[0]) =>
    navigationOf(person).flatMap(({ pages }) => pages.map(({ path }) => path));
  expect(pages({ role: 'member' })).not.toContain('/activity');
  expect(pages({ role: 'admin' })).toContain('/activity');
  expect(pages({ role: 'admin' })).not.toContain('/organisations');
  expect(pages({ role: 'admin', superadmin: true })).toContain('/organisations');
  expect(pages({ role: 'admin' })[0]).toBe('/');
  expect(pages({ role: 'admin' })).toEqual([...new Set(pages({ role: 'admin' }))]);
});

test('a call belongs to the list of calls', () => {
  const place = placeOf('/calls/1');
  expect(place?.page.path).toBe('/calls');
  expect(place && groupNameOf(place.page)).toBe('Talk');
});

describe.skipIf(whyNoPages !== undefined)('the shell of the console', () => {
  let server: PageServer;
  let session: string;
  let agent: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    const voice_config = { provider: 'platform', speaker: listSpeakers()[0]?.name };
    agent = (await post('/api/voice/agents', { name: 'Asha of the front desk', voice_config })).uuid;
    await post('/v1/contacts', { phone: '+12025550177', name: 'Asha Rao' });
  });
  afterAll(() => server?.close());

  async function post(path: string, body: object): Promise<Record<'uuid' | 'token' | 'invitation_link', string>> {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.baseUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as Awaited<ReturnType<typeof post>>;
  }

  async function visit(path: string, options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const crumbs = (page: Page) => page.getByRole('navigation', { name: 'Breadcrumbs' });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

  test('links to every page from the sidebar, and marks the current one', async () => {
    const watched = await visit('/');
    const { page } = watched;
    const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    const names = await links.allTextContents();
    expect(names).toContain('Queues');
    for (const name of names) {
      await links.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await heading(page, name).waitFor();
      expect(await page.locator('nav[aria-label="Main"] [aria-current="page"]').allTextContents()).toEqual([name]);
    }
    await goTo(page, `/agents/${agent}`);
    await heading(page, 'Asha of the front desk').waitFor();
    await eventually(() => crumbs(page).textContent()).toBe('Build›Agents›Asha of the front desk');
    await eventually(() => page.title()).toBe('Asha of the front desk · Agents · Parley');
    await crumbs(page).getByRole('link', { name: 'Agents' }).click();
    await heading(page, 'Agents').waitFor();
    expectClean(watched);
  });

  test('says to a member who opens a page by its address who may open it', async () => {
    const [email, password] = ['member@example.com', 'another long password'];
    const { invitation_link: link } = await post('/api/auth/members', { email, role: 'member' });
    await post('/api/auth/password/reset', { token: link.split('#token=')[1], password });
    const { token } = await post('/api/auth/login', { email, password });
    for (const [path, who] of [
      ['/retention', 'Only admins of your organisation'],
      ['/telephony', 'Only admins of your organisation'],
      ['/voice-quality', 'Only managers and admins of your organisation'],
      ['/organisations', 'Only superadmins of this server'],
    ] as const) {
      const watched = await visit(path, { session: token });
      await watched.page.getByText(`${who} can open this page.`).waitFor();
      // Nothing is asked of the server that it would refuse.
      expectClean(watched);
    }
  });

  test.each(['/judge', '/activity'])('shows the link of the current page within the list at %s', async (path) => {
    const watched = await visit(path);
    const { page } = watched;
    const list = page.getByRole('navigation', { name: 'Main' });
    const isShown = async (): Promise<boolean> => {
      const [outer, link] = await Promise.all([
        list.boundingBox(),
        list.locator('[aria-current="page"]').boundingBox(),
      ]);
      return !!outer && !!link && link.y > outer.y - 1 && link.y + link.height < outer.y + outer.height + 1;
    };
    await eventually(isShown).toBe(true);
    expectClean(watched);
  });

  test.each([320, 768])('has its pages in a drawer at %i px', async (width) => {
    const watched = await visit('/contacts', { viewport: { ...phone, width }, colorScheme: 'dark' });
    const { page } = watched;
    await looksRight(page);
    await button(page, 'Menu').click();
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Menu');
    await button(page, 'Menu').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Webhooks' }).click();
    await heading(page, 'Webhooks').waitFor();
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    expectClean(watched);
  });

  test('finds pages, agents and contacts from the keyboard', async () => {
    const watched = await visit('/contacts');
    const { page } = watched;
    const field = page.getByRole('dialog', { name: 'Search' }).getByRole('textbox');
    await page.keyboard.press('Control+k');
    await field.fill('telep');
    await page.keyboard.press('Enter');
    await heading(page, 'Telephony').waitFor();

    await button(page, 'Search').click();
    await field.fill('asha');
    await page.getByRole('button', { name: /Asha Rao/ }).waitFor();
    await looksRight(page);
    await page.getByRole('button', { name: /Asha of the front desk/ }).click();
    await heading(page, 'Asha of the front desk').waitFor();

    await page.keyboard.press('Control+k');
    await field.fill('nobody by this name');
    await page.getByText('Nothing found').waitFor();
    await field.fill('api doc');
    const [docs] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await docs.waitForURL(`${server.baseUrl}/docs`);
    await page.getByRole('navigation', { name: 'Help' }).getByRole('link', { name: 'API documentation' }).waitFor();
    expectClean(watched);
  });

  test('lists its shortcuts, and can disable single-key shortcuts', async () => {
    const watched = await visit('/calls');
    const { page } = watched;
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await page.keyboard.press('Shift+?');
    await dialog.waitFor();
    await looksRight(page);
    await dialog.getByRole('switch', { name: 'Shortcuts of a single key' }).press('Space');
    await page.keyboard.press('Escape');
    await eventually(() => dialog.count()).toBe(0);
    await page.keyboard.press('Shift+?');
    await button(page, 'Your account').click();
    expect(await dialog.count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await dialog.waitFor();
    expectClean(watched);
  });
});
