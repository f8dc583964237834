import { randomInt, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import pg from 'pg';
import { expect } from 'vitest';
import type { CallEvent } from '../../media/ports.ts';
import { localOrganisation } from '../../src/data/index.ts';
import { mono, scriptedTranscriber } from '../call-analysis/analysis-app.ts';
import type { Place } from '../data/databases.ts';
import { ended, hooks, line, started } from '../http/stored-calls.ts';
import { lineNumber, type OnEnd, openTestApp, type TestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';

/** A person whose name, number and words occur nowhere else. */
export const person = {
  phone: '+4915112345678',
  name: 'Zephyrine Quandary',
  email: 'zephyrine@quandary.example',
  words: 'My grandmother keeps eleven marmalade tapirs in Wuppertal.',
} as const;

/** Parts of the person's data, as they may be stored. */
const traces = [
  ...['+4915112345678', '4915112345678', '15112345678', '0151-1234', '151 1234 5678', '+49 151 1234'],
  ...['Zephyrine', 'zephyrine', 'Quandary', 'marmalade', 'tapirs', 'Wuppertal'],
] as const;

const settingsKey = 'k'.repeat(32);

export async function openErasing({ dataDir, databaseUrl }: Place, env: Record<string, string> = {}, onEnd?: OnEnd) {
  const { script, transcriber } = scriptedTranscriber();
  script.hear = async () => [
    [0, 'How can I help?'],
    [2000, person.words],
  ];
  const app = await openTestApp({
    dataDir,
    transcriber,
    ...(onEnd === undefined ? {} : { onEnd }),
    env: {
      SETTINGS_ENCRYPTION_KEY: settingsKey,
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      ...env,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  return { ...app, script, ask: askOf(app) };
}

export type Erasing = Awaited<ReturnType<typeof openErasing>>;

const askOf =
  ({ http }: TestApp) =>
  async (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', url: string, body?: object, headers = {}) => {
    const answer = await http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
    const isJson = answer.headers['content-type']?.toString().startsWith('application/json');
    // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
    const json: any = isJson ? answer.json() : undefined;
    return { status: answer.statusCode, body: json };
  };

/** Waits for an erasure and returns its proof. */
export async function done({ ask }: Erasing, uuid: string) {
  const get = async () => (await ask('GET', `/api/voice/erasures/${uuid}`)).body;
  await expect.poll(async () => (await get()).finished_at).not.toBeNull();
  return get();
}

/** Sends a file in a form. With `meanwhile`, the file's last part waits for it. */
export async function send(
  { http }: TestApp,
  url: string,
  file: Buffer,
  fields: Record<string, string> = {},
  {
    meanwhile = async () => {},
    headers = {},
  }: { meanwhile?: () => Promise<void>; headers?: Record<string, string> } = {},
) {
  const parts = Object.entries(fields).map(
    ([name, text]) =>
      `--edge\r\nContent-Disposition: form-data; name="${name}"${name === 'manifest' ? '; filename="m.csv"' : ''}\r\n\r\n${text}\r\n`,
  );
  const [part, name] = url.includes('bulk')
    ? ['files', 'call.wav']
    : ['file', url.includes('import') ? 'people.csv' : 'call.wav'];
  const head = `${parts.join('')}--edge\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\n\r\n`;
  const bytes = async function* () {
    yield Buffer.concat([Buffer.from(head), file.subarray(0, -1)]);
    await meanwhile();
    yield Buffer.concat([file.subarray(-1), Buffer.from('\r\n--edge--\r\n')]);
  };
  const answer = await http.inject({
    method: 'POST' as const,
    url,
    payload: Readable.from(bytes()),
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=edge' },
  });
  return { status: answer.statusCode, body: answer.json() };
}

/** Begins an inbound call from a number. Returns its uuid. */
export async function answered({ http, fake }: TestApp, from: string = person.phone): Promise<string> {
  const query = { CallUUID: randomUUID(), From: from, To: lineNumber };
  const { body } = await http.inject({
    url: `${hooks}/telephony_a/answer`,
    query,
    headers: { host: '127.0.0.1:8080' },
  });
  const token = /telephony_a\/([\w-]+)</.exec(body)?.[1] as string;
  const plan = await fake.ports().plans.claim(token, 'telephony_a');
  return (plan as { callUuid: string }).callUuid;
}

export const tell = ({ fake }: TestApp, callUuid: string, event: CallEvent): void =>
  fake.ports().log.append(ofCall(callUuid), event);

/** A call that is over, with a recording. */
export async function talked(app: Erasing, words: string = person.words, from?: string): Promise<string> {
  const callUuid = await answered(app, from);
  const startMs = Date.now();
  tell(app, callUuid, started(startMs));
  tell(app, callUuid, line(0, 'agent', 'How can I help you?', 100));
  tell(app, callUuid, line(1, 'customer', words, 3000));
  const { recordings } = app.fake.ports();
  await recordings.write(ofCall(callUuid), 8000, new Int16Array(16_000).fill(randomInt(9000)));
  tell(app, callUuid, ended('caller_hung_up', startMs + 9000));
  await recordings.finish(ofCall(callUuid));
  const get = async () => (await app.ask('GET', `/v1/calls/${callUuid}`)).body;
  await expect.poll(async () => (await get()).ended_at).not.toBeNull();
  await settled(app, callUuid);
  return callUuid;
}

const settled = (app: Erasing, uuid: string): Promise<void> =>
  expect
    .poll(async () => (await app.ask('GET', `/api/v1/sales/calls/${uuid}`)).body.status)
    .toMatch(/completed|failed/);

/** Stores all that a server can know about the person. */
export async function known(app: Erasing) {
  const { ask } = app;
  const hook = { name: 'crm', url: 'http://127.0.0.1:9/hook', events: ['call.ended'] };
  expect((await ask('POST', '/api/voice/webhooks', hook)).status).toBe(201);
  const { phone, name, email, words } = person;
  const made = await ask('POST', '/v1/contacts', { phone, name, email, tags: ['City:Wuppertal'] });
  const contact = made.body.uuid as string;
  const reason = `${name} asked for it`;
  await ask('PATCH', `/v1/contacts/${contact}`, { metadata: { pet: 'tapirs' }, opted_out: true, dnc_reason: reason });
  const call = await talked(app);
  const { body: uploaded } = await send(app, '/api/uploads', mono, { customer_phone: phone, customer_name: name });
  await settled(app, uploaded.uuid);
  const transcript = [
    { speaker: 'agent', text: 'How can I help?', timestamp: 0 },
    { speaker: 'customer', text: `${words} I would like to know the price of a fence.`, timestamp: 3 },
    { speaker: 'agent', text: 'It is 90 euros.', timestamp: 6 },
  ];
  const spelled = { transcript, customer_name: name, customer_phone: '+49 151 12345678' };
  const key = { 'idempotency-key': 'a-key' };
  const { body: sold } = await ask('POST', '/api/v1/sales/calls', spelled, key);
  await settled(app, sold.uuid);
  const practice = await ask('POST', '/api/pf-coach/scenarios/from-call', { call_uuid: sold.uuid });
  expect(practice.status).toBe(201);
  const rows = `phone,name,email\n+49 151 12345678,${name},not an address\n`;
  const imported = await send(app, '/api/voice/customers/import', Buffer.from(rows));
  expect(imported.status).toBe(202);
  const url = `/api/voice/customers/import/${imported.body.import_uuid}`;
  await expect.poll(async () => (await ask('GET', url)).body).toMatchObject({ failed: 1 });
  // The file of the import is removed after its end.
  await expect.poll(() => filesWith(app, 'not an address')).toEqual([]);
  await quoted(app);
  return { contact, calls: [call, uploaded.uuid, sold.uuid] as string[] };
}

const filesWith = ({ dataDir }: TestApp, text: string): string[] =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => existsSync(path) && readFileSync(path).includes(text));

/** A chat in which a colleague wrote the number. */
async function quoted({ database: { system, tables } }: Erasing): Promise<void> {
  const at = '2026-03-01T10:00:00.000Z';
  const conversation = randomUUID();
  await system.tx(async (queries) => {
    await queries.insert(tables.conversations).values({
      uuid: conversation,
      organisationId: localOrganisation,
      number: 900,
      agent: 'ocr',
      userUuid: randomUUID(),
      documentUuid: null,
      title: 'Who has 0151-12345678?',
      startedAt: at,
      lastMessageAt: at,
      messageCount: 1,
    });
    await queries.insert(tables.conversationMessages).values({
      uuid: randomUUID(),
      organisationId: localOrganisation,
      conversationUuid: conversation,
      position: 1,
      role: 'user',
      content: 'Please call (+49) 151 1234 5678.',
      sentAt: at,
      answer: null,
    });
  });
}

/** Counts a text in every file below the data folder, and in every text column of a PostgreSQL database. */
export async function found({ dataDir }: Pick<TestApp, 'dataDir'>, databaseUrl: string | undefined): Promise<string[]> {
  const matches: string[] = [];
  const look = (place: string, content: Buffer | string): void => {
    for (const text of traces) if (content.includes(text)) matches.push(`${text} in ${place}`);
  };
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) look(entry.name, readFileSync(join(entry.parentPath, entry.name)));
  if (databaseUrl === undefined) return matches;
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    for (const { name } of rows) {
      const { rows: all } = await client.query(`SELECT t::text AS text FROM "${name}" AS t`);
      for (const { text } of all) look(name, text);
    }
  } finally {
    await client.end();
  }
  return matches;
}
