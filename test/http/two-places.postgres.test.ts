import { expect, test } from 'vitest';
import { onPostgres } from '../data/databases.ts';
import { testModelsDir } from '../models.ts';
import { paragraph, textPdf } from '../pdf/make-pdf.ts';
import { startProcess } from '../secrets/server-process.ts';
import { temporaryFolder } from './test-app.ts';

const person = { email: 'ada@example.com', password: 'correct horse battery' };
/** No two are alike: the same bytes are the same file. */
const pdf = (name: string) => textPdf([paragraph(72, 700, [`The only page of report ${name},`, 'with two lines.'])]);
const csv = 'phone\n+12025550111\n+12025550112\n';

onPostgres('two server processes with data directories of their own on one database', ({ place }) => {
  async function openNodes() {
    const { databaseUrl = '' } = await place();
    const env = () => ({
      DATABASE_URL: databaseUrl,
      DATA_DIR: temporaryFolder(),
      MODELS_DIR: testModelsDir,
      PORT: '0',
      MEDIA_PORT: '0',
      SESSION_SECRET: 'one secret for both of them',
      RATE_LIMIT_PER_MINUTE: 'off',
      DISK_BALLAST_MB: '0',
      ADMISSION: 'off',
      LOG_LEVEL: 'warn',
    });
    const first = await startProcess(env(), 'control plane');
    const nodes = [first, await startProcess(env(), 'control plane')] as const;
    let token = '';
    async function ask(node: 0 | 1, method: string, path: string, body?: object | FormData) {
      const isForm = body instanceof FormData;
      const response = await fetch(`${nodes[node].address}${path}`, {
        method,
        headers: {
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
      const json: any = text.startsWith('{') ? JSON.parse(text) : undefined;
      return { status: response.status, json };
    }
    token = (await ask(0, 'POST', '/api/auth/register', person)).json.token;
    const upload = (node: 0 | 1, path: string, content: string | Buffer, name: string, more = {}) => {
      const form = new FormData();
      form.set('file', new Blob([Uint8Array.from(Buffer.from(content))]), name);
      for (const [key, value] of Object.entries(more)) form.set(key, value as string);
      return ask(node, 'POST', path, form);
    };
    return { ask, upload };
  }

  test('a document is read by the server that has its file, whichever receives the request', async () => {
    const { ask, upload } = await openNodes();
    for (const [has, asked] of [
      [0, 1],
      [1, 0],
      [0, 0],
    ] as const) {
      const { uuid } = (await upload(has, '/api/kb/documents', pdf(`${has} ${asked}`), 'a.pdf')).json;
      const body = { document_id: uuid };
      const read = await ask(asked, 'POST', '/api/agents/ocr_agent/process_pdf', body);
      expect([has, asked, read]).toEqual([has, asked, { status: 200, json: expect.objectContaining(body) }]);
      const file = await ask(asked, 'GET', `/api/kb/documents/${uuid}/file`);
      if (has === asked) expect(file.status).toBe(200);
      else {
        const detail = expect.stringContaining('The file is on another server of this installation.');
        expect(file).toEqual({ status: 503, json: { detail } });
      }
    }
    for (const node of [0, 1, 0] as const) {
      const { import_uuid } = (await upload(node, '/api/voice/customers/import', csv, 'a.csv')).json;
      const status = async () => (await ask(node, 'GET', `/api/voice/customers/import/${import_uuid}`)).json.status;
      await expect.poll(status).toBe('completed');
    }
    const files = async () => (await ask(1, 'GET', '/health')).json.files;
    await expect.poll(files, { interval: 500, timeout: 60_000 }).toEqual({ shared: false, stores: 2 });
  });
});
