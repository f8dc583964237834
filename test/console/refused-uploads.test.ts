import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type WatchedPage } from './browser.ts';
import { desk, looksRight } from './looks.ts';
import { openServer, type PageServer, setUp, signIn, whyNoPages } from './server.ts';

/** Far more than the buffers between browser and server hold. */
const largeBytes = 96 * 2 ** 20;

describe.skipIf(whyNoPages !== undefined)('uploads rejected by the server', () => {
  let folder: string;
  let large: string;
  let server: PageServer;
  let session: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-large-'));
    large = join(folder, 'large.pdf');
    await writeFile(large, '%PDF-1.7\n');
    await truncate(large, largeBytes);
    server = await openServer({ env: { MAX_UPLOAD_MB: '1' } });
    session = await setUp(server);
  });
  afterAll(async () => {
    await server?.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  });

  async function visit(): Promise<WatchedPage> {
    const watched = await openBrowser({ session, viewport: desk });
    await watched.page.goto(`${server.baseUrl}/documents`);
    await watched.page.getByText('No documents yet').waitFor();
    return watched;
  }
  const trouble = (page: Page) => page.getByRole('listitem').getByRole('alert').textContent();
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });

  test('show the server’s message for a file that is too large, and lead to sign-in without a session', async () => {
    const { page, offences } = await visit();
    const send = () => page.getByLabel('Files to add').setInputFiles(large);
    await send();
    await eventually(() => trouble(page)).toBe('The file is larger than 1 MiB.');
    await looksRight(page);
    await page.getByRole('button', { name: 'Dismiss: large.pdf' }).click();

    await page.evaluate(`fetch('/api/auth/logout', { method: 'POST',
      headers: { authorization: 'Bearer ' + localStorage.getItem('parley.session') } })`);
    await send();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(offences).toMatchObject({ policyViolations: [], foreignRequests: [] });
  });

  test('name a connection that breaks without a response', async () => {
    session = await signIn(server);
    const { page } = await visit();
    await page.route('**/api/kb/documents', (route) =>
      route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    );
    await page.getByLabel('Files to add').setInputFiles(large);
    await eventually(() => trouble(page)).toMatch(/^The connection broke while the file was being sent\./);
  });
});
