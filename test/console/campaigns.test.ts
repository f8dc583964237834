import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openProviderServer, type ProviderServer } from '../../media/emulator/index.ts';
import { openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const account = { authId: 'MA1', authToken: 'token' };

describe.skipIf(whyNoPages !== undefined)('campaigns in a browser', () => {
  let provider: ProviderServer;
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    const fate = () => ({ person: 'busy' }) as const;
    provider = await openProviderServer({ dialect: 'telephony_a', ...account, fate });
    const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), TELEPHONY_A_BASE_URL: provider.baseUrl };
    server = await openServer({ env, namesItself: true });
    session = await setUp(server);
    const { authId: auth_id, authToken: auth_token } = account;
    const connection = { auth_id, auth_token, phone_number: '+12025550100' };
    await ask('PUT', '/api/voice/integrations/telephony/telephony_a', connection);
    await ask('POST', '/v1/contacts', { phone: '+12025550141', name: 'Ada', tags: ['City:Pune'] });
    await ask('POST', '/v1/contacts', { phone: '+12025550142', name: 'Grace', tags: ['City:Paris'] });
  });
  afterAll(async () => {
    await server?.close();
    await provider?.close();
  });

  const ask = (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${session}`, 'content-type': 'application/json' };
    return fetch(`${server.baseUrl}${path}`, { method, headers, body: JSON.stringify(body) });
  };
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  test('one is made by keyboard, launched, watched, stopped and deleted', async () => {
    const watched = await openBrowser({ session, viewport: desk });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/campaigns`);
    await button(page, 'Create campaign').press('Enter');
    await eventually(() => page.evaluate('document.activeElement?.name')).toBe('name');
    await looksRight(page);
    await page.keyboard.type('Renewals');
    await page.getByLabel('Tags of those to call').fill('Pune');
    await page.getByLabel('Instructions for the agent').fill('Be brief.');
    await page.getByLabel('Name', { exact: true }).press('Enter');
    await eventually(() => page.getByRole('alert').textContent()).toMatch(/^Branches #1 must have the form Key:Value/);
    await page.getByLabel('Tags of those to call').fill('City:Pune');
    await button(page, 'Create').click();
    await page.getByRole('link', { name: 'Renewals' }).waitFor();
    await eventually(() => focused(page)).toBe('Create campaign');
    await looksRight(page);

    await button(page, 'Edit Renewals').click();
    await page.getByLabel('Calls from').fill('00:00');
    await page.getByLabel('Calls until').fill('23:59');
    await button(page, 'Save').click();
    await eventually(() => page.getByRole('status').first().textContent()).toBe('Renewals was stored.');

    await page.getByRole('link', { name: 'Renewals' }).click();
    await button(page, 'Launch Renewals').click();
    await page.getByText('Start calling the contacts with City:Pune during calling hours?').waitFor();
    await button(page, 'Launch').click();
    await eventually(() => focused(page)).toBe('Renewals is running.');
    await eventually(() => page.getByRole('cell', { name: /Later/ }).allTextContents()).toEqual([
      'Laterbusy; is tried again',
    ]);
    await eventually(() => page.getByText('Grace').count()).toBe(0);
    expect([...provider.dials]).toEqual([['+12025550141', 1]]);
    await looksRight(page);
    await button(page, 'Stop Renewals').click();
    await button(page, 'Stop').click();
    await eventually(() => focused(page)).toBe('Renewals is paused.');

    const dark = await openBrowser({ session, viewport: phone, colorScheme: 'dark' });
    for (const path of ['/campaigns', new URL(page.url()).pathname]) {
      await dark.page.goto(`${server.baseUrl}${path}`);
      await dark.page.getByText('Paused').waitFor();
      await looksRight(dark.page);
    }
    expectClean(dark);

    await button(page, 'Delete Renewals').click();
    await button(page, 'Delete').click();
    await eventually(() => page.url()).toBe(`${server.baseUrl}/campaigns`);
    await eventually(() => page.getByRole('link', { name: 'Renewals' }).count()).toBe(0);
    expectClean(watched);
  });
});
