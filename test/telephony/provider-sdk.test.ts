import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { findPythonPackages, type PythonPackages } from '../../bench/trials/python-packages.ts';
import { documents } from '../../src/telephony/telephony-a/documents.ts';
import { signature } from '../../src/telephony/telephony-a/signature.ts';
import { lineNumber, localHeaders, openTestApp } from '../http/test-app.ts';

interface Asked {
  readonly callbacks?: readonly Callback[];
  readonly documents?: readonly string[];
}

interface Callback {
  readonly method: 'GET' | 'POST';
  readonly uri: string;
  readonly params: Readonly<Record<string, string | string[]>>;
  readonly nonce: string;
  readonly token: string;
}

interface Answered {
  readonly signatures: readonly string[];
  /** Null, or what is wrong. */
  readonly documents: readonly (string | null)[];
}

/** The SDK of telephony_a's provider. */
let sdk: PythonPackages;
beforeAll(async () => {
  sdk = await findPythonPackages('plivo', process.env);
});

const program = readFileSync(join(import.meta.dirname, 'provider-sdk.py'), 'utf8');

async function ask({ callbacks = [], documents: given = [] }: Asked): Promise<Answered> {
  if (!sdk.ok) throw new Error(sdk.reason);
  const { status, output } = await sdk.run(['-W', 'ignore', '-c', program], {
    input: JSON.stringify({ callbacks, documents: given }),
  });
  expect(status, output).toBe(0);
  return JSON.parse(output) as Answered;
}

const publicBaseUrl = 'https://calls.example.com';
const answerPath = '/api/voice/webhooks/telephony_a/answer';
const token = 'the token of the account';
/** Its SDK cannot read a query that is not ASCII. */
const asked = { CallUUID: 'c-1', From: '+15550001111', To: lineNumber, Empty: '' };
const form = { ...asked, CallerName: 'Zoë Müller' };

it('a callback that the SDK signs is accepted; a wrong token, a missing nonce or an empty header is not', async ({
  skip,
}) => {
  skip(!sdk.ok, sdk.ok ? '' : sdk.reason);
  const uris = [
    answerPath,
    `${answerPath}?b=2&a=1%20x`,
    `${answerPath}/inbound?call=6f1c0a52-3d4e-4b8a-9a57-2f6d0c1e8b34`,
  ];
  const of = (uri: string, more: Partial<Callback> = {}): Callback => ({
    ...{ method: 'POST', uri: publicBaseUrl + uri, params: form, nonce: '77', token },
    ...more,
  });
  const { signatures } = await ask({
    callbacks: [
      ...uris.map((uri) => of(uri)),
      of(answerPath, { token: 'another' }),
      of(`${answerPath}?${new URLSearchParams(asked)}`, { method: 'GET', params: {} }),
    ],
  });
  const env = { PUBLIC_BASE_URL: publicBaseUrl, SETTINGS_ENCRYPTION_KEY: 'k'.repeat(32) };
  const app = await openTestApp({ env });
  const connected = await app.http.inject({
    method: 'PUT',
    url: '/api/voice/integrations/telephony/telephony_a',
    headers: localHeaders,
    payload: { auth_id: 'MA1', auth_token: token, phone_number: lineNumber },
  });
  expect(connected.statusCode, connected.body).toBe(200);
  const send = async (url: string, headers: Record<string, string>) => {
    const { statusCode } = await app.http.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(form).toString(),
    });
    return statusCode;
  };
  const sealed = (value: string | undefined, nonce = '77') => ({
    'x-plivo-signature-v3': value ?? '',
    'x-plivo-signature-v3-nonce': nonce,
  });
  for (const [index, uri] of uris.entries()) expect(await send(uri, sealed(signatures[index])), uri).toBe(200);
  const [right = '', , , wrong = '', ofGet = ''] = signatures;
  expect(await send(answerPath, sealed(wrong))).toBe(403);
  expect(await send(answerPath, sealed(right, '78'))).toBe(403);
  expect(await send(answerPath, { 'x-plivo-signature-v3': right }), 'without its nonce').toBe(403);
  expect(await send(answerPath, sealed('')), 'an empty header').toBe(403);
  const get = `${answerPath}?${new URLSearchParams(asked)}`;
  const answer = await app.http.inject({ url: get, headers: sealed(ofGet) });
  expect(answer.statusCode, 'by GET').toBe(200);
});

