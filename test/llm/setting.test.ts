import { expect, onTestFinished, test, vi } from 'vitest';
import { openModelServer, says } from '../agent/model-server.ts';
import { createFakeMedia, openTestApp, type TestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';
import { textPdf } from '../pdf/make-pdf.ts';
import { makeCall } from '../webhooks/calls.ts';

const url = '/api/settings/language-model';
const apiKey = 'sk-of-the-model-server';

async function setUp(env: Readonly<Record<string, string>> = {}) {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  const media = createFakeMedia();
  const app = await openTestApp({ media, env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), ...env } });
  return { server, app, body: { base_url: server.baseUrl, model: 'm', api_key: apiKey } };
}

const brainOf = async (app: TestApp) => (await app.http.inject({ url: '/health' })).json().brain;

/** The language model of a call that comes in now. */
async function modelOfCall(app: TestApp) {
  const { plan } = await makeCall(app);
  expect(plan).toBeDefined();
  return plan?.llm;
}

test('a stored language model answers from the next call, and no response contains its key', async () => {
  const { app, body } = await setUp();
  const none = { source: 'none', base_url: null, model: null, has_api_key: false, updated_at: null, trouble: null };
  expect((await app.http.inject({ url })).json()).toEqual(none);
  expect(await modelOfCall(app)).toBeUndefined();
  expect(await brainOf(app)).toBe('embedded');

  const put = await app.http.inject({ method: 'PUT', url, payload: body });
  expect([put.statusCode, put.json()]).toMatchObject([
    200,
    { source: 'settings', base_url: body.base_url, model: 'm', has_api_key: true, trouble: null },
  ]);
  expect(put.body + (await app.http.inject({ url })).body).not.toContain(apiKey);
  const sealed = await app.database.system.read.select().from(app.database.tables.sealedSettings);
  expect(sealed).toHaveLength(1);
  expect(JSON.stringify(sealed)).not.toContain(apiKey);
  expect(await modelOfCall(app)).toEqual({ baseUrl: body.base_url, model: 'm', apiKey });
  await vi.waitFor(async () => expect(await brainOf(app)).toBe('openai'), { timeout: 60_000 });

  expect((await app.http.inject({ method: 'DELETE', url })).json()).toEqual(none);
  expect(await modelOfCall(app)).toBeUndefined();
});

test('the stored model overrides the environment until it is deleted', async () => {
  const env = { LLM_BASE_URL: 'http://127.0.0.1:9/v1', LLM_MODEL: 'of-env', LLM_TIMEOUT_MS: '3000' };
  const { app, body } = await setUp(env);
  expect((await app.http.inject({ url })).json()).toMatchObject({ source: 'environment', model: 'of-env' });
  expect(await modelOfCall(app)).toMatchObject({ model: 'of-env' });
  await app.http.inject({ method: 'PUT', url, payload: body });
  expect(await modelOfCall(app)).toMatchObject({ model: 'm', totalTimeoutMs: 3000 });
  await app.http.inject({ method: 'DELETE', url });
  expect(await modelOfCall(app)).toMatchObject({ model: 'of-env' });
});

test('an omitted key is kept for the same server and never sent to another', async () => {
  const { app, server, body } = await setUp();
  await app.http.inject({ method: 'PUT', url, payload: body });
  const { api_key: _, ...keyless } = body;
  const renamed = await app.http.inject({ method: 'PUT', url, payload: { ...keyless, model: 'n' } });
  expect(renamed.json()).toMatchObject({ model: 'n', has_api_key: true });

  const other = await openModelServer();
  onTestFinished(() => other.close());
  for (const [method, path] of [
    ['PUT', url],
    ['POST', `${url}/test`],
  ] as const) {
    const moved = await app.http.inject({ method, url: path, payload: { ...keyless, base_url: other.baseUrl } });
    expect([moved.statusCode, moved.json().detail]).toEqual([400, expect.stringMatching(/^body api_key:/)]);
  }
  expect(other.asked).toEqual([]);

  server.play(says('Hello.'));
  await app.http.inject({ method: 'POST', url: `${url}/test`, payload: keyless });
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
  const dropped = await app.http.inject({ method: 'PUT', url, payload: { ...keyless, api_key: null } });
  expect(dropped.json()).toMatchObject({ has_api_key: false });
});

