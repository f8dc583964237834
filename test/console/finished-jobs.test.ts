import { expect, onTestFinished, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean } from './looks.ts';
import { openServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

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
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    isHeld = false;
    await page.getByRole('status', { name: 'Notifications' }).getByText('The report is ready.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the report' }).click();
    await expect.poll(() => page.url()).toMatch(/\/reports\/\d+$/);
    await expect.poll(() => page.getByText('The report is ready.').count()).toBe(0);

    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Reports' }).click();
    const over = page.waitForResponse(/\/api\/reports\/\d+$/);
    await create();
    await over;
    expect(await page.getByText('The report is ready.').count()).toBe(0);
    expectClean(watched);
  },
);

test.skipIf(whyNoPages !== undefined)(
  'the end of an upload is announced once, also after a reload, and a voice that was closed says why it failed',
  async () => {
    const server = await openServer();
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const notices = page.getByRole('status', { name: 'Notifications' });
    let status = 'processing';
    const upload = () => ({ upload_id: 'u1', status, total: 2, completed: 1, failed: 1, calls: [], errors: [] });
    await stub(page, {
      '*/api/uploads/bulk': () => Response.json(upload(), { status: 202 }),
      '*/api/uploads/u1': () => Response.json(upload()),
    });
    await page.goto(`${server.baseUrl}/uploads`);
    const wav = { name: 'call.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF') };
    await page.getByLabel('Recordings to add').setInputFiles([wav]);
    await page.getByRole('button', { name: 'Upload 1 recording' }).click();
    await page.getByText('1 of 2 analysed', { exact: false }).waitFor();
    const link = (place: string, name: string) =>
      page.getByRole('navigation', { name: place }).getByRole('link', { name });
    await link('Main', 'Agents').click();
    await link('Agents', 'Voices').click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Voices' }).waitFor();
    status = 'completed';
    await notices.getByText('The recordings are analysed. 1 of them failed.').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Voices' }).waitFor();

    let refuse = (): void => undefined;
    const isRefused = new Promise<void>((resolve) => {
      refuse = resolve;
    });
    await page.route('**/api/voice/models/speakers', async (route) => {
      await isRefused;
      await route.fulfill({ status: 400, json: { detail: 'Two people speak in the recording.' } });
    });
    await page.getByRole('button', { name: 'Create voice' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('our-voice');
    await dialog.getByLabel('How the person agreed').fill('By e-mail.');
    await dialog.getByRole('checkbox').check();
    await page.locator('input[type=file]').setInputFiles([wav]);
    await page.getByRole('button', { name: 'Create the voice' }).click();
    await page.getByRole('button', { name: 'Continue in the background' }).click();
    await link('Main', 'People').click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    refuse();
    await notices.getByText('The voice could not be created. Two people speak in the recording.').waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('link', { name: 'Show the voices' }).click();
    await page.getByRole('heading', { level: 1, name: 'Voices' }).waitFor();
    expect(await notices.getByRole('link').count()).toBe(0);
    expectClean(watched);
  },
);
