import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../http/test-app.ts';
import { type BrowserOptions, goTo, openBrowser } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const key = 'a key of enough characters';
const token = 'canary-auth-token';
const name = 'Plivo';

describe.skipIf(whyNoPages !== undefined)('the telephony page', () => {
  async function serve(dataDir: string, settingsKey?: string): Promise<PageServer> {
    const env = settingsKey === undefined ? {} : { SETTINGS_ENCRYPTION_KEY: settingsKey };
    const server = await openServer({ env, dataDir });
    onTestFinished(() => server.close());
    return server;
  }

  async function visit({ baseUrl }: PageServer, session: string, options: BrowserOptions = {}) {
    const watched = await openBrowser({ session, viewport: desk, ...options });
    await watched.page.goto(`${baseUrl}/telephony`);
    await watched.page.getByRole('heading', { level: 2, name }).waitFor();
    return watched;
  }

  const button = (page: Page, text: string) => page.getByRole('button', { name: text, exact: true });
  const card = (page: Page, of = name) => page.getByRole('region', { name: of });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

  test('connects, shows since when, disconnects, and never shows the token', async () => {
    const server = await serve(temporaryFolder(), key);
    const session = await setUp(server);
    const watched = await visit(server, session);
    const { page } = watched;
    const referers: string[] = [];
    page.on('request', (request) => {
      const { referer = '' } = request.headers();
      if (referer !== '') referers.push(referer);
    });
    expect(await card(page).textContent()).toContain('Not connected');
    expect(await page.getByText('telephony_c').count()).toBe(0);
    await card(page).getByText(`${server.baseUrl}/api/voice/webhooks/telephony_a/answer`).waitFor();
    await looksRight(page);

    await button(page, `Connect: ${name}`).press('Enter');
    await page.getByLabel('Auth ID').fill('MAXXXXXXXXXX');
    await page.getByLabel('Auth token').fill(token);
    await eventually(() => page.getByLabel('Auth token').getAttribute('type')).toBe('password');
    await page.getByLabel('Phone number').fill('202-555-0143');
    await looksRight(page);
    await button(page, 'Connect').click();
    await page
      .getByRole('dialog')
      .getByText(/such as \+12025550143\./)
      .waitFor();
    await page.getByLabel('Phone number').fill('+1 202-555-0143');
    await button(page, 'Connect').click();
    await eventually(() => page.evaluate('document.activeElement?.textContent')).toBe(`${name} is connected.`);
    await eventually(() => card(page).textContent()).toMatch(
      /Connected since .* as MAXXXXXXXXXX; calls come from \+12025550143/,
    );
    await looksRight(page);
    await page.reload();
    await card(page)
      .getByText(/Connected since/)
      .waitFor();
    expect(await page.content()).not.toContain(token);

    await button(page, `Disconnect ${name}`).click();
    await button(page, 'Disconnect').click();
    await eventually(() => card(page).textContent()).toContain('Not connected');
    expect(referers).toEqual([]);
    expectClean(watched);
  });

  test('generates the password of a dialplan, and shows it in the lines to copy until the page is left', async () => {
    const server = await serve(temporaryFolder(), key);
    const session = await setUp(server);
    const watched = await visit(server, session);
    const { page } = watched;
    const asterisk = card(page, 'Asterisk');
    await button(page, 'Connect: Asterisk').click();
    await page.getByLabel('ARI user').fill('parley');
    await page.getByLabel('ARI password').fill(token);
    await page.getByRole('button', { name: 'Generate' }).click();
    const password = await page.getByLabel('Password of the dialplan').inputValue();
    expect(password).toMatch(/^[a-z0-9]{32}$/);
    await page.getByLabel('Phone number').fill('+12025550143');
    await looksRight(page);
    await button(page, 'Connect').click();
    await asterisk.getByText(/Connected since/).waitFor();
    await asterisk.getByText(/^Parley sends its requests to .*8088.*ASTERISK_BASE_URL/).waitFor();
    await asterisk.getByText('Lines for the configuration of Asterisk').click();
    const lines = asterisk.getByRole('region', { name: 'extensions.conf' });
    expect(await lines.textContent()).toContain(`PARLEY_LOGIN=parley:${password}`);
    await page.setViewportSize(phone);
    await looksRight(page);
    await page.reload();
    await asterisk.getByText('Lines for the configuration of Asterisk').click();
    expect(await lines.textContent()).toContain('PARLEY_LOGIN=parley:<Password of the dialplan>');
    expect(await page.content()).not.toContain(password);
    expectClean(watched);
  });

  test('shows the addresses of PUBLIC_BASE_URL, wherever the page was loaded from', async () => {
    const server = await openServer({ env: { PUBLIC_BASE_URL: 'https://voice.example.com' } });
    onTestFinished(() => server.close());
    const session = await setUp(server);
    const { page } = await visit(server, session);
    await card(page).getByText('https://voice.example.com/api/voice/webhooks/telephony_a/answer').waitFor();
    expect(await page.getByText(new URL(server.baseUrl).host).count()).toBe(0);
    await goTo(page, '/api-keys');
    await page.getByText('https://voice.example.com/v1/calls?limit=10').waitFor();
  });

  test('asks again for credentials encrypted with another key', async () => {
    const dataDir = temporaryFolder();
    const first = await serve(dataDir, key);
    const session = await setUp(first);
    const put = await fetch(`${first.baseUrl}/api/integrations/telephony/telephony_a`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${session}`, 'content-type': 'application/json' },
      body: JSON.stringify({ auth_id: 'MA', auth_token: token, phone_number: '+12025550143' }),
    });
    expect(put.status).toBe(200);
    await first.close();

    const second = await serve(dataDir, 'another key of enough characters');
    const { page } = await visit(second, session, { colorScheme: 'dark', viewport: phone });
    await card(page).getByText('The stored credentials are unreadable').waitFor();
    await looksRight(page);
    await button(page, `Connect again: ${name}`).click();
    await page.getByLabel('Auth ID').fill('MA');
    await page.getByLabel('Auth token').fill(token);
    await page.getByLabel('Phone number').fill('+12025550143');
    await looksRight(page);
    await button(page, 'Connect').click();
    await card(page)
      .getByText(/Connected since/)
      .waitFor();
    await looksRight(page);
  });
});
