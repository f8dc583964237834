import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openDialect } from '../../media/kit/chat/index.ts';
import { openModelServer, says } from '../agent/model-server.ts';
import { createFakeMedia, openTestApp, type TestApp } from '../http/test-app.ts';
import { bearing } from '../http/test-server.ts';
import { ofCall } from '../of-call.ts';
import { makeCall } from '../webhooks/calls.ts';

const url = '/api/settings/models';
const apiKey = 'sk-of-the-model-server';

async function setUp(env: Readonly<Record<string, string>> = {}) {
  const server = await openModelServer();
  onTestFinished(() => server.close());
  const media = createFakeMedia();
  const app = await openTestApp({
    media,
    env: { SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), REGISTRATION: 'open', ...env },
  });
  const body = { name: 'Main', base_url: server.baseUrl, model: 'm', api_key: apiKey };
  const add = async (change: object = {}) =>
    (await app.http.inject({ method: 'POST', url, payload: { ...body, ...change } })).json();
  return { server, app, body, add };
}

/** An admin of another organisation, who is no superadmin. */
async function otherAdmin(app: TestApp) {
  const account = {
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
    organization_name: 'Other',
  };
  const made = await app.http.inject({ method: 'POST', url: '/api/auth/register', payload: account });
  return bearing(made.json().token);
}

async function modelOfCall(app: TestApp) {
  const { plan } = await makeCall(app);
  expect(plan).toBeDefined();
  return plan?.llm;
}

/** Gives the agent of the example's campaign this model. */
async function addAgent(app: TestApp, model: object | null) {
  const payload = { name: 'Ava', voice_config: { speaker: 'ava' }, model };
  return app.http.inject({ method: 'POST', url: '/api/voice/agents', payload });
}

test('keys and headers are encrypted and never returned', async () => {
  const { app, add } = await setUp();
  const added = await add({ headers: { 'api-key': 'hidden-value' }, extra_body: { top_p: 0.5 } });
  expect(added).toMatchObject({ has_api_key: true, header_names: ['api-key'], learned: null, last_error: null });
  const seen = [
    added,
    (await app.http.inject({ url })).json(),
    (await app.http.inject({ url: `${url}/${added.uuid}` })).json(),
  ];
  const { sealedSettings, modelConnections } = app.database.tables;
  const stored = [
    await app.database.system.read.select().from(sealedSettings),
    await app.database.system.read.select().from(modelConnections),
  ];
  for (const secret of [apiKey, 'hidden-value']) expect(JSON.stringify([seen, stored])).not.toContain(secret);
});

test('the default connection answers calls and a test as configured', async () => {
  const { app, server, add } = await setUp();
  const connection = await add({
    is_default: true,
    temperature: 0.3,
    max_output_tokens: 200,
    extra_body: { reasoning_effort: 'low' },
    headers: { 'x-team': 'blue-team' },
  });
  expect(await modelOfCall(app)).toMatchObject({
    connection: { uuid: connection.uuid, name: 'Main' },
    model: 'm',
    apiKey,
    headers: { 'x-team': 'blue-team' },
    temperature: 0.3,
    maxOutputTokens: 200,
    extraBody: { reasoning_effort: 'low' },
  });
  server.play(says('We are ', 'open.'));
  const report = (await app.http.inject({ method: 'POST', url: `${url}/${connection.uuid}/test` })).json();
  expect(report).toMatchObject({ ok: true, answer: 'We are open.', error: null, learned: { tools: true } });
  expect(server.asked[0]?.headers).toMatchObject({ authorization: `Bearer ${apiKey}`, 'x-team': 'blue-team' });
  expect(server.asked[0]?.body).toMatchObject({
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    temperature: 0.3,
    max_tokens: 200,
    reasoning_effort: 'low',
  });
  const second = await add({ name: 'Second', is_default: true });
  const { connections } = (await app.http.inject({ url })).json();
  const defaults = connections.filter(({ is_default }: { is_default: boolean }) => is_default);
  expect(defaults).toEqual([expect.objectContaining({ uuid: second.uuid })]);
});

