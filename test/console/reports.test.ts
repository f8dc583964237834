import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, picture } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const small = { width: 390, height: 844 };

describe.skipIf(whyNoPages !== undefined)('reports, projects and customers', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    const post = (path: string, body: object) =>
      fetch(`${server.baseUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await post('/v1/contacts', { phone: '+12025550143', name: 'Asha Rao', tags: ['Plan:Gold'] });
    await post('/api/v1/sales/calls', {
      transcript: [
        { speaker: 'agent', text: 'Would you like me to book a visit on Thursday at 10 am?' },
        { speaker: 'customer', text: 'Yes, Thursday at ten works. Thank you so much!' },
      ],
      customer_phone: '+12025550143',
      agent_name: 'Sam',
      direction: 'inbound',
    });
  });
  afterAll(() => server?.close());

  test('a report is created, shows its numbers, and downloads as CSV and PDF', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/reports`);
    await page.getByText('No reports yet').waitFor();
    await press('Create report');
    await page.getByLabel('Time').selectOption('Other days');
    // Named after the first range with these days: the last 30 of them may be this month.
    await page.getByRole('button', { name: /^Days: / }).click();
    await page.getByLabel('First day').fill('2026-01-01');
    await page.getByLabel('Last day').fill('2026-01-31');
    await looksRight(page);
    await page.keyboard.press('Escape');
    await page.getByLabel('First day').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Days: Jan 1, 2026 to Jan 31, 2026', exact: true }).waitFor();
    await looksRight(page);
    await press('Days: Jan 1, 2026 to Jan 31, 2026');
    await page.getByLabel('Last day').fill('');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').getByRole('button', { name: 'Create report' }).click();
    const fault = page.getByRole('dialog').locator('.mantine-InputWrapper-error');
    await expect.poll(() => fault.allTextContents()).toEqual(['Must be a date such as 2026-01-31.']);
    await looksRight(page);
    await page.getByLabel('Time').selectOption('Last 30 days');
    await page.getByRole('dialog').getByRole('button', { name: 'Create report' }).click();
    await page.getByRole('heading', { level: 1, name: 'Report: last 30 days' }).waitFor();
    await page.getByRole('heading', { name: 'Funnel' }).waitFor();
    await page.getByText('The period has 1 call:', { exact: false }).waitFor();
    await isAccessible(page);
    await picture(page, 'report-light');
    for (const format of ['CSV', 'PDF']) {
      const [download] = await Promise.all([page.waitForEvent('download'), press(`Download ${format}`)]);
      expect(download.suggestedFilename()).toMatch(new RegExp(`^report-\\d+\\.${format.toLowerCase()}$`));
    }
    await goTo(page, '/reports');
    await page.getByRole('cell', { name: 'Completed' }).waitFor();
    await looksRight(page);
    await page.getByLabel('State').selectOption('Failed');
    await page.getByText('Nothing matches these filters').waitFor();
    await page.getByLabel('State').selectOption('Completed');
    await page.getByLabel('Period').selectOption('Last 30 days');
    await page.getByRole('cell', { name: 'Completed' }).waitFor();
    expect(new URL(page.url()).search).toBe('?status=completed&window=month');
    expectClean(watched);
  });

  test('a report is scheduled for members and deleted again', async () => {
    const watched = await openBrowser({ session, viewport: small });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/reports`);
    await page.getByText('No scheduled reports', { exact: false }).waitFor();
    await page.getByText('This server has no mail server', { exact: false }).waitFor();
    await press('Schedule a report');
    const recipients = page.getByLabel('Recipients');
    const own = await recipients.inputValue();
    expect(own).toContain('@');
    await looksRight(page);
    await recipients.fill(`${own}, somebody@example.org`);
    await press('Schedule report');
    await page.getByText('somebody@example.org does not belong to a member', { exact: false }).waitFor();
    await recipients.fill(own);
    await page.getByLabel('Every').selectOption('Month, on the first');
    await press('Schedule report');
    await page.getByText('The report is scheduled.').waitFor();
    await page.getByRole('cell', { name: own }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await press('Delete the report of every month');
    await press('Delete the scheduled report');
    await page.getByText('No scheduled reports', { exact: false }).waitFor();
    expectClean(watched);
  });

  test('a project of segments is created, activated and deleted', async () => {
    const watched = await openBrowser({ session, viewport: small, colorScheme: 'dark' });
    const { page } = watched;
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await page.goto(`${server.baseUrl}/projects`);
    await page.getByText('No projects yet').waitFor();
    await press('Create segment');
    await page.getByLabel('Name').fill('Gold plan');
    await page.getByLabel('Contacts with one of the tags').fill('Plan:Gold');
    await looksRight(page);
    await press('Save');
    await page.getByText('Gold plan saved.').waitFor();
    await press('Create project');
    await page.getByLabel('Name').fill('Retention');
    await page.getByRole('checkbox', { name: 'Gold plan' }).check();
    await press('Save');
    await page.getByText('Retention saved.').waitFor();
    await press('Activate Retention');
    await page.getByText('Your dashboard is narrowed to Retention.').waitFor();
    await page.getByRole('button', { name: 'Deactivate Retention' }).waitFor();
    await isAccessible(page);
    await picture(page, 'projects-dark');
    await press('Deactivate Retention');
    await page.getByText('Your dashboard covers every call again.').waitFor();
    await chooseInRow(page, 'Retention', 'Delete');
    await press('Delete the project');
    await page.getByText('Retention deleted.').waitFor();
    expectClean(watched);
  });

  test('a customer is found, and their conversations are listed', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/customers?q=asha`);
    await page.getByRole('link', { name: 'Asha Rao' }).click();
    await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor();
    await page.getByText('Visit scheduled').last().waitFor();
    await isAccessible(page);
    await picture(page, 'customer-light');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page.getByRole('heading', { level: 2, name: 'Transcript' }).waitFor();
    expectClean(watched);
  });
});
