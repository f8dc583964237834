import { beforeAll, expect, it } from 'vitest';
import {
  findSdk,
  ourDocuments,
  randomCallbacks,
  type Sdk,
  type SdkCallback,
  type SdkQuestion,
  wrongDocuments,
} from '../../bench/trials/provider-sdk-oracle.ts';
import { signature } from '../../src/telephony/telephony-a/signature.ts';
import { lineNumber, localHeaders, openTestApp } from '../http/test-app.ts';

/** The SDK of telephony_a's provider. */
let sdk: Sdk;
beforeAll(async () => {
  sdk = await findSdk(process.env);
});

async function ask(question: SdkQuestion) {
  if (!sdk.ok) throw new Error(sdk.reason);
  return sdk.ask(question);
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
  const of = (uri: string, more: Partial<SdkCallback> = {}): SdkCallback => ({
    method: 'POST',
    uri: publicBaseUrl + uri,
    params: form,
    nonce: '77',
    token,
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
  const callbacks = randomCallbacks(publicBaseUrl + answerPath, 300, 1);
  const { signatures } = await ask({ callbacks });
  const verified = callbacks.filter(({ uri, params, nonce, token: secret }, index) => {
    const sent = { urls: [uri], form: params, nonce, signatures: [signatures[index] ?? ''] };
    return signature.isSignedBy(secret, sent) && !signature.isSignedBy(`${secret}x`, sent);
  });
  expect(callbacks.filter((callback) => !verified.includes(callback))).toEqual([]);
});

it('the SDK writes every document that is sent to the provider in the same way', async ({ skip }) => {
  skip(!sdk.ok, sdk.ok ? '' : sdk.reason);
  const all = ourDocuments();
  expect(all).not.toContain('undefined');
  expect((await ask({ documents: all })).documents).toEqual(all.map(() => null));
  for (const problem of (await ask({ documents: wrongDocuments })).documents) expect(problem).toMatch(/Error/);
});