it('the SDK signs repeated fields as they are verified here', async ({ skip }) => {
  skip(!sdk.ok, sdk.ok ? '' : sdk.reason);
  const params = { A: ['z', 'b', 'b'], B: 'x' };
  const uri = `${publicBaseUrl}/hook?q=2&q=10&p=`;
  const { signatures } = await ask({ callbacks: [{ method: 'POST', uri, params, nonce: '1', token }] });
  expect(signature.isSignedBy(token, { urls: [uri], form: params, nonce: '1', signatures })).toBe(true);
});

it('the SDK signs any form and query as they are verified here', async ({ skip }) => {
  skip(!sdk.ok, sdk.ok ? '' : sdk.reason);
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,11}$/);
  const text = fc.string({ unit: 'grapheme', maxLength: 24 });
  // Its SDK cannot read a query that is not ASCII.
  const plain = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 });
  const one = fc.record({
    query: fc.dictionary(name, plain, { maxKeys: 4 }),
    form: fc.dictionary(name, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })), { maxKeys: 12 }),
    nonce: fc.stringMatching(/^[0-9]{1,20}$/),
    secret: fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
  });
  const callbacks = fc.sample(one, { seed: 1, numRuns: 300 }).map(({ query, form: params, nonce, secret }) => {
    const search = new URLSearchParams(query).toString();
    const uri = `${publicBaseUrl}${answerPath}${search === '' ? '' : `?${search}`}`;
    return { method: 'POST' as const, uri, params, nonce, token: secret };
  });
  const { signatures } = await ask({ callbacks });
  const verified = callbacks.filter(({ uri, params, nonce, token: secret }, index) => {
    const sent = { urls: [uri], form: params, nonce, signatures: [signatures[index] ?? ''] };
    return signature.isSignedBy(secret, sent) && !signature.isSignedBy(`${secret}x`, sent);
  });
  expect(callbacks.filter((callback) => !verified.includes(callback))).toEqual([]);
});

it('the SDK writes every document that is sent to the provider in the same way', async ({ skip }) => {
  skip(!sdk.ok, sdk.ok ? '' : sdk.reason);
  const url = 'https://calls.example.com/hook?a=1&b=2';
  const stream = documents.answer({ kind: 'stream', streamUrl: 'wss://x.example/m/t', statusUrl: url, rateHz: 8000 });
  const refusals = (['busy', 'over', 'no_match'] as const).map((kind) => documents.answer({ kind }));
  const answers = [stream, ...refusals].map((one) => (one.kind === 'document' ? String(one.body) : one.kind));
  const { handover, bridge, hangUp } = documents;
  const rest = [
    handover?.whisper({ choiceUrl: url, brief: 'A <caller> & more.' }),
    handover?.room('room-1', url),
    handover?.room('room-1'),
    handover?.goodbye('Goodbye.'),
    handover?.none(),
    bridge?.({ callerId: '+12025550143', to: '+12025550144', statusUrl: url, recordingUrl: url }),
    hangUp?.(),
  ];
  expect(rest).not.toContain(undefined);
  const all = [...answers, ...rest.map(String)];
  expect((await ask({ documents: all })).documents).toEqual(all.map(() => null));
  const wrong = [
    '<Response><Hangup colour="red"/></Response>',
    '<Response><Stream bidirectional="7">x</Stream></Response>',
  ];
  for (const problem of (await ask({ documents: wrong })).documents) expect(problem).toMatch(/Error/);
});