test('what a test learns is stored, and used by calls', async () => {
  const { app, server, add } = await setUp();
  const { uuid } = await add({ is_default: true });
  server.play(says('Hello.'));
  server.refuse(400, ({ tools, stream_options: usage }) => {
    if (usage !== undefined) return 'Unrecognized request argument: stream_options';
    return tools === undefined ? undefined : 'm does not support tools';
  });
  const report = (await app.http.inject({ method: 'POST', url: `${url}/${uuid}/test` })).json();
  expect(report).toMatchObject({ ok: true, learned: { tools: false, usage: false, system_role: true } });
  expect((await app.http.inject({ url: `${url}/${uuid}` })).json().learned).toEqual(report.learned);
  expect((await modelOfCall(app))?.learned).toEqual({ ...openDialect, tools: false, usage: false });

  const other = await app.http.inject({ method: 'PATCH', url: `${url}/${uuid}`, payload: { model: 'n' } });
  expect(other.json().learned).toBeNull();
});

test('a refusal reaches the admin in the words of the server, without the key', async () => {
  const { app, server, add } = await setUp();
  const { uuid } = await add();
  const message = `Incorrect API key provided: ${apiKey}. You can find it in your account.`;
  server.play([{ do: 'fail', status: 401, body: JSON.stringify({ error: { message } }) }]);
  const { error, ok } = (await app.http.inject({ method: 'POST', url: `${url}/${uuid}/test` })).json();
  expect(ok).toBe(false);
  expect(error).toMatch(/rejected the key\. The server says: “Incorrect API key provided: …\. You can/);
  const stored = (await app.http.inject({ url: `${url}/${uuid}` })).json();
  expect(stored.last_error).toEqual({ at: expect.any(String), text: error });
  expect(JSON.stringify(stored)).not.toContain(apiKey);
});

test('lists the models of a server, or says why it does not', async () => {
  const { app, add } = await setUp();
  const { uuid } = await add();
  const available = async () => (await app.http.inject({ url: `${url}/${uuid}/available` })).json();
  expect(await available()).toEqual({ models: ['served'], error: null });
  await app.http.inject({
    method: 'PATCH',
    url: `${url}/${uuid}`,
    payload: { base_url: 'http://127.0.0.1:19/v1', api_key: null },
  });
  expect(await available()).toEqual({ models: [], error: expect.stringContaining('cannot be reached') });
});

test('private addresses need a superadmin or a setting, and the refusal says so', async () => {
  const { app, server, body } = await setUp();
  const headers = await otherAdmin(app);
  const refused = await app.http.inject({ method: 'POST', url, payload: body, headers });
  const host = new URL(server.baseUrl).host;
  expect(refused.statusCode).toBe(400);
  expect(refused.json().detail).toMatch(
    new RegExp(`base_url: must resolve to a public.*superadmin.*LLM_ALLOWED_HOSTS=${host}`),
  );

  const allowing = await setUp({ LLM_ALLOWED_HOSTS: '127.0.0.1' });
  const theirs = await otherAdmin(allowing.app);
  const accepted = await allowing.app.http.inject({ method: 'POST', url, payload: allowing.body, headers: theirs });
  expect(accepted.statusCode).toBe(201);
});

test('an address that becomes private later is not connected to', async () => {
  const { app, server, add } = await setUp();
  const { uuid } = await add({ is_default: true });
  const { modelConnections } = app.database.tables;
  await app.database.system.tx((queries) => queries.update(modelConnections).set({ acceptedHost: null }));
  server.play(says('Hello.'));
  const report = (await app.http.inject({ method: 'POST', url: `${url}/${uuid}/test` })).json();
  expect(report).toMatchObject({ ok: false, answer: null });
  expect(server.asked).toEqual([]);
});

test('an agent has a model with a fallback, and a model in use is not deleted', async () => {
  const { app, add } = await setUp();
  const [own, spare] = [await add({ name: 'Own' }), await add({ name: 'Spare' })];
  const model = { uuid: own.uuid, fallback_uuid: spare.uuid, temperature: 0.9, speculation: 'never' };
  const agent = (await addAgent(app, model)).json();
  expect(agent).toMatchObject({ model, model_trouble: null });
  const removed = await app.http.inject({ method: 'DELETE', url: `${url}/${spare.uuid}` });
  expect([removed.statusCode, removed.json().detail]).toEqual([409, expect.stringContaining('"Ava"')]);

  await app.database.system.tx((queries) =>
    queries.update(app.database.tables.flows).set({ voiceAgentUuid: agent.uuid }),
  );
  expect(await modelOfCall(app)).toMatchObject({
    connection: { name: 'Own' },
    temperature: 0.9,
    speculation: 'never',
    fallback: { connection: { name: 'Spare' } },
  });

  const cleared = await app.http.inject({
    method: 'PATCH',
    url: `/api/voice/agents/${agent.uuid}`,
    payload: { model: null },
  });
  expect(cleared.json().model).toBeNull();
  expect((await app.http.inject({ method: 'DELETE', url: `${url}/${spare.uuid}` })).statusCode).toBe(204);
  expect((await addAgent(app, { uuid: spare.uuid })).json().detail).toMatch(/^body model\.uuid: must be a model/);
});

