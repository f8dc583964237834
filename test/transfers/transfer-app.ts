import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { type Place, phoneOf } from '../contacts/contacts-app.ts';
import { begin, started } from '../http/stored-calls.ts';
import { openTestApp, type TestApp } from '../http/test-app.ts';
import { ofCall } from '../of-call.ts';
import { openReceiver } from '../webhooks/receiver.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Record<string, string>;
}

const account = { auth_id: 'MA123', auth_token: 'token-of-a', phone_number: '+12025550100' };

/** Emulates telephony_a's requests for dialling, transferring and hanging up. */
async function openProvider() {
  const asked: Asked[] = [];
  const answers = { place: 201, transfer: 202 };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece) => {
      text += piece;
    });
    request.on('end', () => {
      const path = (request.url ?? '').replace('/v1/Account/MA123/', '');
      asked.push({ method: request.method ?? '', path, body: text === '' ? {} : JSON.parse(text) });
      const status = request.method === 'DELETE' ? 204 : path === 'Call/' ? answers.place : answers.transfer;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 204 ? undefined : '{"request_uuid":"leg-request","error":"no"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { asked, answers, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Opens a server with a provider, a queue `sales` with one teammate who takes calls, and a call in progress. */
export async function openTransfers(place: Partial<Place> = {}) {
  const provider = await openProvider();
  const receiver = await openReceiver();
  const clock = { ms: Date.parse('2026-03-01T10:00:00.000Z') };
  const app = await openTestApp({
    ...(place.dataDir === undefined ? {} : { dataDir: place.dataDir }),
    now: () => new Date(clock.ms),
    env: {
      SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32),
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      PUBLIC_BASE_URL: 'https://parley.example',
      TELEPHONY_A_BASE_URL: provider.baseUrl,
      ...(place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }),
    },
  });
  const ask = asking(app);
  await ask('PUT', '/api/integrations/telephony/telephony_a', account);
  const { members } = (await ask('GET', '/api/auth/members')).body;
  const teammate = members[0].user_uuid as string;
  await ask('PUT', `/api/voice/agents/phone-numbers/${teammate}`, { phone_number: phoneOf(9) });
  await ask('PUT', '/api/voice/agents/me/availability', { available: true });
  await ask('POST', '/api/voice/queues', { name: 'sales', members: [teammate] });
  const webhook = { name: 'w', url: receiver.url, events: ['call.transferred'] };
  expect((await ask('POST', '/api/voice/webhooks', webhook)).status).toBe(201);
  return { ...app, ask, provider, receiver, clock, teammate, talk: (id?: string) => talk(app, id), ...hooksOf(app) };
}

type Answer = { status: number; body: ReturnType<typeof JSON.parse> };

const asking =
  ({ http }: TestApp) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object): Promise<Answer> => {
    const answer = await http.inject({ method, url, ...(payload === undefined ? {} : { payload }) });
    return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
  };

/** Starts a call and opens its stream. */
async function talk(app: TestApp, id = 'caller-leg'): Promise<string> {
  const { callUuid } = await begin(app, id);
  app.fake.live.add(callUuid);
  app.fake.ports().log.append(ofCall(callUuid), started(Date.parse('2026-03-01T10:00:00.000Z')));
  await app.http.inject({ url: `/v1/calls/${callUuid}` });
  return callUuid;
}

/** Sends the provider's requests to the addresses that it received. */
function hooksOf({ http }: TestApp) {
  return {
    async call(url: string | undefined, form: Record<string, string>): Promise<string> {
      const { pathname, search } = new URL(url ?? '');
      const answer = await http.inject({
        method: 'POST',
        url: pathname + search,
        payload: new URLSearchParams(form).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: '' },
      });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.body;
    },
  };
}

/** Returns the first URL in a document's attribute. */
export const attributeOf = (document: string, name: string): string =>
  (new RegExp(`${name}="([^"]*)"`).exec(document)?.[1] ?? '').replaceAll('&amp;', '&');
