import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const pages = [
  ['/', 'Dashboard'],
  ['/test-call', 'Test call'],
  ['/calls', 'Calls'],
  ['/agents', 'Agents'],
  ['/agents/new', 'New agent'],
  ['/campaigns', 'Campaigns'],
  ['/campaigns/new', 'New campaign'],
  ['/contacts', 'Contacts'],
  ['/queues', 'Queues'],
  ['/documents', 'Documents'],
  ['/audio', 'Audio'],
  ['/reports', 'Reports'],
  ['/voice-quality', 'Voice quality'],
  ['/customers', 'Customers'],
  ['/uploads', 'Uploads'],
  ['/projects', 'Projects'],
  ['/extraction-fields', 'Extraction fields'],
  ['/scorecards', 'Scorecards'],
  ['/practice', 'Live practice'],
  ['/progress', 'Progress'],
  ['/judge', 'Judge'],
  ['/runs', 'Practice runs'],
  ['/runs/compare', 'Compare runs'],
  ['/scenarios', 'Scenarios'],
  ['/scenarios/new', 'New scenario'],
  ['/personas', 'Personas'],
  ['/personas/new', 'New persona'],
  ['/coach-documents', 'Coach documents'],
  ['/rubrics', 'Rubrics'],
  ['/voices', 'Voices'],
  ['/models', 'Models'],
  ['/team', 'Team'],
  ['/api-keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
  ['/telephony', 'Telephony'],
  ['/activity', 'Activity'],
  ['/waiting-list', 'Waiting list'],
  ['/organisations', 'Organisations'],
  ['/nowhere', 'Page not found'],
] as const;

describe.skipIf(whyNoPages !== undefined)('axe with all rules', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const screens = [
    ['light on a desk', { viewport: desk, colorScheme: 'light' }],
    ['dark on a phone', { viewport: phone, colorScheme: 'dark' }],
  ] as const;

  test.each(screens)('finds no violation on any page, %s', async (_name, screen) => {
    const { page } = await openBrowser({ session, ...screen });
    const found: Record<string, string[]> = {};
    for (const [path, heading] of pages) {
      await page.goto(`${server.baseUrl}${path}`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
      const here = await violationsOf(page);
      if (here.length > 0) found[path] = here;
    }
    expect(found).toEqual({});
  });

  test('finds no violation in open menus and dialogs', async () => {
    const { page } = await openBrowser({ session, viewport: desk });
    const found: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const here = await violationsOf(page);
      if (here.length > 0) found[name] = here;
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/contacts`);
    await press('Search');
    await page.getByRole('dialog', { name: 'Search' }).getByText('Contacts').waitFor();
    await look('the palette');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Your account');
    await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await look('the shortcuts');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Your account');
    await page.getByRole('menuitem', { name: 'Change password' }).waitFor();
    await look('the account menu');
    await page.getByRole('menuitem', { name: 'Change password' }).click();
    await page.getByRole('dialog').waitFor();
    await look('the dialog of the password');
    await page.keyboard.press('Escape');
    await press('Add a contact');
    await page.getByRole('dialog').waitFor();
    await look('the dialog of a contact');
    await page.keyboard.press('Escape');
    await page.setViewportSize(phone);
    await press('Menu');
    await page.getByRole('dialog').getByRole('link', { name: 'Team' }).waitFor();
    await look('the menu on a phone');
    expect(found).toEqual({});
  });

  test('detects a button without a name', async () => {
    const { page } = await openBrowser({ session, viewport: desk });
    await page.goto(`${server.baseUrl}/contacts`);
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect((await violationsOf(page)).map((line) => line.split(' ')[0])).toEqual(['button-name']);
  });
});
