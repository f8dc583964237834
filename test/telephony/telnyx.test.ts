import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { telnyxSignature } from '../../media/emulator/rest/telnyx-rest.ts';
import { createFakeMedia, lineNumber } from '../http/test-app.ts';
import { accounts, type OutboundApp, type OutboundAppOptions, openOutboundApp, talkTo } from './outbound-app.ts';

const hooks = '/api/voice/webhooks/telnyx';
const caller = '+15550001111';
const { authToken } = accounts.telnyx;

async function open(options: Partial<OutboundAppOptions> = {}): Promise<OutboundApp> {
  const media = createFakeMedia();
  return openOutboundApp({ dialect: 'telnyx', media, provider: { talk: talkTo(() => media, 'telnyx') }, ...options });
}

const initiated = (id: string) => ({
  event_type: 'call.initiated',
  payload: { call_control_id: id, direction: 'incoming', state: 'parked', from: caller, to: lineNumber },
});
const hungUp = (id: string, cause = 'originator_cancel') => ({
  event_type: 'call.hangup',
  payload: { call_control_id: id, direction: 'incoming', from: caller, to: lineNumber, hangup_cause: cause },
});

async function tell({ http }: OutboundApp, data: object, headers?: (body: string) => Record<string, string>) {
  const payload = JSON.stringify({ data });
  const sign = headers ?? ((body: string) => telnyxSignature(body, authToken, Date.now()));
  const sent = { 'content-type': 'application/json', authorization: '', ...sign(payload) };
  return http.inject({ method: 'POST', url: `${hooks}/answer`, headers: sent, payload });
}

const callsOf = async ({ http }: OutboundApp) => (await http.inject('/v1/calls')).json().calls;
const ringing = ({ provider }: OutboundApp) =>
  provider.callIn({ from: caller, to: lineNumber, fields: {}, fate: { ringMs: 60_000 } });

test('answers a call by a command, talks, and hangs it up when the stream has ended', async () => {
  const app = await open();
  const url = `${app.publicBaseUrl}${hooks}/answer`;
  const call = app.provider.callIn({ from: caller, to: lineNumber, fields: { webhook_url: url } });
  await expect.poll(() => call.state).toBe('completed');
  await expect.poll(async () => (await callsOf(app))[0]?.status).toBe('completed');
  expect(await callsOf(app)).toMatchObject([{ from_number: caller, to_number: lineNumber }]);
  expect(app.provider.callbacks.map(({ status }) => status).filter((status) => status !== 200)).toEqual([]);
  await expect
    .poll(() => app.provider.requests.filter((request) => request.includes('/actions/')))
    .toEqual([`POST /v2/calls/${call.id}/actions/answer`, `POST /v2/calls/${call.id}/actions/hangup`]);
});

describe('a signature', () => {
  const skewed = (seconds: number) => (body: string) => telnyxSignature(body, authToken, Date.now() + seconds * 1000);
  const valid = (body: string) => telnyxSignature(body, authToken, Date.now());
  test.each<[string, (body: string) => Record<string, string>, number]>([
    ['that is valid', valid, 200],
    ['from a clock that is 4 minutes slow', skewed(-240), 200],
    ['from a clock that is 4 minutes fast', skewed(240), 200],
    ['of 6 minutes ago, which may be replayed', skewed(-360), 403],
    ['of the future', skewed(360), 403],
    ['that is missing', () => ({}), 403],
    ['of another account', (body) => telnyxSignature(body, 'another', Date.now()), 403],
    ['of another body', (body) => valid(`${body} `), 403],
    [
      'without its time',
      (body) => ({ 'telnyx-signature-ed25519': valid(body)['telnyx-signature-ed25519'] ?? '' }),
      403,
    ],
    ['with another time', (body) => ({ ...valid(body), 'telnyx-timestamp': '1' }), 403],
    ['with a time that is no number', (body) => ({ ...valid(body), 'telnyx-timestamp': 'now' }), 403],
    ['that is no base64', (body) => ({ ...valid(body), 'telnyx-signature-ed25519': '??' }), 403],
    ['that is empty', (body) => ({ ...valid(body), 'telnyx-signature-ed25519': '' }), 403],
  ])('%s decides', async (_what, headers, status) => {
    const app = await open();
    const { id } = ringing(app);
    expect((await tell(app, initiated(id), headers)).statusCode).toBe(status);
    expect(await callsOf(app)).toHaveLength(status === 200 ? 1 : 0);
    expect(app.provider.requests.some((request) => request.endsWith('/actions/answer'))).toBe(status === 200);
  });
});

