import { expect, onTestFinished, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean } from './looks.ts';
import { openServer, setUp, whyNoPages } from './server.ts';

test.skipIf(whyNoPages !== undefined)(
  'the end of a report is announced on another page, with a link, and not on the page of the reports',
  async () => {
    const server = await openServer();
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    let isHeld = true;
    await page.route(/\/api\/reports\/\d+$/, async (route) => {
      const answer = await route.fetch();
      const report = (await answer.json()) as object;
      await route.fulfill({ response: answer, json: isHeld ? { ...report, status: 'pending' } : report });
    });
    await page.goto(`${server.baseUrl}/reports`);
    const create = async () => {
      await page.getByRole('button', { name: 'Create report' }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Create/ })
        .click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await create();
    await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    isHeld = false;
    await page.getByRole('status', { name: 'Notifications' }).getByText('The report is ready.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the report' }).click();
    await expect.poll(() => page.url()).toMatch(/\/reports\/\d+$/);
    await expect.poll(() => page.getByText('The report is ready.').count()).toBe(0);

    await page.getByRole('navigation').getByRole('link', { name: 'Reports' }).first().click();
    const over = page.waitForResponse(/\/api\/reports\/\d+$/);
    await create();
    await over;
    expect(await page.getByText('The report is ready.').count()).toBe(0);
    expectClean(watched);
  },
);
