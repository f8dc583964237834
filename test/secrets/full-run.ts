import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { askForStream, placeCall } from '../../media/index.ts';
import { main } from '../../src/cli/main.ts';
import type { TestDatabase } from '../data/databases.ts';
import { lineNumber, temporaryFolder } from '../http/test-app.ts';
import { openMailServer, readable } from '../mail/mail-server.ts';
import { testModelsDir } from '../models.ts';
import { openReceiver } from '../webhooks/receiver.ts';
import { entriesIn, type Finding, filesIn, rowsIn } from './canaries.ts';
import { openCollector, startProcess } from './server-process.ts';

/** Secrets in the server's environment. */
const given = {
  SESSION_SECRET: 'canarysessionsecretQ7x2',
  SETTINGS_ENCRYPTION_KEY: 'canarysettingskeyW8y3',
  SETTINGS_ENCRYPTION_KEY_OLD: 'canaryoldsettingskeyA8h4',
  METRICS_TOKEN: 'canarymetricstokenE9z4',
  LLM_API_KEY: 'canaryllmkeyR1a5',
  'password of SMTP_URL': 'canarysmtppasswordT2b6',
  'password of DATABASE_URL': 'canarydatabasepasswordY3c7',
};

/** Secrets sent to it by users. */
const sent = {
  auth_token: 'canaryauthtokenU4d8',
  'header of a webhook': 'canarywebhookheaderS9j5',
  password: 'canarypasswordI5e9',
  'second password': 'canarysecondpasswordO6f1',
  'password that failed': 'canarywrongpasswordP7g2',
};

const owner = 'ada@example.com';
const patienceMs = 30_000;

interface Answered {
  readonly status: number;
  readonly path: string;
  readonly referrerPolicy: string | null;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: answers are read as their clients do
  readonly json: any;
}

export interface FullRun {
  /** Every secret that was given, sent or created. */
  readonly canaries: Readonly<Record<string, string>>;
  readonly answers: readonly Answered[];
  readonly callUuid: string;
  readonly documentTitle: string;
  readonly log: Finding;
  readonly metrics: Finding;
  readonly traces: readonly Finding[];
  /**
   * Data while it ran and after it stopped: its folders, its temporary folder, its external database, if any, and a
   * backup.
   */
  readonly atRest: readonly Finding[];
}

type Place = Awaited<ReturnType<TestDatabase['place']>>;

/**
 * Runs a server through a short life: users, a provider, an API key, a file, a call, a backup, metrics and traces,
 * including rejected requests.
 */
export async function liveThrough(place: Place): Promise<FullRun> {
  const { dataDir } = place;
  const [mail, collector, temporary] = [await openMailServer(), await openCollector(), temporaryFolder()];
  const databaseUrl = withPassword(place.databaseUrl);
  const database: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const env = {
    ...database,
    DATA_DIR: dataDir,
    TMPDIR: temporary,
    MODELS_DIR: testModelsDir,
    PORT: '0',
    MEDIA_PORT: '0',
    LOG_LEVEL: 'trace',
    ADMISSION: 'off',
    DISK_BALLAST_MB: '0',
    RATE_LIMIT_PER_MINUTE: 'off',
    // The stream that is never opened keeps its slot for 20 s, and a stopping server waits for it.
    DRAIN_SECONDS: '1',
    SESSION_SECRET: given.SESSION_SECRET,
    SETTINGS_ENCRYPTION_KEY: given.SETTINGS_ENCRYPTION_KEY,
    SETTINGS_ENCRYPTION_KEY_OLD: given.SETTINGS_ENCRYPTION_KEY_OLD,
    WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    METRICS_TOKEN: given.METRICS_TOKEN,
    SMTP_URL: `smtp://parley:${given['password of SMTP_URL']}@${mail.address}`,
    LLM_BASE_URL: 'http://127.0.0.1:9',
    LLM_MODEL: 'none',
    LLM_API_KEY: given.LLM_API_KEY,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
  };
  const server = await startProcess(env);
  const answers: Answered[] = [];
  const ask = async (method: string, path: string, options: Asking = {}): Promise<Answered> => {
    const answer = await send(`${server.address}${path}`, method, options);
    answers.push({ ...answer, path: `${method} ${path}` });
    return answers.at(-1)!;
  };

  const people = await livePeople(ask, () => linksIn(mail.received));
  const programs = await livePrograms(ask, people.session);
  // Like a faulty receiver, it echoes the request in its response.
  const receiver = await openReceiver(({ headers }, reply) => {
    reply.statusCode = 500;
    reply.end(JSON.stringify(headers));
  });
  const webhooks = await liveWebhooks(ask, people.session, receiver.url);
  const call = await liveCall(ask, server.address, people.session);
  const [told] = await receiver.until(1);
  expect(told?.headers).toMatchObject({ 'x-receiver-key': sent['header of a webhook'] });
  const isLogged = async () => (await ask('GET', webhooks.log, { bearer: people.session })).json.total > 0;
  await expect.poll(isLogged, { timeout: patienceMs }).toBe(true);
  const metrics = await ask('GET', '/metrics', { bearer: given.METRICS_TOKEN });
  await ask('GET', '/metrics', { bearer: `${given.METRICS_TOKEN}x` });
  const running = under('running', filesIn(dataDir));
  const archive = join(temporaryFolder(), 'all.tar');
  expect(
    await main(['backup', archive], {
      ...database,
      DATA_DIR: dataDir,
      SETTINGS_ENCRYPTION_KEY: given.SETTINGS_ENCRYPTION_KEY,
    }),
  ).toBe(0);
  const operator = operatorTokenIn(dataDir);
  expect(await server.stop()).toBe(0);
  expect(mail.signedIn).toContain(`parley ${given['password of SMTP_URL']}`);

  const { title, ...keys } = programs;
  return {
    canaries: {
      ...given,
      ...sent,
      ...people,
      ...keys,
      ...webhooks.secrets,
      ...call.tokens,
      'token of the operator': operator,
    },
    answers,
    callUuid: call.uuid,
    documentTitle: title,
    log: { where: 'log', bytes: Buffer.from(server.output(), 'latin1') },
    metrics: { where: 'metrics', bytes: Buffer.from(metrics.text) },
    traces: collector.received.map((text) => ({ where: 'traces', bytes: Buffer.from(text) })),
    atRest: [
      ...running,
      ...under('stopped', filesIn(dataDir)),
      ...under('temporary', filesIn(temporary)),
      ...under('backup', await entriesIn(archive)),
      ...(databaseUrl === undefined ? [] : await rowsIn(databaseUrl)),
    ],
  };
}