describe('events', () => {
  test('may come twice', async () => {
    const app = await open();
    const { id } = ringing(app);
    const first = await tell(app, initiated(id));
    expect((await tell(app, initiated(id))).body).toBe(first.body);
    expect(await callsOf(app)).toHaveLength(1);
  });

  test('may come in reverse order: a call that is over is not left ringing', async () => {
    const app = await open();
    const call = ringing(app);
    call.hungUp.abort();
    await app.provider.idle();
    expect((await tell(app, hungUp(call.id))).statusCode).toBe(404);
    expect((await tell(app, initiated(call.id))).statusCode).toBe(200);
    await expect.poll(() => callsOf(app)).toMatchObject([{ status: 'cancelled', end_reason: 'cancelled' }]);
  });

  test.each(['call.answered', 'streaming.started', 'streaming.stopped', 'call.speak.ended', 'a.new.event'])(
    '%s about a known call is stored',
    async (event_type) => {
      const app = await open();
      const { id } = ringing(app);
      await tell(app, initiated(id));
      expect((await tell(app, { event_type, payload: { call_control_id: id } })).statusCode).toBe(200);
      expect((await tell(app, { event_type, payload: { call_control_id: id, odd: [{}] } })).statusCode).toBe(200);
      expect(await callsOf(app)).toMatchObject([{ status: 'ringing' }]);
    },
  );

  test.each([
    [{}, 400],
    [{ event_type: 'call.initiated' }, 400],
    [{ event_type: 'call.hangup', payload: {} }, 400],
    [{ event_type: 'call.hangup', payload: { call_control_id: 'a b' } }, 400],
    [{ event_type: 'call.hangup', payload: { call_control_id: 'v3:nobody' } }, 404],
    [{ event_type: 'call.hangup', payload: 'text' }, 400],
    [{ event_type: ['call.hangup'], payload: { call_control_id: { a: 1 } } }, 400],
  ])('%j gets a status', async (data, status) => {
    const app = await open();
    expect((await tell(app, data)).statusCode).toBe(status);
    expect(await callsOf(app)).toEqual([]);
  });

  test.each([
    ['normal_clearing', 'completed'],
    ['user_busy', 'busy'],
    ['timeout', 'no_answer'],
    ['originator_cancel', 'cancelled'],
    ['a_new_cause', 'failed'],
    ['constructor', 'failed'],
  ])('the cause %s ends a call as %s', async (cause, status) => {
    const app = await open();
    const { id } = ringing(app);
    await tell(app, initiated(id));
    expect((await tell(app, hungUp(id, cause))).statusCode).toBe(200);
    await expect.poll(async () => (await callsOf(app))[0]?.status).toBe(status);
  });
});

