import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type WatchedPage } from './browser.ts';
import { type Ask, askerOf } from './filled-organisation.ts';
import { desk, expectClean, isAccessible, phone, picture, showTheme } from './looks.ts';
import { chooseInRow } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

const gallery = join(import.meta.dirname, '..', '..', 'gallery');

describe.skipIf(whyNoPages !== undefined)('agents as files', () => {
  let server: PageServer;
  let session: string;
  let ask: Ask;

  beforeAll(async () => {
    const env = { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), WEBHOOK_ALLOWED_HOSTS: 'example.com' };
    server = await openServer({ env });
    session = await setUp(server);
    ask = askerOf(server, session);
  });
  afterAll(() => server?.close());

  async function visit(path: string, heading: string, viewport = desk): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport });
    await watched.page.goto(`${server.baseUrl}${path}`);
    await watched.page.getByRole('heading', { level: 1, name: heading }).waitFor();
    return watched;
  }

  test('an agent of the gallery is looked at, imported and opened', async () => {
    const watched = await visit('/agents', 'Agents');
    const { page } = watched;
    await page.getByRole('link', { name: 'Gallery', exact: true }).click();
    const card = page.getByRole('region', { name: 'Cedar Lane Clinic' });
    await card.getByText('4 goals, 2 scenarios').waitFor();
    expect(await page.getByRole('link', { name: /^Use this agent/ }).count()).toBe(6);
    await isAccessible(page);
    await picture(page, 'gallery');
    await page.setViewportSize(phone);
    await showTheme(page, 'dark');
    await isAccessible(page);
    await picture(page, 'gallery-phone');
    await page.setViewportSize(desk);
    await showTheme(page, 'light');
    await card.getByRole('link', { name: 'Use this agent: Cedar Lane Clinic' }).click();
    await page.getByRole('row', { name: /^Campaigns Cedar Lane Clinic front desk/ }).waitFor();
    expect((await ask('GET', '/api/voice/agents')).total).toBe(0);
    await isAccessible(page);
    await picture(page, 'import');
    await page.getByLabel('Name of the agent here').fill('Reception');
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Reception' }).waitFor();
    expect((await ask('GET', '/api/voice/agents')).agents).toMatchObject([{ name: 'Reception' }]);
    // Three examples of a new organisation, and those of the agent.
    expect((await ask('GET', '/api/pf-coach/scenarios')).total).toBe(3 + 2);
    expectClean(watched);
  });

  test('a file says what is missing, takes the secret, and is imported once that is accepted', async () => {
    const file = JSON.parse(readFileSync(join(gallery, 'support.json'), 'utf8'));
    file.agent.voice_config.speaker = 'our-own-voice';
    file.agent.tools = [
      {
        name: 'find_ticket',
        description: 'Finds a ticket.',
        parameters: { type: 'object', properties: {} },
        endpoint: 'https://example.com/tickets',
        headers: { authorization: 'Bearer {{secret.DESK_KEY}}' },
      },
    ];
    const watched = await visit('/agents/import', 'Import an agent');
    const { page } = watched;
    await page.getByText('or drag it here.').waitFor();
    await isAccessible(page);
    const choose = (name: string, content: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await choose('broken.json', '{"format": "other"}');
    await page.getByRole('alert').getByText('Choose a file that "Export" of an agent made.').waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await choose('support.json', JSON.stringify(file));
    await page.getByText('The voice "our-own-voice" of the agent does not exist here.').waitFor();
    await isAccessible(page);
    await picture(page, 'import-missing');
    await page.getByLabel('Secret DESK_KEY').fill('hush');
    await page.getByLabel('Use another voice in its place').check();
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('Nothing is missing.').waitFor();
    await page.getByText('our-own-voice: another voice speaks').waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('region', { name: 'Test this agent' }).waitFor();
    expect(await ask('GET', '/api/settings/secrets')).toMatchObject({ secrets: [{ name: 'DESK_KEY' }] });
    expectClean(watched);
  });

  test('an agent is duplicated and exported from its row and from its page', async () => {
    await ask('POST', '/api/voice/agents', { name: 'Wren', voice_config: { speaker: 'ava' } });
    const watched = await visit('/agents', 'Agents');
    const { page } = watched;
    await chooseInRow(page, 'Wren', 'Duplicate');
    await page.getByRole('heading', { level: 1, name: 'Wren (copy)' }).waitFor();
    for (const [action, name] of [
      ['Export as one file', 'wren-copy.json'],
      ['Export as a zip for git', 'wren-copy.zip'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: 'More actions for Wren (copy)' }).click();
      await page.getByRole('menuitem', { name: action }).click();
      expect((await saved).suggestedFilename()).toBe(name);
      await page.getByText(`${name} was saved. It has no secrets.`).waitFor();
    }
    expectClean(watched);
  });
});
