import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { placeOf } from '../../src/files/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';
import { contentPdf, lockedPdf, paragraph, textPdf } from '../pdf/make-pdf.ts';
import { blackTiff } from '../pdf/make-picture.ts';

const base = '/api/agents/ocr_agent';
const missing = '7b1f7f0e-58b1-4c3c-8f0a-0000000000ff';

const report = textPdf(
  ['First', 'Second', 'Third'].map((name, i) => [
    { x: 72, y: 760, text: 'Acme Ltd, Annual Report 2025' },
    ...paragraph(72, 700, [`${name} page of the report,`, 'with two lines.']),
    { x: 300, y: 30, text: `${i + 1}` },
  ]),
);

async function add(app: TestApp, file: Buffer): Promise<string> {
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n';
  const payload = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const made = await app.http.inject({ method: 'POST', url: '/api/kb/documents', headers, payload });
  return made.json().uuid as string;
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

const get = async (app: TestApp, path: string) => (await app.http.inject({ url: `${base}/${path}` })).json();

async function post(app: TestApp, path: string, payload: object, headers: Record<string, string> = {}) {
  const response = await app.http.inject({ method: 'POST', url: `${base}/${path}`, payload, headers });
  return [response.statusCode, response.json()] as const;
}

onEachDatabase('the document agent', ({ place }) => {
  const open = async () => {
    const { dataDir, databaseUrl } = await place();
    return openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
  };

  test('a page that cannot be read is counted, and has a note in its place', async () => {
    const app = await open();
    const slanted = 'BT /F1 40 Tf 0.7 0.7 -0.7 0.7 100 100 Tm (DRAFT) Tj ET';
    const contents = ['BT /F1 11 Tf 72 700 Td (The mill has forty looms.) Tj ET', slanted, ''];
    const file = contentPdf(contents.map((text) => ({ dictionary: '', stream: Buffer.from(text) })));
    const document_id = await add(app, file);
    const [, { message }] = await post(app, 'process_pdf', { document_id });
    expect(message).toBe('The document is processed. 2 of 3 pages have no text, or none that could be read.');
    const shown = (await app.http.inject({ url: `/api/kb/documents/${document_id}/pages` })).json();
    expect(shown.pages).toMatchObject([{ blocks: [{ kind: 'text' }] }, { blocks: [{ kind: 'note' }] }, { blocks: [] }]);
    const [, { pages }] = await post(app, 'get_ocr_content', { document_id });
    expect(pages).toMatchObject([{ markdown: 'The mill has forty looms.' }, { markdown: '' }, { markdown: '' }]);
  });

  test('a PDF is read once for concurrent requests, and its pages are returned', async () => {
    const app = await open();
    const document_id = await add(app, report);
    expect(await post(app, 'get_ocr_content', { document_id })).toEqual([
      404,
      { detail: expect.stringContaining('Process it first') },
    ]);
    const made = [200, { message: 'The document is processed.', document_id, already_processed: false }];
    expect(await Promise.all([1, 2].map(() => post(app, 'process_pdf', { document_id })))).toEqual([made, made]);
    const again = await post(app, 'process_pdf?force_reparse=false', { document_id });
    expect(again).toEqual([
      200,
      {
        message: expect.any(String),
        document_id,
        already_processed: true,
        processed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      },
    ]);
    const content = {
      document_id,
      company_name: 'Acme Ltd',
      report_year: 2025,
      total_pages: 3,
      pages: ['First', 'Second', 'Third'].map((name, i) => ({
        page_number: i + 1,
        text_chunks: [{ text: `${name} page of the report, with two lines.` }],
        tables: [],
        markdown: `${name} page of the report, with two lines.`,
      })),
    };
    expect(await post(app, 'get_ocr_content', { document_id })).toEqual([200, content]);
    expect(await post(app, 'process_pdf?force_reparse=true&ocr_choice=text_layer', { document_id })).toEqual(made);

    const question = 'What is on the second page?';
    const asked = await post(app, 'ask_ocr', { document_id, question });
    expect(asked).toEqual([200, { answer: expect.stringContaining('(page 2)') }]);

    const started = { started_at: expect.stringMatching(time), last_message_at: expect.stringMatching(time) };
    const { id, user_id } = (await post(app, 'conversations/create', { kb_document_id: document_id }))[1];
    const conversation = { id, user_id, document_id, title: 'a', ...started };
    const message = { role: 'user', content: question, timestamp: expect.stringMatching(time) };
    const written = await post(app, `conversations/${id}/messages`, { conversation_id: id, ...message, timestamp: 0 });
    expect(written).toEqual([201, { ...message, id: expect.any(String), conversation_id: id }]);
    expect(await get(app, 'conversations/history')).toEqual([
      { id, fileName: 'a', analyzedAt: expect.stringMatching(time), duration: '1 messages', documentId: document_id },
    ]);
    expect(await get(app, `conversations/${id}`)).toEqual({
      ...conversation,
      document: { document_id, company_name: 'Acme Ltd', report_year: 2025 },
      messages: [{ ...message, id: expect.any(String) }],
    });

    // The file is no longer what it was: the old result stays.
    const { digest } = (await app.database.system.read.select().from(app.database.tables.kbDocuments))[0]!;
    writeFileSync(placeOf(join(app.dataDir, 'files'), digest), '%PDF-1.7');
    expect(await post(app, 'process_pdf?force_reparse=true', { document_id })).toEqual([
      400,
      { detail: expect.stringContaining('is damaged') },
    ]);
    expect(await post(app, 'get_ocr_content', { document_id })).toEqual([200, content]);

    await app.http.inject({ method: 'DELETE', url: `/api/kb/documents/${document_id}` });
    expect(await post(app, 'get_ocr_content', { document_id })).toEqual([403, { detail: expect.any(String) }]);
    for (const table of [app.database.tables.ocrDocuments, app.database.tables.ocrPages])
      expect(await app.database.system.read.select().from(table)).toEqual([]);
  });
});

test('a TIFF of several pages is stored, and rejected with a remedy', async () => {
  const app = await openTestApp();
  const document_id = await add(app, blackTiff(3));
  const [status, { detail }] = await post(app, 'process_pdf', { document_id });
  expect([status, detail]).toEqual([400, expect.stringMatching(/TIFF images.*Save the document as a PDF/)]);
});

test('an OCR language without a model aborts startup', async () => {
  const started = openTestApp({ env: { OCR_LANGUAGE: 'xyz' } });
  await expect(started).rejects.toThrow('Run "npm install @tesseract.js-data/xyz"');
});

test('missing permission and unreadable files return errors that name the reason', async () => {
  const app = await openTestApp();
  const document_id = await add(app, report);
  const credentials = { email: 'other@example.com', password: 'correct horse battery', organization_name: 'Theirs' };
  const registered = await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: credentials });
  const theirs = bearing(registered.json().token);
  const key = await app.http.inject({
    method: 'POST',
    url: '/api/auth/api-keys',
    payload: { name: 'k', scopes: ['agent:audio'] },
  });
  for (const path of ['process_pdf', 'get_ocr_content', 'ask_ocr']) {
    const detail = async (payload: object, headers = {}) => {
      const [status, body] = await post(app, path, { question: 'Who?', ...payload }, headers);
      return `${status} ${body.detail}`;
    };
    expect(await detail({ document_id }, theirs)).toMatch(/^403 The document does not belong to this user/);
    expect(await detail({ document_id: missing })).toMatch(/^403 A document with that UUID does not exist/);
    for (const id of ['nope', '11111111-1111-1111-1111-111111111111'])
      expect(await detail({ document_id: id })).toMatch(/^403 A document with that UUID does not exist/);
    expect(await detail({})).toMatch(/^400 .*document_id is required for security validation/);
    expect(await detail({ document_id: 7 })).toMatch(/^400 .*must be an id/);
    const unscoped = await detail({ document_id }, bearing(key.json().key));
    expect(unscoped).toMatch(path === 'ask_ocr' ? /^404 .*Process it first/ : /^403 This requires the scope agent:ocr/);
    expect(await detail({ document_id }, { authorization: '' })).toMatch(/^401/);
  }
  for (const [kb_document_id, headers, status] of [
    [document_id, theirs, 403],
    [missing, {}, 403],
    [document_id, {}, 404],
  ] as const)
    expect((await post(app, 'conversations/create', { kb_document_id }, headers))[0]).toBe(status);
  expect((await post(app, 'process_pdf?ocr_choice=magic', { document_id }))[0]).toBe(400);
  const health = await app.http.inject({ url: `${base}/health`, headers: { authorization: '' } });
  expect(health.json()).toEqual({ status: 'healthy', service: 'ocr_agent' });

  const picture = contentPdf([{ dictionary: '', stream: Buffer.from('0 0 99 99 re f') }]);
  for (const [file, status, says] of [
    [lockedPdf(), 400, 'password'],
    [Buffer.from('%PDF-1.7\n'), 400, 'damaged'],
    [picture, 400, 'No text was found'],
    [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0', 'latin1'), 400, 'damaged'],
  ] as const) {
    const one = await add(app, file);
    const [code, { detail }] = await post(app, 'process_pdf', { document_id: one });
    expect([code, detail]).toEqual([status, expect.stringContaining(says)]);
  }
});

