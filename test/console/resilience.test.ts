import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSpeakers } from '../../media/index.ts';
import { type BrowserOptions, openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, owner, type PageServer, setUp, signIn, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the console in a browser', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const menu = (page: Page, name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

  async function visit(path: string, title: string, options: BrowserOptions = {}): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await heading(watched.page, title).waitFor();
    return watched;
  }

  const ask = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Record<string, unknown>;
  };

  test('keeps its frame when a page fails to load, and reloads it on request', async () => {
    const { page } = await visit('/test-call', 'Test call');
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.route('**/assets/calls-page*.js', (route) => route.fulfill({ status: 404 }));
    await menu(page, 'Calls').click();
    // It was reloaded once, in case the server has been updated.
    await eventually(() => loads).toBe(1);
    await page.getByRole('alert').getByText('it was updated since you opened the console').waitFor();
    await menu(page, 'Agents').waitFor();
    await looksRight(page);
    await button(page, 'Try again').click();
    await page.getByRole('alert').waitFor();
    await menu(page, 'Agents').click();
    await heading(page, 'Agents').waitFor();
    await menu(page, 'Calls').click();
    await page.getByRole('alert').waitFor();
    await page.unroute('**/assets/calls-page*.js');
    await button(page, 'Try again').click();
    await heading(page, 'Calls').waitFor();
    expect(loads).toBe(1);
  });

  test('stays open while the server is away, says so, and recovers', async () => {
    const watched = await openBrowser({ session, viewport: phone, colorScheme: 'dark', isAlone: true });
    const { page } = watched;
    await page.clock.install();
    await page.goto(`${server.baseUrl}/test-call`);
    await heading(page, 'Test call').waitFor();
    const away = /\/(health|api\/auth\/me|api\/voice\/flows|v1\/calls)(\?|$)/;
    await page.route(away, (route) => route.abort());
    await page.clock.fastForward(120_000);
    await button(page, 'Menu').click();
    await menu(page, 'Calls').click();
    await heading(page, 'Calls').waitFor();
    await page.clock.fastForward(15_000);
    await page.getByText('The server does not respond. Reconnecting…').waitFor();
    await looksRight(page);
    await page.unroute(away);
    await page.clock.fastForward(15_000);
    await eventually(() => page.getByText('Reconnecting…').count()).toBe(0);
    await page.getByText('No calls yet').waitFor();
    expect(watched.offences.policyViolations).toEqual([]);
  });

  test('keeps what it shows while the database is away, says that it is old, and recovers', async () => {
    const watched = await openBrowser({ session, viewport: phone, colorScheme: 'dark', isAlone: true });
    const { page } = watched;
    await page.clock.install();
    await page.goto(`${server.baseUrl}/agents`);
    await heading(page, 'Agents').waitFor();
    const detail = 'The database does not answer. Calls go on.';
    const isHealth = (url: URL) => url.pathname === '/health';
    const isApi = (url: URL) => /^\/(api|v1)\//.test(url.pathname);
    await page.route(isHealth, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), database: { state: 'away', away_seconds: 9 } },
      });
    });
    await page.route(isApi, (route) => route.fulfill({ status: 503, json: { detail } }));
    await page.clock.fastForward(15_000);
    await page.getByText('This page shows what was read before.').waitFor();
    await looksRight(page);
    await button(page, 'Menu').click();
    await menu(page, 'Calls').click();
    await heading(page, 'Calls').waitFor();
    await page.getByText(detail).first().waitFor();
    await page.getByText('The calls in progress are not known while the database does not respond.').waitFor();
    expect(await page.getByText('Nobody is on the phone.').count()).toBe(0);
    await page.unroute(isApi);
    await page.unroute(isHealth);
    await page.clock.fastForward(15_000);
    await eventually(() => page.getByText('This page shows what was read before.').count()).toBe(0);
    await page.getByText('No calls yet').waitFor();
    await page.getByText('Nobody is on the phone.').waitFor();
  });

  test('opens by itself when the database is back', async () => {
    const { page } = await openBrowser({ session, viewport: phone, isAlone: true });
    await page.clock.install();
    const isApi = (url: URL) => /^\/(api|v1)\//.test(url.pathname);
    await page.route(isApi, (route) => route.fulfill({ status: 503, json: { detail: 'The database is away.' } }));
    await page.goto(`${server.baseUrl}/agents`);
    await page.getByText('The console could not be opened').waitFor();
    await page.unroute(isApi);
    await page.clock.fastForward(10_000);
    await heading(page, 'Agents').waitFor();
  });

  test('asks before unsaved edits of an agent are lost', async () => {
    const voice = { provider: 'platform', speaker: listSpeakers()[0]?.name };
    const { uuid } = await ask('POST', '/api/voice/agents', { name: 'Ada', voice_config: voice });
    const watched = await visit('/agents', 'Agents');
    const { page } = watched;
    await page.getByRole('link', { name: 'Ada', exact: true }).click();
    await page.getByLabel('Greeting').fill('Hello from Ada.');
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    await menu(page, 'Calls').click();
    await dialog.waitFor();
    await looksRight(page);
    await button(page, 'Keep editing').click();
    await eventually(() => dialog.count()).toBe(0);
    expect(await page.getByLabel('Greeting').inputValue()).toBe('Hello from Ada.');
    await page.evaluate('history.back()');
    await dialog.waitFor();
    expect(new URL(page.url()).pathname).toBe(`/agents/${uuid}`);
    await button(page, 'Keep editing').click();
    await button(page, 'Publish').click();
    await page.getByText(/^Published\./).waitFor();
    await page.getByLabel('Greeting').fill('Something else.');
    await menu(page, 'Calls').click();
    await button(page, 'Discard changes').click();
    await heading(page, 'Calls').waitFor();
    expect((await ask('GET', `/api/voice/agents/${uuid}`)).greeting).toBe('Hello from Ada.');
    expectClean(watched);
  });

  test('an expired session is renewed over the page, and nothing typed is lost', async () => {
    const answer = await fetch(`${server.baseUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(owner),
    });
    const { token } = (await answer.json()) as { token: string };
    const watched = await openBrowser({ session: token, viewport: phone, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/agents/new`);
    await page.getByLabel('Name', { exact: true }).fill('Evening desk');
    await page.getByLabel('Persona').fill('We close at ten.');
    const headers = { authorization: `Bearer ${token}` };
    await fetch(`${server.baseUrl}/api/auth/logout`, { method: 'POST', headers });
    await button(page, 'Create agent').click();
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    await looksRight(page);
    await page.keyboard.press('Escape');
    await dialog.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.keyboard.press('Enter');
    await eventually(() => dialog.count()).toBe(0);
    expect(await page.getByLabel('Persona').inputValue()).toBe('We close at ten.');
    await button(page, 'Create agent').click();
    await heading(page, 'Evening desk').waitFor();
    expect(watched.offences.policyViolations).toEqual([]);
  });

  test('does not overwrite a contact when its number is added again', async () => {
    const known = { phone: '+12025550188', name: "Pat O'Brien", email: 'pat@example.com' };
    const { uuid } = await ask('POST', '/v1/contacts', known);
    const watched = await visit('/contacts', 'Contacts');
    const { page } = watched;
    await button(page, 'Add a contact').click();
    await page.getByLabel('Phone number').fill(known.phone);
    await page.getByRole('dialog').getByLabel('Name').fill('Someone Else');
    await button(page, 'Add').click();
    await page.getByText("Pat O'Brien has this number. Edit that contact instead.").waitFor();
    await looksRight(page);
    expect(await ask('GET', `/v1/contacts/${uuid}`)).toMatchObject(known);
    expectClean(watched);
  });

  test('changes a password, and asks for sign-in with the new one', async () => {
    const own = await signIn(server);
    const watched = await visit('/test-call', 'Test call', { session: own });
    const { page } = watched;
    const change = async (current: string): Promise<void> => {
      await page.getByRole('dialog').getByLabel('Current password', { exact: true }).fill(current);
      await page.getByRole('dialog').getByLabel('New password', { exact: true }).fill('a second long password');
      await button(page, 'Change password').click();
    };
    await button(page, 'Your account').click();
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await looksRight(page);
    await change('not the password');
    await page.getByRole('alert').waitFor();
    await change(owner.password);
    await heading(page, 'Sign in').waitFor();
    await page.getByLabel('E-mail address').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('a second long password');
    await button(page, 'Sign in').click();
    await heading(page, 'Test call').waitFor();
    expectClean(watched);
  });
});
