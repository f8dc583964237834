import { readdirSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { openBrowser } from './browser.ts';
import { desk, looksRight } from './looks.ts';
import { whyNoPages } from './server.ts';

const file = (name: string, content = '%PDF-1.4\n%%EOF\n') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(content),
});

describe.skipIf(whyNoPages !== undefined)('uploads that are rejected temporarily', () => {
  async function visit(app: TestApp): Promise<Page> {
    const { page } = await openBrowser({ session: app.admin, viewport: desk });
    await page.goto(`${app.address}/documents`);
    await page.getByText('No documents yet').waitFor();
    return page;
  }
  const eventually = (read: () => unknown) => expect.poll(read, { interval: 50 });
  const sendFile = (page: Page, one: ReturnType<typeof file>) => page.getByLabel('Files to add').setInputFiles(one);
  const trouble = (page: Page) => page.getByRole('listitem').getByRole('alert').textContent();
  const dismiss = (page: Page, name: string) => page.getByRole('button', { name: `Dismiss: ${name}` }).click();

  test('show the server’s message while the disk is nearly full, and succeed once there is room', async () => {
    const room = { bytes: 100 * 2 ** 20 };
    const disk = {
      freeBytes: async () => room.bytes,
      hasBallast: async () => true,
      makeBallast: async () => {},
      dropBallast: async () => {},
    };
    const app = await openTestApp({ disk });
    await eventually(() => app.logged.some(({ msg }) => String(msg).includes('nearly full'))).toBe(true);
    const page = await visit(app);
    await sendFile(page, file('a.pdf'));
    await eventually(() => trouble(page)).toBe('The disk of the server is nearly full. Uploads are disabled.');
    await looksRight(page);
    await dismiss(page, 'a.pdf');
    room.bytes = 10 * 2 ** 30;
    await eventually(() => app.logged.some(({ msg }) => String(msg).includes('uploads enabled'))).toBe(true);
    await sendFile(page, file('a.pdf'));
    await page.getByRole('cell', { name: 'a', exact: false }).first().waitFor();
  });

  test('show the server’s message for an unsupported type and for too many uploads', async () => {
    const app = await openTestApp();
    const page = await visit(app);
    await sendFile(page, file('a.pdf', 'Neither a document nor a recording.'));
    await eventually(() => trouble(page)).toMatch(/^Unsupported file type\. Use PDF, .* or WMA\./);
    await dismiss(page, 'a.pdf');

    const sockets = await Promise.all([begin(app), begin(app), begin(app)]);
    await eventually(() => filesOf(app)).toBe(3);
    await sendFile(page, file('b.pdf'));
    await eventually(() => trouble(page)).toBe('Too many uploads at once. Try again shortly.');
    for (const socket of sockets) socket.destroy();
  });
});

/** An upload whose file does not come to its end. */
function begin(app: TestApp): Promise<Socket> {
  const { port } = new URL(app.address);
  const head = [
    'POST /api/kb/documents HTTP/1.1',
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${app.admin}`,
    'Content-Type: multipart/form-data; boundary=edge',
    'Content-Length: 1000000',
  ].join('\r\n');
  const part = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  return new Promise((resolve) => {
    const socket = createConnection({ port: Number(port), host: '127.0.0.1' }, () =>
      socket.write(`${head}\r\n\r\n${part}`, () => resolve(socket)),
    );
  });
}

/** Of uploads that have begun, while there is none that has ended. */
const filesOf = (app: TestApp): number =>
  readdirSync(join(app.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
