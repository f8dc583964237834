import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMediaTokens } from '../../src/features/calls/media-tokens.ts';
import { createFakeMedia, lineNumber, localHeaders, openTestApp } from '../http/test-app.ts';

const answerUrl = '/api/voice/webhooks/telephony_a/answer';
const publicBaseUrl = 'https://calls.example.com';
const token = 'the token of the account';
const own = { auth_id: 'MA1', auth_token: token, phone_number: lineNumber };

async function open() {
  const media = createFakeMedia();
  media.slots = 24;
  const clock = { ms: 0 };
  const env = { PUBLIC_BASE_URL: publicBaseUrl, SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
  const app = await openTestApp({ media, env, nowMs: () => clock.ms });
  const answer = async ({ signed = false, from = '+15550001111' } = {}) => {
    const form = { CallUUID: randomUUID(), From: from, To: lineNumber };
    const text = `${publicBaseUrl}${answerUrl}?${Object.entries(form).sort().flat().join('')}.77`;
    const signature = createHmac('sha256', token).update(text).digest('base64');
    const response = await app.http.inject({
      method: 'POST',
      url: answerUrl,
      headers: {
        ...localHeaders,
        'content-type': 'application/x-www-form-urlencoded',
        authorization: '',
        ...(signed ? { 'x-plivo-signature-v3': signature, 'x-plivo-signature-v3-nonce': '77' } : {}),
      },
      payload: new URLSearchParams(form).toString(),
    });
    return {
      status: response.statusCode,
      token: /telephony_a\/([\w-]+)</.exec(response.body)?.[1],
      body: response.body,
    };
  };
  const rows = () => app.database.system.read.select().from(app.database.tables.calls);
  const connect = () =>
    app.http.inject({ method: 'PUT', url: '/api/voice/integrations/telephony/telephony_a', payload: own });
  return { app, media, clock, answer, rows, connect };
}

test('forged answer requests occupy at most a quarter of a number’s slots, and store no row beyond that', async () => {
  const { answer, rows } = await open();
  const answers = [];
  for (let index = 0; index < 60; index++) answers.push(await answer());
  expect(answers.filter((one) => one.token !== undefined)).toHaveLength(6);
  expect(answers.at(-1)?.body).toContain('busy');
  expect(await rows()).toHaveLength(6);
});

test('a signed answer is accepted while forged ones occupy their share', async () => {
  const { answer, connect, rows } = await open();
  await connect();
  for (let index = 0; index < 20; index++) await answer();
  expect((await answer({ signed: true })).token).toBeDefined();
  expect((await rows()).map(({ callerVerified }) => callerVerified).sort()).toEqual([...Array(6).fill(false), true]);
});

test('the share is free again once streams are open, or after six seconds', async () => {
  const { app, clock, answer } = await open();
  const held = [];
  for (let index = 0; index < 6; index++) held.push(await answer());
  expect((await answer()).token).toBeUndefined();
  await app.fake.ports().plans.claim(held[0]?.token as string, 'telephony_a');
  expect((await answer()).token).toBeDefined();
  expect((await answer()).token).toBeUndefined();
  clock.ms += 6000;
  expect((await answer()).token).toBeDefined();
});

test('a busy machine stores nothing for an unsigned answer request', async () => {
  const { media, answer, rows } = await open();
  media.full = 'rated_capacity';
  expect((await answer()).body).toContain('busy');
  expect(await rows()).toEqual([]);
});

test('waiting inbound calls leave tokens for other calls', () => {
  const tokens = createMediaTokens({ ttlMs: 60_000, capacity: 3, nowMs: () => 0 });
  const issue = (name: string, pool: 'inbound' | 'own') =>
    tokens.issue({ kind: 'call', callUuid: name }, 'telephony_a', { pool });
  for (const name of ['a', 'b', 'c']) expect(issue(name, 'inbound')).toBeDefined();
  expect([issue('d', 'inbound'), tokens.isFull('inbound')]).toEqual([undefined, true]);
  expect([typeof issue('e', 'own'), tokens.isFull('own')]).toEqual(['string', false]);
});

test('an unverified caller opts nobody out; a signed one does', async () => {
  const { app, answer, connect } = await open();
  await connect();
  const contact = { phone: '+12025550177', name: 'Ada' };
  const { uuid } = (await app.http.inject({ method: 'POST', url: '/v1/contacts', payload: contact })).json();
  const ports = app.fake.ports();
  const isOptedOut = async () => (await app.http.inject({ url: `/v1/contacts/${uuid}` })).json().opted_out;
  const askForPeace = async (signed: boolean) => {
    const { token: stream } = await answer({ signed, from: contact.phone });
    const callUuid = (await ports.plans.claim(stream as string, 'telephony_a'))?.callUuid as string;
    const format = { encoding: 'mulaw', rateHz: 8000 } as const;
    ports.log.append(
      { kind: 'call', callUuid },
      {
        ...{ type: 'started', atMs: 0, format, providerCallId: callUuid, streamId: callUuid, wallMs: 0 },
      },
    );
    ports.log.append({ kind: 'call', callUuid }, { type: 'ended', atMs: 9, reason: 'dnc_request', wallMs: 9 });
    const ended = async () => (await app.http.inject({ url: `/v1/calls/${callUuid}` })).json().status;
    await expect.poll(ended).toBe('completed');
  };
  await askForPeace(false);
  expect(await isOptedOut()).toBe(false);
  await askForPeace(true);
  expect(await isOptedOut()).toBe(true);
});
