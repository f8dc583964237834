import fc from 'fast-check';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { described, findTwilioSdk, type TwilioSdk } from '../../bench/trials/twilio-sdk.ts';
import { elementsOf } from '../../media/emulator/answer-document.ts';
import { openProviderServer } from '../../media/emulator/index.ts';
import { restProviders } from '../../media/emulator/rest/providers.ts';
import { createExchange } from '../../src/telephony/exchange.ts';
import type { TelephonyProvider } from '../../src/telephony/index.ts';
import { documents } from '../../src/telephony/twilio/documents.ts';
import { twilio } from '../../src/telephony/twilio/index.ts';
import { signature } from '../../src/telephony/twilio/signature.ts';
import { lineNumber, localHeaders, openTestApp } from '../http/test-app.ts';
import { accounts, ownNumber } from './outbound-app.ts';

let found: TwilioSdk;
beforeAll(async () => {
  found = await findTwilioSdk(process.env);
}, 300_000);

/** The SDK; skips the test where it cannot be fetched. */
function sdkOr(skip: (condition: boolean, note?: string) => void): Extract<TwilioSdk, { ok: true }> {
  skip(!found.ok, found.ok ? '' : found.reason);
  if (!found.ok) throw new Error(found.reason);
  return found;
}

const account = accounts.twilio;
const token = account.authToken;
const publicBaseUrl = 'https://calls.example.com';
const answerPath = '/api/voice/webhooks/twilio/answer';

test('the SDK signs any form and URL as they are verified here, and the emulator signs as the SDK verifies', ({
  skip,
}) => {
  const sdk = sdkOr(skip);
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,11}$/);
  const text = fc.string({ unit: 'grapheme', maxLength: 24 });
  const form = fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })), { maxKeys: 12 });
  const plainForm = fc.dictionary(name, text, { maxKeys: 12 });
  const bases = ['https://calls.example.com', 'https://calls.example.com:8443', 'wss://calls.example.com'];
  const url = fc.tuple(fc.constantFrom(...bases), name, plainForm).map(([base, path, query]) => {
    const search = new URLSearchParams(query).toString();
    return `${base}/${path}${search === '' ? '' : `?${search}`}`;
  });
  fc.assert(
    fc.property(url, form, (address, fields) => {
      const sealed = { nonce: '', signatures: [sdk.sign(token, address, fields)] };
      const sent = { urls: [address], form: fields, ...sealed };
      return signature.isSignedBy(token, sent) && !signature.isSignedBy(`${token}x`, sent);
    }),
    { numRuns: 500 },
  );
  fc.assert(
    fc.property(url, plainForm, (address, fields) => {
      const { 'x-twilio-signature': sealed = '' } = restProviders.twilio.sign(address, fields, token);
      return sdk.verifies(token, sealed, address, fields);
    }),
    { numRuns: 200 },
  );
});

test.for([
  ['https://h.example/a?b=c', 'https://h.example:443/a?b=c'],
  ['https://h.example:443/a', 'https://h.example/a'],
  ['wss://h.example/media/twilio/t', 'wss://h.example:443/media/twilio/t'],
  ['http://h.example', 'http://h.example:80'],
])('a signature over %s with or without the default port is accepted', ([address = '', signed = ''], { skip }) => {
  const sdk = sdkOr(skip);
  for (const one of [address, signed]) {
    const signatures = [sdk.sign(token, one, { A: '1' })];
    expect(signature.isSignedBy(token, { urls: [address], form: { A: '1' }, nonce: '', signatures })).toBe(true);
  }
});

test('a callback that the SDK signs is accepted; one with a wrong token, another field or an empty header is not', async ({
  skip,
}) => {
  const sdk = sdkOr(skip);
  const env = { PUBLIC_BASE_URL: publicBaseUrl, SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
  const app = await openTestApp({ env });
  const connected = await app.http.inject({
    method: 'PUT',
    url: '/api/voice/integrations/telephony/twilio',
    headers: localHeaders,
    payload: { auth_id: account.authId, auth_token: token, phone_number: lineNumber },
  });
  expect(connected.statusCode, connected.body).toBe(200);
  const form = { CallSid: 'CA1', From: '+15550001111', To: lineNumber, Empty: '', CallerName: 'Zoë Müller' };
  const send = async (url: string, sealed: string, fields: object = form) => {
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': sealed },
      payload: new URLSearchParams({ ...fields }).toString(),
    });
    return statusCode;
  };
  for (const path of [answerPath, `${answerPath}?b=2&a=1%20x`]) {
    const sealed = sdk.sign(token, publicBaseUrl + path, form);
    expect(await send(path, sealed), path).toBe(200);
    expect(await send(path, sdk.sign('another', publicBaseUrl + path, form)), path).toBe(403);
    expect(await send(path, sealed, { ...form, Added: 'x' }), path).toBe(403);
    expect(await send(path, ''), path).toBe(403);
  }
  const byGet = `${answerPath}?${new URLSearchParams({ CallSid: 'CA1', To: lineNumber })}`;
  const headers = { 'x-twilio-signature': sdk.sign(token, publicBaseUrl + byGet, {}) };
  expect((await app.http.inject({ url: byGet, headers })).statusCode, 'by GET').toBe(200);
});

