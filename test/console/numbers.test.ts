import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Ask, askerOf } from './filled-organisation.ts';
import { desk, expectClean, isAccessible, phone, picture, showTheme } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const [line, other] = ['+12025550187', '+12025550188'];

describe.skipIf(whyNoPages !== undefined)('the page of numbers', () => {
  let server: PageServer;
  let session: string;
  let ask: Ask;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
    ask = askerOf(server, session);
  });
  afterAll(() => server?.close());

  const newCampaign = async (name: string, more: object): Promise<string> =>
    (await ask('POST', '/api/voice/flows', { kind: 'inbound', name, provider: 'platform', speaker: 'ava', ...more }))
      .uuid;
  const campaign = async (uuid: string) => {
    const { phone_number, status } = await ask('GET', `/api/voice/flows/${uuid}`);
    return { phone_number, status };
  };
  const choice = (page: Page) => page.getByLabel(`Campaign that answers ${line}`);
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

  /** Lists one number of a trunk, with the campaign that has it. */
  const listNumber = (page: Page): Promise<unknown> =>
    page.route('**/api/voice/numbers', async (route) => {
      const { flows } = await ask('GET', '/api/voice/flows');
      const flow = flows.find((one: { phone_number: string | null }) => one.phone_number === line);
      const number = { phone_number: line, provider: 'sip', display_name: 'SIP trunk', answer_url: null };
      const answering = flow === undefined ? null : { uuid: flow.uuid, name: flow.name };
      const listed = { ...number, flow: answering, answer_url_state: 'not_needed', can_set: false };
      await route.fulfill({ json: { numbers: [listed], accounts: [] } });
    });

  test('gives a number to another campaign once that is saved, and takes it away', async () => {
    const first = await newCampaign('Front desk', { status: 'active', phone_number: line });
    const second = await newCampaign('Billing', { status: 'draft', phone_number: other });
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await listNumber(page);
    await page.goto(`${server.baseUrl}/numbers`);
    await expect.poll(() => choice(page).inputValue(), { interval: 50 }).toBe(first);

    await choice(page).selectOption('Billing');
    await page.getByText(`Billing is active then, and answers this number instead of ${other}.`).waitFor();
    expect(await campaign(second)).toEqual({ phone_number: other, status: 'draft' });
    await isAccessible(page);
    await picture(page, 'numbers');
    await page.setViewportSize(phone);
    await showTheme(page, 'dark');
    await isAccessible(page);
    await picture(page, 'numbers-phone');
    await page.setViewportSize(desk);
    await showTheme(page, 'light');
    await button(page, `Cancel the change of ${line}`).click();
    expect(await choice(page).inputValue()).toBe(first);

    await choice(page).selectOption('Billing');
    await button(page, `Save the campaign of ${line}`).click();
    await page.getByText(`Billing answers ${line}.`).waitFor();
    expect(await campaign(first)).toEqual({ phone_number: null, status: 'active' });
    expect(await campaign(second)).toEqual({ phone_number: line, status: 'active' });

    await choice(page).selectOption('No campaign');
    await button(page, `Save the campaign of ${line}`).click();
    await page.getByText(`No campaign answers ${line} now.`).waitFor();
    expect(await campaign(second)).toEqual({ phone_number: null, status: 'active' });
    expectClean(watched);
  });

  test('leaves a number with its campaign if another one is refused', async () => {
    const first = await newCampaign('Sales', { status: 'active', phone_number: line });
    const past = await newCampaign('Past', { status: 'draft', end_date: '2020-01-01' });
    const { page } = await openBrowser({ session, viewport: desk });
    await listNumber(page);
    await page.goto(`${server.baseUrl}/numbers`);
    await choice(page).selectOption('Past');
    await button(page, `Save the campaign of ${line}`).click();
    await page.getByText('is in the past', { exact: false }).waitFor();
    expect(await campaign(first)).toEqual({ phone_number: line, status: 'active' });
    expect((await campaign(past)).phone_number).toBeNull();
  });
});