type Ask = (method: string, path: string, options?: Asking) => Promise<Answered>;

interface Asking {
  readonly bearer?: string;
  readonly body?: object;
  /** Unchanged body, declared as JSON unless it is a form. */
  readonly raw?: string | FormData;
}

async function send(url: string, method: string, { bearer, body, raw }: Asking): Promise<Omit<Answered, 'path'>> {
  const sentBody = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(typeof sentBody === 'string' ? { 'content-type': 'application/json' } : {}),
    },
    ...(sentBody === undefined ? {} : { body: sentBody }),
  });
  const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    referrerPolicy: response.headers.get('referrer-policy'),
    text,
    json: isJson ? JSON.parse(text) : undefined,
  };
}

/** Creates an account, resets a password, and provokes the related errors. */
async function livePeople(ask: Ask, links: () => readonly string[]) {
  const account = { email: owner, password: sent.password };
  const made = await ask('POST', '/api/auth/register', { body: { ...account, organization_name: 'Maple Grove' } });
  expect(made.status).toBe(201);
  await ask('POST', '/api/auth/login', { body: { email: owner, password: sent['password that failed'] } });
  await ask('POST', '/api/auth/login', { raw: `{"email":"${owner}","password":"${sent['password that failed']}"` });
  await ask('POST', '/api/auth/password/forgot', { body: { email: owner } });
  await expect.poll(() => links().length, { timeout: patienceMs }).toBe(1);
  const reset = links()[0]!;
  const renewed = { token: reset, password: sent['second password'] };
  expect((await ask('POST', '/api/auth/password/reset', { body: renewed })).status).toBe(204);
  expect((await ask('POST', '/api/auth/password/reset', { body: renewed })).status).toBe(400);
  const entered = await ask('POST', '/api/auth/login', { body: { email: owner, password: sent['second password'] } });
  expect(entered.status).toBe(200);
  expect((await ask('GET', '/api/auth/me', { bearer: made.json.token })).status).toBe(401);
  await ask('POST', '/api/auth/password/forgot', { body: { email: owner } });
  await expect.poll(() => links().length, { timeout: patienceMs }).toBe(2);
  return {
    'session that was ended': made.json.token as string,
    session: entered.json.token as string,
    'token of a password, used': reset,
    'token of a password, waiting': links()[1]!,
  };
}