describe('an API that', () => {
  const answers = { '401': 401, '403': 403, '429': 429, '500': 500, 'not JSON': 200 } as const;

  test.each(Object.entries(answers))('answers %s leaves the event to be repeated', async (what, status) => {
    let isBroken = true;
    const asked: string[] = [];
    const api = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(isBroken ? status : 200, { 'content-type': 'application/json' });
      response.end(what === 'not JSON' ? '<html>' : JSON.stringify({ errors: [{ code: '10011', detail: 'No.' }] }));
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void api.close());
    await new Promise((resolve) => api.once('listening', resolve));
    const { port } = api.address() as AddressInfo;
    const app = await open({ env: { TELNYX_BASE_URL: `http://127.0.0.1:${port}` } });
    const first = await tell(app, initiated('v3:c-1'));
    expect(first.statusCode).toBe(status === 200 ? 200 : 503);
    if (status !== 200) expect(first.json().detail).toContain(`returned ${status}: No.`);
    isBroken = false;
    expect((await tell(app, initiated('v3:c-1'))).statusCode).toBe(200);
    expect(await callsOf(app)).toHaveLength(1);
    expect(asked.filter((url) => url.endsWith('/v3%3Ac-1/actions/answer'))).toHaveLength(2);
  });
});

test('a call that cannot be hung up is logged', async () => {
  const api = createServer((request, response) => {
    const isAnswer = request.url?.endsWith('/actions/answer') === true;
    response.writeHead(isAnswer ? 200 : 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isAnswer ? { data: { result: 'ok' } } : { errors: [{ code: '1', detail: 'No.' }] }));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void api.close());
  await new Promise((resolve) => api.once('listening', resolve));
  const { port } = api.address() as AddressInfo;
  const app = await open({ env: { TELNYX_BASE_URL: `http://127.0.0.1:${port}` } });
  expect((await tell(app, initiated('v3:c-1'))).statusCode).toBe(200);
  expect((await tell(app, hungUp('v3:c-1'))).statusCode).toBe(200);
  const failures = () => app.logged.filter(({ msg }) => msg === 'failed to hang up a call whose stream has ended');
  await expect.poll(failures).toMatchObject([{ detail: 'The provider returned 500: No.' }]);
});

test('a call to a number without a flow is rejected', async () => {
  const app = await open();
  const { provider } = app;
  const call = provider.callIn({ from: caller, to: '+12025550100', fields: {}, fate: { ringMs: 60_000 } });
  const to = { ...initiated(call.id), payload: { ...initiated(call.id).payload, to: '+12025550100' } };
  const { statusCode, body } = await tell(app, to);
  expect([statusCode, JSON.parse(body)]).toEqual([
    200,
    { command: 'reject', command_id: 'reject', cause: 'CALL_REJECTED' },
  ]);
  await expect.poll(() => call.hungUp.signal.aborted).toBe(true);
});

test('without a connected account, the response contains the command and nothing is sent', async () => {
  const app = await open({ connected: false });
  const answer = await tell(app, initiated('v3:c-1'), () => ({}));
  expect(answer.json()).toMatchObject({
    command: 'answer',
    webhook_url: expect.stringMatching(/\/api\/voice\/webhooks\/telnyx\/status$/),
    stream_url: expect.stringMatching(/\/media\/telnyx\//),
  });
  expect(app.provider.requests).toEqual([]);
});

test('connecting needs the public key, and keeps it when the API key is replaced', async () => {
  const app = await open({ connected: false });
  const { authId: auth_id, signingKey: signing_key } = accounts.telnyx;
  const given = { auth_id, auth_token: authToken, phone_number: '+12025550100' };
  const put = (payload: object) =>
    app.http.inject({ method: 'PUT', url: '/api/integrations/telephony/telnyx', payload });
  expect((await put(given)).json().detail).toMatch(/^signing_key: is required: Copy it from/);
  expect((await put({ ...given, signing_key: 'short' })).json().detail).toMatch(/^signing_key: must be the public key/);
  expect((await put({ ...given, signing_key })).statusCode).toBe(200);
  expect((await put({ ...given, auth_token: 'KEY-new' })).statusCode).toBe(200);
  const elsewhere = { ...given, auth_id: 'MA1', signing_key };
  const other = await app.http.inject({
    method: 'PUT',
    url: '/api/integrations/telephony/telephony_a',
    payload: elsewhere,
  });
  expect([other.statusCode, other.json().detail]).toEqual([400, expect.stringContaining('no separate key')]);
});
