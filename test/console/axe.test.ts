import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { destinationOf, pagePaths } from '../../console/src/app/pages.ts';
import { violationsOf } from './axe-violations.ts';
import { goTo, openBrowser } from './browser.ts';
import { type Ask, askerOf, fillOrganisation } from './filled-organisation.ts';
import { type Layer, layersInSource, type Opening, pagesOf, type ShownPage } from './layers.ts';
import { desk, phone, showTheme } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

/** Where what is open above the page is: the rest of the page is hidden behind it. */
const layer = '[role=dialog], [role=menu]';
/** What the theme decides. */
const ofTheme = ['color-contrast'];
type Theme = 'light' | 'dark';
/** Each check begins in the theme in which the one before ended: a change of theme is costly. */
const themesFrom = (index: number): readonly Theme[] => (index % 2 === 0 ? ['light', 'dark'] : ['dark', 'light']);

describe.skipIf(whyNoPages !== undefined)('axe with all rules', () => {
  let server: PageServer;
  let session: string;
  let ask: Ask;
  let pages: readonly ShownPage[];

  beforeAll(async () => {
    server = await openServer({ env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) } });
    session = await setUp(server);
    ask = askerOf(server, session);
    pages = pagesOf(await fillOrganisation(server, session));
    const credentials = { auth_id: 'MAXXXXXXXXXX', auth_token: 'a token', phone_number: '+12025550100' };
    await ask('PUT', '/api/integrations/telephony/telephony_a', credentials);
    const waiting = { email: 'zoe@example.com', password: 'another long password' };
    await ask('POST', '/api/auth/register', waiting);
  });
  afterAll(() => server?.close());

  async function openPages(): Promise<Page> {
    const { page } = await openBrowser({ session, viewport: desk, isAlone: true });
    const live = /\/calls\/live\?/;
    await page.routeWebSocket(live, (socket) => {
      socket.onMessage(() => socket.send(JSON.stringify({ calls: [liveCall] })));
    });
    await page.route(live, (route) => route.fulfill({ json: { calls: [liveCall] } }));
    await page.route(/\/api\/voice\/models\/speakers\?/, (route) =>
      route.fulfill({ json: { speakers: [ownVoice], total: 1, limit: 20, offset: 0 } }),
    );
    await page.goto(server.baseUrl);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return page;
  }

  const loaded = async (page: Page, heading: string | RegExp): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
  };

  async function openLayer(page: Page, steps: readonly Opening[]): Promise<void> {
    let below = 0;
    for (const step of steps) {
      below = await page.locator(layer).count();
      if (typeof step === 'function') await step(page, ask);
      else await page.getByRole('button', { name: step, exact: true }).first().click();
    }
    await page.locator(layer).nth(below).waitFor();
  }

  /** One may stand above another. */
  const closeLayers = (page: Page): Promise<void> =>
    expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return page.locator(layer).count();
      })
      .toBe(0);

  // Sixty pages and as many layers take a minute of two idle cores.
  test('finds no violation on any page and in any dialog, menu and drawer, light on a desk and dark on a phone', {
    timeout: 480_000,
  }, async () => {
    const page = await openPages();
    const found: Record<string, string[]> = {};
    const note = (where: string, violations: string[]): void => {
      if (violations.length > 0) found[where] = violations;
    };
    const opened: string[] = [];
    const checkLayer = async ({ path }: ShownPage, [file, ...steps]: Layer, themes: readonly Theme[]) => {
      await openLayer(page, steps);
      opened.push(file);
      for (const theme of themes) {
        await showTheme(page, theme);
        const rules = theme === 'light' ? {} : { rules: ofTheme };
        note(`${file} at ${path}, ${theme}`, await violationsOf(page, { within: layer, ...rules }));
      }
      await closeLayers(page);
    };
    const onDesk = async (shown: ShownPage): Promise<void> => {
      await page.setViewportSize(desk);
      await showTheme(page, 'light');
      await loaded(page, shown.heading);
      note(`${shown.path}, light`, await violationsOf(page));
      for (const [index, one] of (shown.layers ?? []).entries()) await checkLayer(shown, one, themesFrom(index));
    };
    const onPhone = async ({ path, heading }: ShownPage): Promise<void> => {
      await page.setViewportSize(phone);
      await showTheme(page, 'dark');
      await loaded(page, heading);
      note(`${path}, dark`, await violationsOf(page));
    };
    for (const [index, shown] of pages.entries()) {
      await goTo(page, shown.path);
      for (const check of index % 2 === 0 ? [onDesk, onPhone] : [onPhone, onDesk]) await check(shown);
    }
    expect(found, JSON.stringify(found)).toEqual({});
    expect([...opened, 'app/menu-drawer.tsx'].sort()).toEqual(layersInSource());
    expect(new Set(pages.map(({ path }) => destinationOf(path.split('?')[0] ?? '')?.path))).toEqual(
      new Set([...pagePaths, undefined]),
    );
  });

  test('finds no violation in the menu of a phone', async () => {
    const { page } = await openBrowser({ session, viewport: phone });
    await page.goto(`${server.baseUrl}/contacts`);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Settings' }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });

  test('detects a button without a name', async () => {
    const { page } = await openBrowser({ session, viewport: desk });
    await page.goto(`${server.baseUrl}/contacts`);
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect((await violationsOf(page)).map((line) => line.split(' ')[0])).toEqual(['button-name']);
  });
});

const at = '2026-01-02T10:00:00Z';

const liveCall = {
  uuid: '0a000000-0000-4000-8000-000000000001',
  call_type: 'inbound',
  status: 'in_progress',
  server: null,
  campaign_uuid: null,
  contact_uuid: null,
  contact_name: 'Asha Rao',
  agent_name: 'Robin',
  from_number: '+12025550143',
  to_number: '+12025550100',
  duration: 5,
  duration_formatted: '00:05',
  outcome: null,
  sentiment: null,
  summary: null,
  recording_url: null,
  end_reason: null,
  ended_at: null,
  created_at: at,
  started_at: at,
  answered_by: null,
  answered_confidence: null,
  first_answered_by: null,
  turns: 1,
  median_latency_ms: null,
  mood: 'positive',
  latency_ms: 420,
};

const ownVoice = {
  name: 'our-voice',
  language: 'en-US',
  description: '',
  deployed: true,
  created_at: at,
  method: 'fitted',
  similarity: 0.7,
  similarity_basis: 'measured',
  nearest_stock_voice: null,
  consent: { note: 'By e-mail.', at, user_uuid: null },
};
