import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { placeNameOf, placesOf } from '../../console/src/app/navigation.ts';
import { destinationOf, pages } from '../../console/src/app/pages.ts';
import { settingsSections } from '../../console/src/shared/navigation/page.ts';
import { listSpeakers } from '../../media/index.ts';
import { type BrowserOptions, goTo, openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

type Person = Parameters<typeof placesOf>[0];

test('the navigation has seven places and the settings', () => {
  const names = placesOf({ role: 'member' }).map(({ name }) => name);
  expect(names).toEqual(['Home', 'Calls', 'Agents', 'Campaigns', 'People', 'Coach', 'Insights', 'Settings']);
});

test('a place lists its pages by role', () => {
  const paths = (person: Person) => placesOf(person).flatMap(({ pages }) => pages.map(({ path }) => path));
  expect(paths({ role: 'member' })).not.toContain('/activity');
  expect(paths({ role: 'admin' })).toContain('/activity');
  expect(paths({ role: 'admin' })).not.toContain('/organisations');
  expect(paths({ role: 'admin', superadmin: true })).toContain('/organisations');
  expect(paths({ role: 'admin' })[0]).toBe('/');
  expect(paths({ role: 'admin' })).toEqual([...new Set(paths({ role: 'admin' }))]);
});

test('the first page of each place is open to everybody', () => {
  const first = (person: Person) => placesOf(person).map(({ pages }) => pages[0]?.path);
  expect(first({ role: 'member' })).toEqual(first({ role: 'admin', superadmin: true }));
});

test('only the settings have sections', () => {
  const withSection = pages.filter(({ section }) => section !== undefined);
  expect(withSection).toEqual(pages.filter(({ place }) => place === 'settings'));
  const sections = withSection.map(({ section }) => section);
  expect(sections.filter((section, index) => section !== sections[index - 1])).toEqual(settingsSections);
});

test('a call belongs to the list of calls', () => {
  const destination = destinationOf('/calls/1');
  expect(destination?.page.path).toBe('/calls');
  expect(destination && placeNameOf(destination.page)).toBe('Calls');
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

  test('links to every place from the sidebar and to its pages by tabs, and marks both', async () => {
    const watched = await visit('/');
    const { page } = watched;
    const main = page.getByRole('navigation', { name: 'Main' });
    const marked = (name: string) => page.locator(`nav[aria-label="${name}"] [aria-current]`).allTextContents();
    const places = placesOf({ role: 'admin' });
    expect(await main.getByRole('link').allTextContents()).toEqual(places.map(({ name }) => name));
    for (const { name, pages } of places) {
      await main.getByRole('link', { name, exact: true }).click();
      for (const { title } of pages) {
        const tabs = page.getByRole('navigation', { name, exact: true });
        if (pages.length > 1) await tabs.getByRole('link', { name: title, exact: true }).click();
        await heading(page, title).waitFor();
        expect(await marked('Main')).toEqual([name]);
        if (pages.length > 1) expect(await marked(name)).toEqual([title]);
      }
    }
    await goTo(page, `/agents/${agent}`);
    await heading(page, 'Asha of the front desk').waitFor();
    await eventually(() => crumbs(page).textContent()).toBe('Agents›Asha of the front desk');
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

  test.each([
    ['/judge', 'Coach', desk],
    ['/judge', 'Coach', phone],
    ['/activity', 'Settings', desk],
    ['/activity', 'Settings', phone],
  ])('shows the tab of the current page in sight at %s in %s', async (path, name, viewport) => {
    const watched = await visit(path, { viewport });
    const { page } = watched;
    const tab = page.getByRole('navigation', { name, exact: true }).locator('[aria-current="page"]');
    await eventually(async () => {
      const box = await tab.boundingBox();
      return !!box && box.x >= 0 && box.x + box.width <= viewport.width && box.y + box.height <= viewport.height;
    }).toBe(true);
    await looksRight(page);
    expectClean(watched);
  });

  test.each([
    ['/home', '/'],
    ['/dashboard?window=7d', '/?window=7d'],
    ['/people', '/contacts'],
    ['/coach', '/practice'],
    ['/insights', '/reports'],
    ['/settings', '/organisation'],
  ])('%s redirects to %s', async (from, to) => {
    const { page } = await visit(from);
    await eventually(() => page.url()).toBe(`${server.baseUrl}${to}`);
  });

  test('shows the state of the server only when calls are in trouble', async () => {
    const { page } = await visit('/');
    const state = button(page, 'Stopping');
    expect(await state.count()).toBe(0);
    await page.route(/\/health$/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), status: 'draining' } });
    });
    await page.reload();
    await state.click();
    await page.getByText('The server is stopping and accepts no new calls.').waitFor();
    await looksRight(page);
  });

  test.each([320, 768])('has its pages in a drawer at %i px', async (width) => {
    const watched = await visit('/contacts', { viewport: { ...phone, width }, colorScheme: 'dark' });
    const { page } = watched;
    await looksRight(page);
    await button(page, 'Menu').click();
    await page.keyboard.press('Escape');
    await eventually(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toBe('Menu');
    await button(page, 'Menu').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).click();
    await heading(page, 'Organisation').waitFor();
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
