import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partsOf } from '../../console/src/language/message.ts';
import { violationsOf } from './axe-violations.ts';
import { type BrowserOptions, goTo, openBrowser, runFirst, type WatchedPage } from './browser.ts';
import { expectClean, isAccessible, looksRight, picture } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

test('a message is filled in with values and the plural of its count', () => {
  const filled = (message: string, values: Parameters<typeof partsOf>[1]) => partsOf(message, values).join('');
  const calls = '{count, plural, one {# call of {who}} other {# calls of {who}}} today';
  expect(filled(calls, { count: 1, who: 'Asha' })).toBe('1 call of Asha today');
  expect(filled(calls, { count: 1200, who: 'Asha' })).toBe('1,200 calls of Asha today');
  expect(filled("the judge's {name}", { name: 'a {b}' })).toBe("the judge's a {b}");
  expect(filled('{left}{right}.', { left: undefined, right: 0 })).toBe('0.');
  expect(partsOf('see {link}', { link: null })).toEqual(['see ', null, '']);
});

const wide = { width: 1440, height: 900 };
const narrow = { width: 320, height: 700 };
const paths = [
  ...['/', '/test-call', '/calls', '/agents', '/agents/new', '/documents', '/campaigns', '/campaigns/new', '/contacts'],
  ...[
    '/queues',
    '/phones',
    '/reports',
    '/voice-quality',
    '/scenarios/new',
    '/runs',
    '/team',
    '/webhooks',
    '/models',
    '/model-connections',
    '/model-connections/new',
    '/activity',
  ],
];

/** Its agent and what one can say to it are in English. */
const withServerTexts = ['/test-call'];
/** Names of the first agents, the description of a voice, and words that a simulated customer looks for. */
const serverTexts = /Maple Grove Dental[\w ]*|Warm and clear; the model as it was recorded\.|"you are booked"/g;

describe.skipIf(whyNoPages !== undefined)('the console in Hindi', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  async function visit(options: BrowserOptions): Promise<WatchedPage> {
    const watched = await openBrowser(options);
    await watched.page.goto(server.baseUrl);
    await watched.page.getByRole('heading', { level: 1 }).waitFor();
    return watched;
  }
  const languageOf = (page: Page) => page.evaluate('document.documentElement.lang');
  const settled = (page: Page) =>
    page.locator('[role=status][aria-label*="लोड हो"]').first().waitFor({ state: 'detached' });

  test('is chosen in the account menu, stored for the browser, and left again', async () => {
    const watched = await visit({ session, viewport: wide });
    const { page } = watched;
    expect(await languageOf(page)).toBe('en');
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'हिन्दी' }).click();
    await page.getByRole('heading', { level: 1, name: 'होम' }).waitFor();
    expect(await languageOf(page)).toBe('hi');
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'होम' }).waitFor();
    await page.getByRole('button', { name: 'आपका खाता' }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    expect(await languageOf(page)).toBe('en');
    expectClean(watched);
  });

  test('is chosen before one is signed in', async () => {
    const watched = await visit({ viewport: narrow });
    const { page } = watched;
    await page.getByRole('button', { name: 'हिन्दी' }).click();
    await page.getByRole('heading', { level: 1, name: 'साइन इन करें' }).waitFor();
    await isAccessible(page);
    await picture(page, 'hindi-sign-in');
    expectClean(watched);
  });

  test.each([
    ['a desk', wide],
    ['a small phone', narrow],
  ])('has no English sentence and no fault on %s', async (name, viewport) => {
    const watched = await openBrowser({ session, viewport });
    const { page } = watched;
    await runFirst(page, `localStorage.setItem('parley.language', 'hi')`);
    await page.goto(server.baseUrl);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const faults: unknown[] = [];
    for (const path of paths) {
      await goTo(page, path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await settled(page);
      const english = withServerTexts.includes(path) ? [] : (await textsOf(page)).filter(isEnglish);
      const found = [...english, ...(await violationsOf(page))];
      if (found.length > 0) faults.push([path, ...found]);
      await looksRight(page);
      await picture(page, `hindi-${name.replaceAll(' ', '-')}${path.replaceAll('/', '-')}`);
    }
    expect(faults).toEqual([]);
    expectClean(watched);
  });
});

/** With three Latin words in a row. */
const isEnglish = (text: string): boolean => /[A-Za-z]{2,}(?: [A-Za-z]{2,}){2}/.test(text.replace(serverTexts, ''));

/** Texts and names of controls. */
const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
      ['aria-label', 'placeholder', 'title'].map((name) => one.getAttribute(name) ?? ''));
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      if (parentElement.closest('script, style, noscript, code, option') === null) texts.push(data);
    }
    return texts;
  })()`);
