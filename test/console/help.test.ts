import { afterAll, beforeAll, describe, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { expectClean, isAccessible, phone } from './looks.ts';
import { openServer, type PageServer, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('the help', () => {
  let server: PageServer;

  beforeAll(async () => {
    server = await openServer();
  });
  afterAll(() => server?.close());

  test.each(['light', 'dark'] as const)('is read on a phone and by keyboard, in %s', async (colorScheme) => {
    const watched = await openBrowser({ viewport: phone, colorScheme });
    const { page } = watched;
    for (const [path, title] of [
      ['', 'Parley'],
      ['/phones', 'Telephones'],
      ['/performance', 'Performance'],
      ['/adr/index', 'Decisions'],
    ] as const) {
      await page.goto(`${server.baseUrl}/help${path}`);
      await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
      await isAccessible(page);
    }
    expectClean(watched);
  });
});
