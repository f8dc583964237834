import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type WatchedPage } from './browser.ts';
import { desk } from './looks.ts';
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
  const addMember = async (name: string): Promise<string> => {
    const person = { name, email: `${name}@example.com`, role: 'member' };
    return `/api/auth/members/${(await ask('POST', '/api/auth/members', person))?.user_uuid}`;
  };

  test.each([
    ['/documents', addDocument, 'Delete', 'Delete', 'was deleted already.'],
    ['/api-keys', addKey, 'Revoke', 'Revoke', 'was revoked already.'],
    ['/team', addMember, 'Remove', 'Remove', 'had already left the organisation.'],
  ])('what is gone meanwhile leaves the list at %s, and the page says so', async (path, add, open, go, words) => {
    const address = await add('early');
    await add('stays');
    const { page } = await visit(path);
    await button(page, `${open} early`).click();
    await ask('DELETE', address);
    await button(page, go).click();
    await eventually(() => focused(page)).toMatch(new RegExp(`early.* ${words.replace('.', '\\.')}$`));
    await eventually(() => page.getByRole('dialog').count()).toBe(0);
    await eventually(() => button(page, `${open} early`).count()).toBe(0);
    await eventually(() => button(page, `${open} stays`).count()).toBe(1);
  });

  test('a deleted document cannot be renamed', async () => {
    const address = await addDocument('late');
    const { page } = await visit('/documents');
    await button(page, 'Rename late').click();
    await ask('DELETE', address);
    await button(page, 'Rename').click();
    await eventually(() => focused(page)).toBe('late was deleted already.');
    await eventually(() => button(page, 'Rename late').count()).toBe(0);
  });
});
