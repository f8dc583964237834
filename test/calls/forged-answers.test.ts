import { createHmac, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createMediaTokens } from '../../src/features/calls/calls/media-tokens.ts';
import { createFakeMedia, lineNumber, localHeaders, openTestApp } from '../http/test-app.ts';

const answerUrl = '/api/voice/webhooks/telephony_a/answer';
const publicBaseUrl = 'https://calls.example.com';
const token = 'the token of the account';
const own = { auth_id: 'MA1', auth_token: token, phone_number: lineNumber };

async function open(moreEnv: Readonly<Record<string, string>> = {}) {
  const media = createFakeMedia();
  media.slots = 24;
  const clock = { ms: 0 };
  const env = { PUBLIC_BASE_URL: publicBaseUrl, SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32), ...moreEnv };
  const app = await openTestApp({ media, env, nowMs: () => clock.ms });
  /** Sends the request through a proxy on this machine when it has an address. */
  const answer = async ({ signed = false, from = '+15550001111', address = '' } = {}) => {
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
        ...(address === '' ? {} : { 'x-forwarded-for': address }),
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
  const claim = (stream: string | undefined) => app.fake.ports().plans.claim(stream as string, 'telephony_a');
  return { app, media, clock, answer, claim, rows, connect };
}

/** Rings eight times in 20 s while each address sends ten forged requests per second. */
async function ringDuringAttack({ clock, answer, claim }: Awaited<ReturnType<typeof open>>, addresses: number) {
  const streams: (string | undefined)[] = [];
  for (let step = 0; step < 200; step++) {
    clock.ms += 100;
    for (let index = 0; index < addresses; index++)
      await answer({ address: `203.0.113.${index}`, from: `+1555${step}` });
    if (step % 25 !== 12) continue;
    const { token: stream } = await answer({ address: '198.51.100.7', from: `+1202555${1000 + step}` });
    streams.push(stream);
    if (stream !== undefined) await claim(stream);
  }
  return streams;
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
  const { clock, answer, claim } = await open();
  const held = [];
  for (let index = 0; index < 6; index++) held.push(await answer());
  expect((await answer()).token).toBeUndefined();
  await claim(held[0]?.token);
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
        type: 'started',
        atMs: 0,
        format,
        providerCallId: callUuid,
        streamId: callUuid,
        wallMs: 0,
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

test('8 of 8 callers get a stream while one address sends ten forged answer requests per second', async () => {
  const attacked = await open({ RATE_LIMIT_PER_MINUTE: 'off' });
  expect(await ringDuringAttack(attacked, 1)).toEqual(Array(8).fill(expect.any(String)));
  expect(await attacked.rows()).toHaveLength(8 + 4);
});

test('callers from the provider’s networks get a stream while others occupy the unsigned share', async () => {
  const { app, answer, rows } = await open({ TELEPHONY_A_NETWORKS: '198.51.100.0/24,192.0.2.1,2001:db8::/32' });
  for (let index = 0; index < 60; index++) await answer({ address: `203.0.113.${index}` });
  expect((await answer({ address: '203.0.113.99' })).body).toContain('busy');
  const calls = [];
  for (const address of ['198.51.100.7', '192.0.2.1', '2001:db8::5'])
    for (let call = 0; call < 3; call++) calls.push(await answer({ address }));
  expect(calls.map((call) => call.token)).toEqual(Array(9).fill(expect.any(String)));
  // A number is verified by a signature only: anybody may send requests through a provider's account.
  expect((await rows()).every(({ callerVerified }) => callerVerified === false)).toBe(true);
  const outside = app.logged.filter(({ event }) => event === 'unsigned_call_outside_networks');
  expect(outside).toMatchObject([{ provider: 'telephony_a', address: '203.0.113.0', count: 1 }]);
});

test('X-Forwarded-For of an untrusted sender does not place it in the provider’s networks', async () => {
  const { app, answer } = await open({ TELEPHONY_A_NETWORKS: '198.51.100.0/24', TRUSTED_PROXIES: 'none' });
  for (let index = 0; index < 60; index++) await answer({ address: '198.51.100.7' });
  const rows = await app.database.system.read.select().from(app.database.tables.calls);
  expect(rows).toHaveLength(6);
});

test('simultaneous requests about one call count once', async () => {
  const { app } = await open();
  const payload = new URLSearchParams({ CallUUID: randomUUID(), From: '+15550001111', To: lineNumber }).toString();
  const headers = { ...localHeaders, 'content-type': 'application/x-www-form-urlencoded', authorization: '' };
  const send = () => app.http.inject({ method: 'POST', url: answerUrl, headers, payload });
  const bodies = (await Promise.all(Array.from({ length: 12 }, send))).map(({ body }) => body);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain('<Stream');
});
