import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, runFirst } from './browser.ts';
import { expectClean, looksRight } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the dialog of a new phone', () => {
  let server: PageServer;
  let session: string;
  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    await fetch(`${server.baseUrl}/api/voice/agents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Robin', voice_config: { speaker: 'ava' } }),
    });
  });
  afterAll(() => server?.close());

  test('is busy until the agent has its extension', async () => {
    const watched = await openBrowser({ session, isAlone: true });
    const { page } = watched;
    let goOn = (): void => {};
    const isHeld = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/api/voice/flows', async (route) => {
      if (route.request().method() === 'POST') await isHeld;
      await route.fallback();
    });
    const creating = page.waitForRequest((request) => request.method() === 'POST' && /\/flows$/.test(request.url()));
    await page.goto(`${server.baseUrl}/phones?new`);
    const dialog = page.getByRole('dialog', { name: 'Add phone' });
    await dialog.getByLabel(/^Agent that answers 100/).waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await creating;
    // Time in which the button would be enabled.
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
    expect(await dialog.getByRole('button', { name: 'Add', exact: true }).isEnabled()).toBe(false);
    goOn();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Dial 100 to reach Robin.').waitFor();
    await looksRight(page);
    expectClean(watched);
  });

  test('opens without the lists of agents and campaigns', async () => {
    const { page } = await openBrowser({ session, isAlone: true });
    const cut = (path: string) =>
      page.route(path, (route) => route.fulfill({ status: 503, json: { detail: 'Away.' } }));
    await cut('**/api/voice/flows*');
    await cut('**/api/voice/agents*');
    await page.goto(`${server.baseUrl}/phones?new`);
    const dialog = page.getByRole('dialog', { name: 'Add phone' });
    await dialog.waitFor();
    expect(await dialog.getByLabel(/^Agent that answers/).count()).toBe(0);
    await dialog.getByLabel('Name', { exact: true }).fill('Kitchen');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('region', { name: 'Account of the phone' }).waitFor();
  });

  test.each(['light', 'dark'] as const)('keeps the first steps in two rows on a phone, %s', async (colorScheme) => {
    const { page } = await openBrowser({ session, colorScheme, viewport: { width: 390, height: 800 } });
    await runFirst(page, `sessionStorage.setItem('parley.first_steps_followed', 'true')`);
    await page.goto(`${server.baseUrl}/contacts`);
    const steps = page.getByRole('region', { name: 'First steps' });
    const topOf = async (name: string) => {
      const box = await steps.getByText(name, { exact: true }).boundingBox();
      return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
    };
    await steps.waitFor();
    expect(Math.abs((await topOf('Hide')) - (await topOf('First steps')))).toBeLessThan(6);
    await looksRight(page);
  });
});