const linksIn = (letters: readonly string[]): string[] =>
  letters.flatMap((letter) => /#token=([\w-]{43})/.exec(readable(letter))?.[1] ?? []);

/** Adds a provider, an API key and a file, and provokes the related rejections. */
async function livePrograms(ask: Ask, bearer: string) {
  const account = { auth_id: 'MAPLE', auth_token: sent.auth_token, phone_number: lineNumber };
  const put = (path: string, options: Asking) => ask('PUT', `/api/${path}`, { bearer, ...options });
  expect((await put('integrations/telephony/telephony_a', { body: account })).status).toBe(200);
  const pair = { ...account, auth_id: 'maple:MAPLEKEY' };
  expect((await put('voice/integrations/telephony/telephony_b', { body: pair })).status).toBe(200);
  await put('integrations/telephony/telephony_a', { body: { ...account, phone_number: 'none' } });
  await put('integrations/telephony/telephony_a', { raw: `{"auth_token":"${sent.auth_token}"` });
  await put('integrations/telephony/telephony_c', { body: account });
  await ask('GET', '/api/integrations/telephony/telephony_a', { bearer });

  const scopes = ['voice:calls:read'];
  const made = await ask('POST', '/api/auth/api-keys', { bearer, body: { name: 'Nightly', scopes } });
  const key = made.json.key as string;
  expect((await ask('GET', '/v1/calls', { bearer: key })).status).toBe(200);
  await ask('GET', '/api/audit', { bearer: key });
  await ask('GET', `/v1/calls?api_key=${key}&token=${bearer}&limit=x`, { bearer: `${key}x` });

  const title = 'Prices that everybody may know';
  const form = new FormData();
  form.append('title', title);
  form.append('file', new Blob(['%PDF-1.7\nprices']), 'prices.pdf');
  const document = await ask('POST', '/api/kb/documents', { bearer, raw: form });
  expect(document.status).toBe(201);
  const { download_url } = (await ask('GET', `/api/kb/documents/${document.json.uuid}/download-url`, { bearer })).json;
  expect((await ask('GET', download_url)).status).toBe(200);
  await ask('GET', download_url.replace(document.json.uuid, crypto.randomUUID()));
  return { 'API key': key, title, 'token of a download': download_url.split('token=')[1] as string };
}

/** Adds a webhook that receives calls, and webhooks that are rejected. */
async function liveWebhooks(ask: Ask, bearer: string, url: string) {
  const headers = { 'x-receiver-key': sent['header of a webhook'] };
  const webhook = { name: 'Told of calls', url, events: ['call.ended'], headers };
  const made = await ask('POST', '/api/voice/webhooks', { bearer, body: webhook });
  expect(made.status).toBe(201);
  await ask('POST', '/v1/webhooks', { bearer, body: { ...webhook, url: 'http://10.0.0.1/hook' } });
  await ask('POST', '/v1/webhooks', { bearer, raw: `${JSON.stringify(webhook)}{` });
  await ask('GET', '/api/voice/webhooks', { bearer });
  const log = `/api/voice/webhooks/${made.json.uuid}/logs`;
  return { secrets: { 'secret of a webhook': made.json.secret as string }, log };
}

/** Makes a call over the emulator, with a recording, and a stream that is never opened. */
async function liveCall(ask: Ask, baseUrl: string, bearer: string) {
  const callId = crypto.randomUUID();
  const identity = { callId, from: '+15550001111', to: lineNumber };
  const answer = await askForStream({ dialect: 'telephony_a', baseUrl, ...identity });
  if (answer.kind !== 'stream') return expect.unreachable(JSON.stringify(answer));
  const token = new URL(answer.url).pathname.split('/').at(-1)!;
  const run = placeCall({ dialect: 'telephony_a', url: answer.url, identity });
  expect(await run.until(() => run.agentAudible.length > 0, patienceMs)).toBe(true);
  await run.hangUp();
  // Used and wrong-dialect tokens: rejections in which the token is known.
  const again = placeCall({ dialect: 'telephony_a', url: answer.url, identity });
  expect(await again.opened).toBe(false);
  await ask('GET', `/media/telephony_a/${token}`);

  const ended = async () => (await ask('GET', '/v1/calls', { bearer })).json.calls[0]?.status;
  await expect.poll(ended, { timeout: patienceMs }).toBe('completed');
  const call = (await ask('GET', '/v1/calls', { bearer })).json.calls[0];
  const recording = new URL(call.recording_url, baseUrl);
  for (const format of ['wav', 'mp3'])
    expect((await ask('GET', `${recording.pathname}${recording.search}&format=${format}`)).status).toBe(200);
  await ask('GET', `/api/voice/calls/${crypto.randomUUID()}/recording${recording.search}`);

  const { flows } = (await ask('GET', '/api/voice/flows', { bearer })).json;
  const ticket = await ask('POST', `/api/voice/flows/${flows[0].uuid}/browser-test`, { bearer, body: {} });
  expect(ticket.status).toBe(200);
  await ask('GET', `/media/browser/${ticket.json.token}`);
  return {
    uuid: call.uuid as string,
    tokens: {
      'token of a stream': token,
      'token of a stream that was not opened': ticket.json.token as string,
      'token of a recording': recording.searchParams.get('token')!,
    },
  };
}

/** Trust authentication needs no password, but this shows whether a program leaks one. */
function withPassword(databaseUrl: string | undefined): string | undefined {
  if (databaseUrl === undefined) return undefined;
  const url = new URL(databaseUrl);
  if (url.password === '') url.password = given['password of DATABASE_URL'];
  return url.href;
}

function operatorTokenIn(dataDir: string): string {
  const folder = join(dataDir, 'operator');
  mkdirSync(folder, { recursive: true });
  return readFileSync(join(folder, readdirSync(folder)[0]!), 'utf8').trim();
}

const under = (place: string, findings: readonly Finding[]): Finding[] =>
  findings.map(({ where, bytes }) => ({ where: `${place}/${where}`, bytes }));