test('the SDK signs the request of a stream and the result of machine detection as they are verified here', async ({
  skip,
}) => {
  const sdk = sdkOr(skip);
  const env = { PUBLIC_BASE_URL: publicBaseUrl, SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
  const app = await openTestApp({ env });
  const connectWith = async (requires: boolean): Promise<void> => {
    const connected = await app.http.inject({
      method: 'PUT',
      url: '/api/voice/integrations/telephony/twilio',
      headers: localHeaders,
      payload: {
        auth_id: account.authId,
        auth_token: token,
        phone_number: lineNumber,
        require_signed_callbacks: requires,
      },
    });
    expect(connected.statusCode, connected.body).toBe(200);
  };
  await connectWith(false);
  let calls = 0;
  const post = (path: string, form: Record<string, string>, sealed = sdk.sign(token, publicBaseUrl + path, form)) =>
    app.http.inject({
      method: 'POST',
      url: path,
      headers: {
        host: 'calls.example.com',
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': sealed,
      },
      payload: new URLSearchParams(form).toString(),
    });
  const opens = async (sealOf: (url: string) => string | undefined, host = 'calls.example.com', slash = '') => {
    calls += 1;
    const answer = await post(answerPath, { CallSid: `CA${calls}`, From: `+1555000${1000 + calls}`, To: lineNumber });
    const url = /wss:[^"]+/.exec(answer.body)?.[0] as string;
    const target = new URL(url).pathname;
    const sealed = sealOf(url);
    const request = {
      host,
      target: target + slash,
      origin: '',
      signatures: sealed === undefined ? {} : { 'x-twilio-signature': sealed },
    };
    return (await app.fake.ports().plans.claim(target.split('/').at(-1) as string, 'twilio', request)) !== undefined;
  };
  const signed = (url: string) => sdk.sign(token, url, {});
  expect(await opens(signed), 'signed').toBe(true);
  expect(await opens(signed, 'localhost:8081'), 'behind a proxy that changes the host').toBe(true);
  expect(await opens((url) => signed(`${url}/`)), 'with a slash that the request does not have').toBe(true);
  expect(await opens(signed, undefined, '/'), 'without the slash of the request').toBe(true);
  expect(await opens(() => undefined), 'unsigned').toBe(true);
  expect(await opens((url) => sdk.sign('another', url, {})), 'with the token of another account').toBe(false);
  expect(await opens((url) => signed(`${url}x`)), 'for another stream').toBe(false);
  expect(await opens(() => ''), 'with an empty signature').toBe(false);
  await connectWith(true);
  expect(await opens(signed), 'signed, and required').toBe(true);
  expect(await opens(() => undefined), 'unsigned, and required').toBe(false);

  const amd = {
    CallSid: 'CA1',
    AccountSid: account.authId,
    AnsweredBy: 'machine_start',
    MachineDetectionDuration: '4200',
  };
  const statusPath = '/api/voice/webhooks/twilio/status';
  expect((await post(statusPath, amd)).statusCode, 'the result of machine detection').toBe(200);
  expect((await post(statusPath, amd, sdk.sign('another', publicBaseUrl + statusPath, amd))).statusCode).toBe(403);
});

test('the SDK writes every document that is sent to the provider in the same way', ({ skip }) => {
  const sdk = sdkOr(skip);
  const url = 'https://calls.example.com/hook?a=1&b=2';
  const written = (write: (document: ReturnType<typeof sdk.document>) => void): unknown => {
    const document = sdk.document();
    write(document);
    return elementsOf(document.toString());
  };
  const ours = (body: unknown): unknown => elementsOf(String(body));
  const answer = (answering: Parameters<typeof documents.answer>[0]) => {
    const document = documents.answer(answering);
    return ours(document.kind === 'document' ? document.body : document.kind);
  };
  const streamUrl = 'wss://calls.example.com/media/twilio/t';
  expect(answer({ kind: 'stream', streamUrl, statusUrl: url, rateHz: 8000 })).toEqual(
    written((one) => one.connect?.().stream?.({ url: streamUrl, statusCallback: url, statusCallbackMethod: 'POST' })),
  );
  expect(answer({ kind: 'busy' })).toEqual(written((one) => one.reject?.({ reason: 'busy' })));
  expect(answer({ kind: 'no_match' })).toEqual(written((one) => one.reject?.({ reason: 'rejected' })));
  for (const placed of [{ kind: 'over' }, { kind: 'busy', isPlaced: true }] as const)
    expect(answer(placed)).toEqual(written((one) => one.hangup?.()));
  const { handover, bridge, hangUp } = documents;
  expect(ours(handover?.whisper({ choiceUrl: url, brief: 'A <caller> & more.' }))).toEqual(
    written((one) => {
      for (let times = 0; times < 2; times += 1)
        one
          .gather?.({ action: url, method: 'POST', input: 'dtmf', numDigits: 1, timeout: 8 })
          .say?.('You have a transferred call. A <caller> & more. Press 1 to accept, or 2 to decline.');
      one.hangup?.();
    }),
  );
  const room = { beep: 'false', startConferenceOnEnter: true, endConferenceOnExit: true };
  expect(ours(handover?.room('room-1', url))).toEqual(
    written((one) => {
      const recording = { recordingStatusCallback: url, recordingStatusCallbackMethod: 'POST' };
      one.start?.().recording?.({ channels: 'dual', track: 'both', ...recording });
      one.dial?.().conference?.(room, 'room-1');
    }),
  );
  expect(ours(handover?.room('room-1'))).toEqual(written((one) => one.dial?.().conference?.(room, 'room-1')));
  expect(ours(handover?.goodbye('Goodbye.'))).toEqual(
    written((one) => {
      one.say?.('Goodbye.');
      one.hangup?.();
    }),
  );
  const parties = { callerId: '+12025550143', placedFrom: '+12025550142', to: '+12025550144' };
  expect(ours(bridge?.({ ...parties, statusUrl: url, recordingUrl: url }))).toEqual(
    written((one) =>
      one
        .dial?.({
          callerId: '+12025550142',
          timeout: 40,
          record: 'record-from-answer-dual',
          recordingStatusCallback: url,
          recordingStatusCallbackMethod: 'POST',
        })
        .number?.(
          { statusCallback: url, statusCallbackMethod: 'POST', statusCallbackEvent: 'answered completed' },
          '+12025550144',
        ),
    ),
  );
  expect(ours(hangUp?.())).toEqual(written((one) => one.hangup?.()));
});

test('the SDK sends the same requests, and reads the emulator’s responses', async ({ skip }) => {
  const sdk = sdkOr(skip);
  const server = await openProviderServer({
    dialect: 'twilio',
    ...account,
    numbers: [ownNumber],
    fate: () => ({ ringMs: 60_000 }),
  });
  onTestFinished(() => server.close());
  const [ours, theirs]: [string[], string[]] = [[], []];
  const exchange = createExchange({ timeoutMs: 10_000 });
  const provider: TelephonyProvider = twilio.open({
    account,
    baseUrl: server.baseUrl,
    exchange: (asking) => {
      ours.push(described(asking.method, asking.url.slice(server.baseUrl.length), asking.body ?? ''));
      return exchange(asking);
    },
  });
  const client = sdk.open(account, { baseUrl: server.baseUrl, sent: theirs });
  const [to, url] = ['+12025550101', 'http://127.0.0.1:9/answer?call=1'];
  const times = { ringSeconds: 30, maxSeconds: 600 };
  const status = 'http://127.0.0.1:9/status';
  const request = {
    callUuid: 'c',
    from: ownNumber,
    to,
    answerUrl: url,
    hangupUrl: status,
    statusUrl: status,
    ...times,
  };
  const placed = await provider.place(request);
  expect(placed).toEqual({ kind: 'accepted', providerCallId: server.calls[0]?.id });
  const created = await client.calls.create({
    to,
    from: ownNumber,
    url,
    method: 'POST',
    statusCallback: status,
    statusCallbackMethod: 'POST',
    statusCallbackEvent: ['ringing', 'answered', 'completed'],
    timeout: 30,
    timeLimit: 600,
  });
  expect(created).toMatchObject({ sid: server.calls[1]?.id, from: ownNumber, to, direction: 'outbound-api' });
  expect(created.dateCreated.getTime()).toBeGreaterThan(Date.now() - 60_000);

  const sid = created.sid;
  await expect.poll(() => server.calls[1]?.state).toBe('ringing');
  await expect.poll(async () => (await client.calls(sid).fetch()).status).toBe('ringing');
  ours.splice(1);
  theirs.splice(1);
  expect((await provider.find({ callUuid: 'c', providerCallId: sid, from: ownNumber, to, dialledAt: '' })).kind).toBe(
    'live',
  );
  await client.calls(sid).fetch();
  expect(await provider.owns(ownNumber)).toEqual({ kind: 'owned' });
  expect(await client.incomingPhoneNumbers.list({ phoneNumber: ownNumber })).toMatchObject([
    { phoneNumber: ownNumber },
  ]);
  expect(await provider.transfer(sid, url)).toEqual({ kind: 'gone' });
  await expect(client.calls(sid).update({ url, method: 'POST' })).rejects.toMatchObject({ code: 21220, status: 400 });
  expect(await provider.hangUp({ providerCallId: sid })).toEqual({ kind: 'done' });
  await client
    .calls(sid)
    .update({ status: 'completed' })
    .catch(() => {});
  expect(await provider.recordings(sid)).toEqual({ kind: 'found', recordings: [] });
  await client.calls(sid).recordings.list();
  const withoutPages = (sent: string): string => sent.replace(/[?&]PageSize=\d+/, '');
  expect(ours.map(withoutPages)).toEqual(theirs.map(withoutPages));
});
