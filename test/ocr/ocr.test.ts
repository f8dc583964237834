import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OrganisationId } from '../../src/data/index.ts';
import { createOcr } from '../../src/features/ocr/index.ts';
import { placeOf } from '../../src/files/index.ts';
import { onEachDatabase } from '../data/databases.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';
import { contentPdf, lockedPdf, paragraph, textPdf } from '../pdf/make-pdf.ts';

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

async function post(app: TestApp, path: string, payload: object, headers: Record<string, string> = {}) {
  const response = await app.http.inject({ method: 'POST', url: `${base}/${path}`, payload, headers });
  return [response.statusCode, response.json()] as const;
}

onEachDatabase('the document agent', ({ place }) => {
  const open = async () => {
    const { dataDir, databaseUrl } = await place();
    return openTestApp({ dataDir, env: databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl } });
  };

  test('reads a PDF once for all who ask, and gives its pages back', async () => {
    const app = await open();
    const document_id = await add(app, report);
    expect(await post(app, 'get_ocr_content', { document_id })).toEqual([
      404,
      { detail: expect.stringContaining('must be processed first') },
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
      company_name: null,
      report_year: null,
      total_pages: 3,
      pages: ['First', 'Second', 'Third'].map((name, i) => ({
        page_number: i + 1,
        text_chunks: [{ text: `${name} page of the report, with two lines.` }],
        tables: [],
      })),
    };
    expect(await post(app, 'get_ocr_content', { document_id })).toEqual([200, content]);
    expect(await post(app, 'process_pdf?force_reparse=true&ocr_choice=text_layer', { document_id })).toEqual(made);

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
  }, 120_000);
});

test('who may not, and what cannot be read, is told so', async () => {
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
  for (const path of ['process_pdf', 'get_ocr_content']) {
    const detail = async (payload: object, headers = {}) => {
      const [status, body] = await post(app, path, payload, headers);
      return `${status} ${body.detail}`;
    };
    expect(await detail({ document_id }, theirs)).toMatch(/^403 The document does not belong to this user/);
    expect(await detail({ document_id: missing })).toMatch(/^403 A document with that UUID does not exist/);
    expect(await detail({})).toMatch(/^400 .*document_id is required for security validation/);
    expect(await detail({ document_id: 7 })).toMatch(/^400 .*must be a UUID/);
    expect(await detail({ document_id }, bearing(key.json().key))).toBe('403 This needs the scope agent:ocr.');
    expect(await detail({ document_id }, { authorization: '' })).toMatch(/^401/);
  }
  expect((await post(app, 'process_pdf?ocr_choice=magic', { document_id }))[0]).toBe(400);
  const health = await app.http.inject({ url: `${base}/health`, headers: { authorization: '' } });
  expect(health.json()).toEqual({ status: 'healthy', service: 'ocr_agent' });

  const picture = contentPdf([{ dictionary: '', stream: Buffer.from('0 0 99 99 re f') }]);
  for (const [file, status, says] of [
    [lockedPdf(), 400, 'password'],
    [Buffer.from('%PDF-1.7\n'), 400, 'damaged'],
    [picture, 400, 'no text layer'],
    [Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0', 'latin1'), 400, 'not a PDF'],
  ] as const) {
    const one = await add(app, file);
    const [code, { detail }] = await post(app, 'process_pdf', { document_id: one });
    expect([code, detail]).toEqual([status, expect.stringContaining(says)]);
  }
}, 120_000);

test('who asks while a document is read gets what comes of that, whatever it is; later it is read again', async () => {
  const owner = { organisationId: 'ours' as OrganisationId, userUuid: 'ada' };
  const document = { ...owner, uuid: 'd', mimeType: 'application/pdf' } as never;
  let reads = 0;
  const ocr = createOcr({
    store: { isDocument: async () => true, find: async () => undefined, pages: async () => [], put: async () => true },
    documents: { get: async () => document, file: async () => ({ document, file: { path: 'p' } as never }) },
    pdf: {
      async read(_path, onPage) {
        reads += 1;
        await new Promise(setImmediate);
        onPage({ number: 1, pieces: [{ text: 'a', place: 'body' }] }, 1);
        return reads === 1 ? { kind: 'fault', code: 'failed' } : { kind: 'read', pages: 1 };
      },
    },
    now: () => new Date(0),
    onTrouble: () => {},
  });
  const ask = (isForced: boolean) => ocr.process(owner, 'd', { choice: 'general', isForced });
  const failed = { kind: 'refused', why: 'failed' };
  expect(await Promise.all([ask(false), ask(true), ask(false)])).toEqual([failed, failed, failed]);
  expect(reads).toBe(1);
  expect(await ask(false)).toMatchObject({ kind: 'processed', alreadyProcessed: false });
  expect(reads).toBe(2);
});
