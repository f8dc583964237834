import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { desk, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

const pages = [
  ['/', 'Test call'],
  ['/calls', 'Calls'],
  ['/agents', 'Agents'],
  ['/agents/new', 'New agent'],
  ['/campaigns', 'Campaigns'],
  ['/contacts', 'Contacts'],
  ['/queues', 'Queues'],
  ['/documents', 'Documents'],
  ['/audio', 'Audio'],
  ['/team', 'Team'],
  ['/api-keys', 'API keys'],
  ['/webhooks', 'Webhooks'],
  ['/telephony', 'Telephony'],
  ['/activity', 'Activity'],
  ['/waiting-list', 'Waiting list'],
  ['/organisations', 'Organisations'],
  ['/nowhere', 'Page not found'],
] as const;

describe.skipIf(whyNoPages !== undefined)('axe, with its rules of every level,', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  /** What axe finds, one line each. The script runs as the browser's own, which the page's policy does not concern. */
  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const found = (await page.evaluate('axe.run(document).then(({ violations }) => violations)')) as Violation[];
    return found.map(
      ({ id, impact, nodes }) => `${id} (${impact}) at ${nodes[0]?.html.slice(0, 120)}: ${nodes[0]?.failureSummary}`,
    );
  }

  const screens = [
    ['light on a desk', { viewport: desk, colorScheme: 'light' }],
    ['dark on a phone', { viewport: phone, colorScheme: 'dark' }],
  ] as const;

  test.each(screens)('finds nothing on any page, %s', async (_name, screen) => {
    const { page } = await openBrowser({ session, ...screen });
    const found: Record<string, string[]> = {};
    for (const [path, heading] of pages) {
      await page.goto(`${server.baseUrl}${path}`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.getByLabel('Loading').waitFor({ state: 'detached' });
      const here = await violations(page);
      if (here.length > 0) found[path] = here;
    }
    expect(found).toEqual({});
  });

  test('finds nothing in open menus and dialogs', async () => {
    const { page } = await openBrowser({ session, viewport: desk });
    const found: Record<string, string[]> = {};
    const look = async (name: string): Promise<void> => {
      const here = await violations(page);
      if (here.length > 0) found[name] = here;
    };
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/contacts`);
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
    expect(found).toEqual({});
  });

  test('sees a button without a name', async () => {
    const { page } = await openBrowser({ session, viewport: desk });
    await page.goto(`${server.baseUrl}/contacts`);
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
    expect((await violations(page)).map((line) => line.split(' ')[0])).toEqual(['button-name']);
  });
});
