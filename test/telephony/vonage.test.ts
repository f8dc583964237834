import { createHash, createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { newVonageKey, vonageSecret, vonageSignature } from '../../media/emulator/rest/vonage-rest.ts';
import { createFakeMedia, lineNumber } from '../http/test-app.ts';
import { accounts, type OutboundApp, type OutboundAppOptions, openOutboundApp, talkTo } from './outbound-app.ts';

const hooks = '/api/voice/webhooks/vonage';
const caller = '+15550001111';
const uuid = 'aaaaaaaa-bbbb-cccc-dddd-0123456789ab';
const { authId, authToken, signingKey } = accounts.vonage;

async function open(options: Partial<OutboundAppOptions> = {}): Promise<OutboundApp> {
  const media = createFakeMedia();
  return openOutboundApp({ dialect: 'vonage', media, provider: { talk: talkTo(() => media, 'vonage') }, ...options });
}

type Sign = (body: string) => Record<string, string>;
const valid: Sign = (body) => vonageSignature(body, signingKey, Date.now());

async function tell({ http }: OutboundApp, path: string, fields: object, sign: Sign = valid) {
  const payload = JSON.stringify(fields);
  const headers = { 'content-type': 'application/json', authorization: '', ...sign(payload) };
  return http.inject({ method: 'POST', url: `${hooks}/${path}`, headers, payload });
}

const incoming = (uuid: string) => ({
  uuid,
  conversation_uuid: 'CON-1',
  from: caller.slice(1),
  to: lineNumber.slice(1),
});
const callsOf = async ({ http }: OutboundApp) => (await http.inject('/v1/calls')).json().calls;

test('answers a call, and keeps it while its WebSocket leg reports', async () => {
  const app = await open();
  const fields = {
    answer_url: `${app.publicBaseUrl}${hooks}/answer`,
    event_url: `${app.publicBaseUrl}${hooks}/status`,
  };
  const call = app.provider.callIn({ from: caller, to: lineNumber, fields });
  await expect.poll(() => call.state).toBe('completed');
  await expect.poll(async () => (await callsOf(app))[0]?.status).toBe('completed');
  expect(await callsOf(app)).toMatchObject([
    { from_number: caller, to_number: lineNumber, end_reason: 'agent_goodbye' },
  ]);
  const ofLeg = app.provider.callbacks.filter(({ url }) => url.includes('/stream-status?of='));
  expect(ofLeg.map(({ status }) => status)).toEqual([200, 200]);
});

describe('a signed webhook', () => {
  const token = (header: object, claims: object, key: string) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part(header)}.${part(claims)}`;
    return { authorization: `Bearer ${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}` };
  };
  const claimsOf = (body: string, changes: object = {}) => ({
    iat: Math.floor(Date.now() / 1000),
    jti: 'j',
    payload_hash: createHash('sha256').update(body).digest('hex'),
    ...changes,
  });
  const hs256 = { alg: 'HS256', typ: 'JWT' };
  const skewed =
    (seconds: number): Sign =>
    (body) =>
      vonageSignature(body, signingKey, Date.now() + seconds * 1000);
  test.each<[string, Sign, number]>([
    ['that is valid', valid, 200],
    ['from a clock that is 4 minutes slow', skewed(-240), 200],
    ['from a clock that is 4 minutes fast', skewed(240), 200],
    ['of 6 minutes ago, which may be replayed', skewed(-360), 403],
    ['of the future', skewed(360), 403],
    ['without a token', () => ({}), 403],
    ['of another account', (body) => vonageSignature(body, vonageSecret('another'), Date.now()), 403],
    ['with the hash of another body', (body) => valid(`${body} `), 403],
    ['without a hash', (body) => token(hs256, claimsOf(body, { payload_hash: undefined }), signingKey), 403],
    ['without a time', (body) => token(hs256, claimsOf(body, { iat: undefined }), signingKey), 403],
    ['without an algorithm', (body) => token({ alg: 'none' }, claimsOf(body), signingKey), 403],
    ['that is over', (body) => token(hs256, claimsOf(body, { exp: 1 }), signingKey), 403],
    ['that is no token', () => ({ authorization: 'Bearer a.b.c' }), 403],
  ])('%s decides', async (_what, sign, status) => {
    const app = await open();
    expect((await tell(app, 'answer', incoming(uuid), sign)).statusCode).toBe(status);
    expect(await callsOf(app)).toHaveLength(status === 200 ? 1 : 0);
  });

  test('is needed for a GET too, whose fields no hash covers', async () => {
    const app = await open();
    const headers = vonageSignature('', signingKey, Date.now());
    const query = incoming(uuid);
    expect((await app.http.inject({ url: `${hooks}/answer`, headers, query })).statusCode).toBe(403);
  });
});

test.each([
  ['completed', 'completed'],
  ['busy', 'busy'],
  ['rejected', 'busy'],
  ['unanswered', 'no_answer'],
  ['timeout', 'no_answer'],
  ['cancelled', 'cancelled'],
  ['failed', 'failed'],
  ['machine', 'ringing'],
  ['a_new_status', 'ringing'],
])('the status %s makes a call %s', async (status, shown) => {
  const app = await open();
  await tell(app, 'answer', incoming(uuid));
  expect((await tell(app, 'status', { uuid, status, network: null })).statusCode).toBe(200);
  await expect.poll(async () => (await callsOf(app))[0]?.status).toBe(shown);
});

test('events may come in reverse order, for unknown calls and without a name', async () => {
  const app = await open();
  expect((await tell(app, 'status', { uuid, status: 'completed' })).statusCode).toBe(404);
  expect((await tell(app, 'status', { status: 'completed' })).statusCode).toBe(400);
  expect(
    (
      await tell(app, 'stream-status?of=aaaaaaaa-bbbb-cccc-dddd-0123456789ab', {
        uuid: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ff',
        status: 'completed',
      })
    ).statusCode,
  ).toBe(404);
  await tell(app, 'answer', incoming(uuid));
  expect(
    (
      await tell(app, 'stream-status?of=aaaaaaaa-bbbb-cccc-dddd-0123456789ab', {
        uuid: 'aaaaaaaa-bbbb-cccc-dddd-0123456789ff',
        status: 'completed',
      })
    ).statusCode,
  ).toBe(200);
  expect(await callsOf(app)).toMatchObject([{ status: 'ringing' }]);
});

test('the private key may have lost its line breaks, and is checked', async () => {
  const app = await open({ connected: false });
  const put = (auth_token: string) =>
    app.http.inject({
      method: 'PUT',
      url: '/api/integrations/telephony/vonage',
      payload: { auth_id: authId, auth_token, phone_number: '+12025550100', signing_key: signingKey },
    });
  for (const wrong of ['secret', newVonageKey().slice(0, 900), 'line\nbreak'])
    expect((await put(wrong)).json().detail).toMatch(/^auth_token: must be the private key/);
  const stored = await put(authToken.replaceAll('\n', ''));
  expect([stored.statusCode, stored.body.includes('PRIVATE KEY')]).toEqual([200, false]);
  const tested = await app.http.inject({ method: 'POST', url: '/api/integrations/telephony/vonage/test' });
  expect(tested.json().result).toBe('credentials_accepted');
});