test('an agent cannot have a model of another organisation', async () => {
  const { app, add } = await setUp();
  const { uuid } = await add();
  const headers = await otherAdmin(app);
  const payload = { name: 'Ava', voice_config: { speaker: 'ava' }, model: { uuid } };
  const refused = await app.http.inject({ method: 'POST', url: '/api/voice/agents', payload, headers });
  expect([refused.statusCode, refused.json().detail]).toEqual([400, expect.stringMatching(/^body model\.uuid/)]);
});

test('calls store what they learn and why a model fails, for every server', async () => {
  const { app, add } = await setUp();
  const { uuid } = await add({ is_default: true });
  const agent = (await addAgent(app, { uuid })).json();
  await app.database.system.tx((queries) =>
    queries.update(app.database.tables.flows).set({ voiceAgentUuid: agent.uuid }),
  );
  const call = await makeCall(app);
  call.start();
  const use = { connection: uuid, name: 'Main', requests: 1, reported: 1, promptTokens: 90, completionTokens: 7 };
  const learned = { ...openDialect, tools: false };
  const { log } = app.fake.ports();
  const note = (event: Parameters<typeof log.append>[1]) => log.append(ofCall(call.uuid), event);
  note({
    type: 'models',
    atMs: 1,
    turn: 1,
    used: { brain: 'openai', discarded: false, models: [{ ...use, learned }] },
  });
  note({ type: 'models', atMs: 2, turn: 1, used: { brain: 'openai', discarded: true, models: [use] } });
  const failed = {
    ...use,
    reported: 0,
    promptTokens: 0,
    completionTokens: 0,
    failure: 'llm_error',
    refusal: 'Overloaded.',
  };
  note({
    type: 'models',
    atMs: 3,
    turn: 2,
    used: { brain: 'embedded', discarded: false, models: [failed], fallback: 'llm_error', refusal: 'Overloaded.' },
  });
  const detail = 'The language model failed in 3 of the latest turns. Its server says: Overloaded.';
  note({ type: 'alarm', atMs: 4, code: 'language_model_failing', detail });

  const stored = async () => (await app.http.inject({ url: `${url}/${uuid}` })).json();
  await expect.poll(stored).toMatchObject({ learned: { tools: false }, last_error: { text: 'Overloaded.' } });
  const agentNow = async () => (await app.http.inject({ url: `/api/voice/agents/${agent.uuid}` })).json();
  await expect.poll(agentNow).toMatchObject({ model_trouble: { detail, call_uuid: call.uuid } });
  expect((await app.http.inject({ url: '/health' })).json().answered_turns).toEqual({
    model: 1,
    fallback: 0,
    embedded: 1,
    failures: { llm_error: 1 },
  });
  const record = (await app.http.inject({ url: `/v1/calls/${call.uuid}` })).json();
  expect(record).toMatchObject({ uuid: call.uuid });
  expect(record.usage).toMatchObject({
    prompt_tokens: 90,
    completion_tokens: 7,
    discarded: { prompt_tokens: 90, completion_tokens: 7 },
    unreported_requests: 1,
  });
  expect(record.usage.turns[2]).toMatchObject({
    turn: 2,
    answered_by: null,
    failure: 'llm_error',
    refusal: 'Overloaded.',
  });
});

test('bad fields are named', async () => {
  const { add } = await setUp();
  for (const [change, field] of [
    [{ api_key: 'a\nb' }, 'api_key'],
    [{ base_url: 'ftp://models.example' }, 'base_url'],
    [{ base_url: 'local:none' }, 'base_url'],
    [{ headers: { host: 'x' } }, 'headers.host'],
    [{ headers: { a: 'b\r\nc: d' } }, 'headers.a'],
    [{ extra_body: { messages: [] } }, 'extra_body'],
    [{ temperature: 3 }, 'temperature'],
  ] as const)
    expect((await add(change)).detail).toContain(field);
  expect(await add({ api_key: ' sk-pasted \n' })).toMatchObject({ has_api_key: true });
});
