import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type WatchedPage } from './browser.ts';
import { desk, expectClean, looksRight, phone } from './looks.ts';
import { chooseInRow, rowMenu } from './row-menu.ts';
import { openServer, type PageServer, setUp, whyNoPages } from './server.ts';

describe.skipIf(whyNoPages !== undefined)('lists', () => {
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    server = await openServer();
    session = await setUp(server);
  });
  afterAll(() => server?.close());

  const ask = async (method: string, path: string, body?: object | FormData) => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${server.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${session}`, ...(isJson ? { 'content-type': 'application/json' } : {}) },
      body: isJson ? JSON.stringify(body) : (body ?? null),
    });
    return answer.status === 204 ? undefined : ((await answer.json()) as { uuid: string; user_uuid: string });
  };
  async function visit(path: string): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk });
    await watched.page.goto(`${server.baseUrl}${path}`);
    return watched;
  }
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const focused = (page: Page) => page.evaluate('document.activeElement?.textContent');

  const addDocument = async (name: string): Promise<string> => {
    const form = new FormData();
    form.append('file', new Blob([`%PDF-1.4\n%${name}\n%%EOF\n`]), `${name}.pdf`);
    return `/api/kb/documents/${(await ask('POST', '/api/kb/documents', form))?.uuid}`;
  };
  const addKey = async (name: string): Promise<string> =>
    `/api/auth/api-keys/${(await ask('POST', '/api/auth/api-keys', { name, scopes: ['agent:ocr'] }))?.uuid}`;
  const addAgent = async (name: string): Promise<string> => {
    const voice = { provider: 'platform', speaker: 'ava', language_code: 'en-US' };
    return `/api/voice/agents/${(await ask('POST', '/api/voice/agents', { name, voice_config: voice }))?.uuid}`;
  };
  const addMember = async (name: string): Promise<string> => {
    const person = { name, email: `${name}@example.com`, role: 'member' };
    return `/api/auth/members/${(await ask('POST', '/api/auth/members', person))?.user_uuid}`;
  };

  test.each([
    ['/documents', addDocument, 'Delete', 'was deleted already.'],
    ['/agents', addAgent, 'Delete', 'was deleted already.'],
    ['/team', addMember, 'Remove', 'had already left the organisation.'],
  ])('what is gone meanwhile leaves the list at %s, and the page says so', async (path, add, action, words) => {
    const address = await add('early');
    await add('stays');
    const { page } = await visit(path);
    await chooseInRow(page, 'early', action);
    await ask('DELETE', address);
    await button(page, action).click();
    await eventually(() => focused(page)).toMatch(new RegExp(`early.* ${words.replace('.', '\\.')}$`));
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await eventually(() => rowMenu(page, 'early').count()).toBe(0);
    await eventually(() => rowMenu(page, 'stays').count()).toBe(1);
  });

  test('a key that is gone meanwhile leaves the list, and the page says so', async () => {
    const address = await addKey('early');
    await addKey('stays');
    const { page } = await visit('/api-keys');
    await button(page, 'Revoke early').click();
    await ask('DELETE', address);
    await button(page, 'Revoke').click();
    await eventually(() => focused(page)).toMatch(/early.* was revoked already\.$/);
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await eventually(() => button(page, 'Revoke early').count()).toBe(0);
    await eventually(() => button(page, 'Revoke stays').count()).toBe(1);
  });

  test('a deleted document cannot be renamed', async () => {
    const address = await addDocument('late');
    const { page } = await visit('/documents');
    await chooseInRow(page, 'late', 'Rename');
    await ask('DELETE', address);
    await button(page, 'Rename').click();
    await eventually(() => focused(page)).toBe('late was deleted already.');
    await eventually(() => rowMenu(page, 'late').count()).toBe(0);
  });

  test('the menu of a row opens, moves and closes by keyboard, names its row, and does not open the row', async () => {
    const name = `Keys ${Date.now()}`;
    await addAgent(name);
    const watched = await visit('/agents');
    const { page } = watched;
    const label = () => page.evaluate('document.activeElement?.getAttribute("aria-label")');
    await rowMenu(page, name).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: `More actions for ${name}`, exact: true }).waitFor();
    await eventually(() => focused(page)).toBe('Edit');
    await page.keyboard.press('ArrowDown');
    await eventually(() => focused(page)).toBe('Duplicate');
    await page.keyboard.press('ArrowUp');
    await eventually(() => focused(page)).toBe('Edit');
    await page.keyboard.press('ArrowUp');
    await eventually(() => focused(page)).toBe('Delete');
    await page.keyboard.press('ArrowDown');
    await eventually(() => focused(page)).toBe('Edit');
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await eventually(label).toBe(`More actions for ${name}`);
    await page.keyboard.press('Space');
    await eventually(() => focused(page)).toBe('Edit');
    await page.keyboard.press('d');
    await eventually(() => focused(page)).toBe('Duplicate');
    await page.keyboard.press('End');
    await eventually(() => focused(page)).toBe('Delete');
    await page.keyboard.press('Enter');
    await eventually(() => focused(page)).toBe('Cancel');
    await page.keyboard.press('Escape');
    await eventually(label).toBe(`More actions for ${name}`);
    expect(page.url()).toBe(`${server.baseUrl}/agents`);
    expectClean(watched);
  });

  test('the menu of a row fits on a phone, and closes when something else is pressed', async () => {
    const name = `Small ${Date.now()}`;
    await addAgent(name);
    const watched = await openBrowser({ session, viewport: phone });
    const { page } = watched;
    await page.goto(`${server.baseUrl}/agents`);
    await rowMenu(page, name).click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    await looksRight(page);
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expectClean(watched);
  });
});