test('a run interrupted by a stop continues after the next start', async () => {
  const app = await openTestApp();
  const page = (i: number) => [...paragraph(72, 700, [`Page ${i} of a long report of Acme Ltd.`])];
  const document_id = await add(app, textPdf(Array.from({ length: 200 }, (_, i) => page(i))));
  const waiting = post(app, 'process_pdf', { document_id });
  await vi.waitFor(
    async () =>
      expect(
        (await app.database.system.read.select().from(app.database.tables.jobs)).map(({ progress }) => progress),
      ).toContainEqual(expect.closeTo(0.1, 0)),
    30_000,
  );
  await app.close();
  expect((await waiting)[0]).toBe(503);
  const again = await openTestApp({ dataDir: app.dataDir });
  await vi.waitFor(
    async () => expect((await post(again, 'get_ocr_content', { document_id }))[1].total_pages).toBe(200),
    {
      timeout: 60_000,
      interval: 200,
    },
  );
  const numbers = async (range: object) => {
    const [, { total_pages, pages }] = await post(again, 'get_ocr_content', { document_id, ...range });
    expect(total_pages).toBe(200);
    return pages.map(({ page_number }: { page_number: number }) => page_number);
  };
  const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
  expect(await numbers({})).toEqual(from(1, 200));
  expect(await numbers({ first_page: 190, page_limit: 7 })).toEqual(from(190, 7));
  expect(await numbers({ first_page: 195, page_limit: 30 })).toEqual(from(195, 6));
  expect(await numbers({ first_page: 201 })).toEqual([]);
  expect((await post(again, 'get_ocr_content', { document_id, first_page: 0 }))[0]).toBe(400);
  const whole = again.http.inject({ method: 'POST', url: `${base}/get_ocr_content`, payload: { document_id } });
  let turns = 0;
  let isDone = false;
  const other = (async () => {
    for (; !isDone; turns++) await setImmediate();
  })();
  expect((await whole).headers['content-length']).toBeUndefined();
  isDone = true;
  await other;
  // Other work has its turn between pages.
  expect(turns).toBeGreaterThan(200);
});
