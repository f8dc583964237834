import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { violationsOf } from './axe-violations.ts';
import { goTo, openBrowser } from './browser.ts';
import { desk, expectClean, isAccessible, looksRight, picture } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';
import { stub } from './stubs.ts';

const pastCall = {
  uuid: '11111111-1111-4111-8111-000000000001',
  call_type: 'outbound',
  status: 'completed',
  campaign_uuid: null,
  contact_name: 'Asha Rao',
  agent_name: 'Sam',
  from_number: '+12025550101',
  to_number: '+12025550143',
  duration: 62,
  duration_formatted: '01:02',
  outcome: 'connected',
  sentiment: null,
  summary: null,
  recording_url: null,
  end_reason: 'caller_hung_up',
  created_at: '2026-01-02T10:00:00Z',
  started_at: '2026-01-02T10:00:00Z',
  ended_at: '2026-01-02T10:01:02Z',
  answered_by: null,
  answered_confidence: null,
  first_answered_by: null,
  turns: 3,
  median_latency_ms: 410,
};

describe.skipIf(whyNoPages !== undefined)('the page of a contact', () => {
  let server: PageServer;
  let session: string;

  const ask = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
    return (await response.json()) as { readonly uuid: string };
  };
  const asha = (phone: string) => ({
    phone,
    name: 'Asha Rao',
    email: 'asha@example.com',
    language_code: 'hi-IN',
    tags: ['City:Pune'],
    metadata: { Company: 'Blue Harbor', Visits: 3 },
  });

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  test('opens by a click on the row, shows what is stored and the calls, and edits, opts out and deletes', async () => {
    const { uuid } = await ask('POST', '/v1/contacts', asha('+12025550143'));
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    const asked: URLSearchParams[] = [];
    await stub(page, {
      '*/v1/calls\\?*': ({ url }) => {
        const { searchParams } = new URL(url);
        asked.push(searchParams);
        const calls = searchParams.get('direction') === 'inbound' ? [] : [{ ...pastCall, contact_uuid: uuid }];
        return Response.json({ calls, total: calls.length, limit: 20, offset: 0 });
      },
    });
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    const dialog = page.getByRole('dialog');
    await page.goto(`${server.baseUrl}/contacts`);
    await page
      .getByRole('row', { name: /Asha Rao/ })
      .getByText('City:Pune')
      .click();
    await page.waitForURL(`${server.baseUrl}/contacts/${uuid}`);
    await page.getByRole('heading', { level: 1, name: 'Asha Rao' }).waitFor();
    const details = page.getByRole('region', { name: 'Details' });
    for (const text of ['+12025550143', 'asha@example.com', 'Hindi (India)', 'City:Pune', 'Never'])
      await details.getByText(text, { exact: true }).waitFor();
    const fields = page.getByRole('region', { name: 'Custom fields' });
    expect(await fields.locator('dt, dd').allTextContents()).toEqual(['Company', 'Blue Harbor', 'Visits', '3']);
    await page.getByText('1 in all').waitFor();
    expect(asked.at(-1)?.get('contact_id')).toBe(uuid);
    await isAccessible(page);
    await picture(page, 'contact-light');

    await page.getByLabel('Direction').selectOption('Inbound');
    await page.getByText('No calls match these filters').waitFor();
    await page.getByRole('link', { name: 'Show all calls' }).click();
    await page.getByText('1 in all').waitFor();

    await button('Edit').click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Asha Varma');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Asha Varma' }).waitFor();
    await button('Opt out').click();
    await dialog.getByLabel('Reason (optional)').fill('Moved abroad');
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Opt out' }).click();
    await page.getByText('Reason: Moved abroad').waitFor();
    expect(await button('Call').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await picture(page, 'contact-opted-out');
    await button('Delete').click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.waitForURL(`${server.baseUrl}/contacts`);
    await page.getByText('No contacts yet').waitFor();
    expectClean(watched);
  });

  test('is reached from the page of a call, and fits a dark telephone', async () => {
    const { uuid } = await ask('POST', '/v1/contacts', asha('+12025550144'));
    const call = await ask('POST', '/api/v1/sales/calls', {
      transcript: [{ speaker: 'customer', text: 'Hello, this is Asha.', timestamp: 0 }],
      customer_phone: '+12025550144',
      agent_name: 'Sam',
      direction: 'inbound',
    });
    const watched = await openBrowser({ session, viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/calls/${call.uuid}`);
    await page.getByRole('region', { name: 'Details' }).getByRole('link', { name: 'Asha Rao' }).click();
    await page.waitForURL(`${server.baseUrl}/contacts/${uuid}`);
    await page.getByText('No calls with this contact yet').waitFor();
    await isAccessible(page);
    await picture(page, 'contact-dark-390');
    await goTo(page, '/contacts/11111111-1111-4111-8111-000000000009');
    await page.getByText('Could not load this contact').waitFor();
    await looksRight(page);
    expectClean(watched);
  });
});