test('a test returns the answer and the latency, or why there is none', async () => {
  const { app, server, body } = await setUp();
  const tried = async (change: object = {}) =>
    (await app.http.inject({ method: 'POST', url: `${url}/test`, payload: { ...body, ...change } })).json();
  server.play(says('Hello, ', 'welcome.'));
  expect(await tried()).toEqual({
    ok: true,
    latency_ms: expect.any(Number),
    first_token_ms: expect.any(Number),
    answer: 'Hello, welcome.',
    error: null,
    notes: [],
  });
  // As a call: instructions, the greeting, the caller, a tool, streamed.
  expect(server.asked[0]?.body.messages.map(({ role }) => role)).toEqual(['system', 'assistant', 'user']);
  expect(server.asked[0]?.body).toMatchObject({ stream: true, tools: [{ function: { name: 'end_call' } }] });
  const reasoning = { do: 'delta', delta: { reasoning_content: 'They greet.' } } as const;
  server.play([reasoning, { do: 'wait', ms: 300 }, ...says('Hello.')]);
  expect((await tried()).first_token_ms).toBeGreaterThanOrEqual(250);
  server.play([{ do: 'fail', status: 401, body: JSON.stringify({ error: { message: `bad ${apiKey}` } }) }]);
  expect(await tried()).toMatchObject({ ok: false, answer: null, error: 'The server rejected the key.' });
  expect(await tried({ base_url: 'http://127.0.0.1:9/v1' })).toMatchObject({
    error: expect.stringContaining('cannot be reached'),
  });
  server.play([{ do: 'fail', status: 400, body: '{"detail":"The model `m` does not exist."}' }]);
  expect((await tried()).error).toMatch(/name of the model\..* The server says: “The model `m` does not exist\.”$/);
  expect((await app.http.inject({ url })).json().source).toBe('none');
});

test('a test names what calls with a model must do without', async () => {
  const { app, server, body } = await setUp();
  server.play(says('We are open from nine to five.'));
  server.refuse(400, ({ tools, messages }) => {
    if (tools !== undefined) return 'm does not support tools';
    return messages.some(({ role }) => role === 'system') ? 'System role not supported' : undefined;
  });
  const { ok, notes } = (await app.http.inject({ method: 'POST', url: `${url}/test`, payload: body })).json();
  expect(ok).toBe(true);
  expect(notes.join(' ')).toMatch(/does not accept tools.*does not accept the system role.*caller speaks first/);
});

test('only a superadmin reads or changes the language model', async () => {
  const { app, body } = await setUp({ REGISTRATION: 'open' });
  const account = { email: 'other@example.com', password: 'correct horse battery', organization_name: 'Other' };
  const made = await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: account });
  const headers = bearing(made.json().token);
  for (const [method, path] of [
    ['GET', url],
    ['PUT', url],
    ['DELETE', url],
    ['POST', `${url}/test`],
  ] as const) {
    const payload = method === 'PUT' || method === 'POST' ? { payload: body } : {};
    expect((await app.http.inject({ method, url: path, headers, ...payload })).statusCode).toBe(403);
  }
});

test('the stored model answers questions about documents from the next question on', async () => {
  const { app, server, body } = await setUp();
  const pdf = textPdf([[{ x: 72, y: 700, text: 'A crown costs 900 dollars.' }]]);
  const head = '--edge\r\nContent-Disposition: form-data; name="file"; filename="Prices.pdf"\r\n\r\n';
  const document = await app.http.inject({
    method: 'POST',
    url: '/api/kb/documents',
    headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    payload: Buffer.concat([Buffer.from(head), pdf, Buffer.from('\r\n--edge--\r\n')]),
  });
  const document_id = document.json().uuid as string;
  const post = async (path: string, payload: object) =>
    (await app.http.inject({ method: 'POST', url: `/api/agents/ocr_agent/${path}`, payload })).json();
  await post('process_pdf', { document_id });
  const ask = () => post('ask_ocr', { document_id, question: 'How much is a crown?' });
  expect((await ask()).answer).toContain('900 dollars');
  expect(server.asked).toEqual([]);

  await app.http.inject({ method: 'PUT', url, payload: body });
  server.play(says('It is nine hundred (page 1).'));
  expect((await ask()).answer).toBe('It is nine hundred (page 1).');
  expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);

  await app.http.inject({ method: 'DELETE', url });
  expect((await ask()).answer).toContain('900 dollars');
  expect(server.asked).toHaveLength(1);
});
