import { createPublicKey } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { findVonageSdk, type VonageSdk } from '../../bench/trials/vonage-sdk.ts';
import { newVonageKey, vonageAccepts, vonageSignature } from '../../media/emulator/rest/vonage-rest.ts';
import type { Asking } from '../../src/telephony/exchange.ts';
import { openClient } from '../../src/telephony/vonage/client.ts';
import { documents } from '../../src/telephony/vonage/documents.ts';
import { signature } from '../../src/telephony/vonage/signature.ts';

let found: VonageSdk;
beforeAll(async () => {
  found = await findVonageSdk(process.env);
}, 300_000);

/** The SDK; skips the test where it cannot be fetched. */
function sdkOr(skip: (condition: boolean, note?: string) => void): Extract<VonageSdk, { ok: true }> {
  skip(!found.ok, found.ok ? '' : found.reason);
  if (!found.ok) throw new Error(found.reason);
  return found;
}

const authId = '0d2f5c1e-6a3b-4c8d-9e7f-1a2b3c4d5e6f';
const secret = 'signature-secret-of-the-account';

test('the SDK accepts the token of our requests, and its own token is accepted as ours is', async ({ skip }) => {
  const sdk = sdkOr(skip);
  const authToken = newVonageKey();
  const publicKey = createPublicKey(authToken).export({ type: 'spki', format: 'pem' }).toString();
  const sent: Asking[] = [];
  const client = openClient({
    account: { authId, authToken },
    baseUrl: 'http://vonage.example',
    async exchange(asking) {
      sent.push(asking);
      return { kind: 'answered', status: 204, body: undefined };
    },
  });
  await client.transfer('c-1', 'https://voice.example.com/next');
  const { authorization = '' } = sent[0]?.headers ?? {};
  expect(sdk.verifySignature(authorization.replace('Bearer ', ''), publicKey)).toBe(true);
  expect(vonageAccepts(authorization, { authId, authToken })).toBe(true);
  expect(vonageAccepts(`Bearer ${sdk.tokenGenerate(authId, authToken)}`, { authId, authToken })).toBe(true);
  expect(vonageAccepts(`Bearer ${sdk.tokenGenerate(authId, newVonageKey())}`, { authId, authToken })).toBe(false);
});

test('the SDK verifies a signed webhook as it is verified here', async ({ skip }) => {
  const sdk = sdkOr(skip);
  const jsonText = '{"uuid":"u"}';
  const headers = vonageSignature(jsonText, secret, Date.now());
  const seal = signature.sealOf(headers);
  if (seal === undefined) return expect.unreachable('no seal');
  const [token = ''] = seal.signatures;
  for (const key of [secret, `${secret}x`]) {
    const here = await signature.isSignedBy(key, { ...seal, urls: [], form: {}, jsonText });
    expect([key, here]).toEqual([key, sdk.verifySignature(token, key)]);
  }
});

test('the SDK writes every action in the same way', ({ skip }) => {
  const sdk = sdkOr(skip);
  const body = (answering: Parameters<typeof documents.answer>[0]) => {
    const answer = documents.answer(answering);
    return answer.kind === 'document' ? answer.body : answer.kind;
  };
  const url = 'https://voice.example.com/hook';
  const streamUrl = 'wss://voice.example.com/media/vonage/t';
  expect(body({ kind: 'stream', streamUrl, statusUrl: url, rateHz: 16_000, providerCallId: 'c-1' })).toEqual(
    sdk.actions([
      'Connect',
      {
        eventUrl: [`${url}?of=c-1`],
        endpoint: [
          { type: 'websocket', uri: streamUrl, 'content-type': 'audio/l16;rate=16000', headers: { call_id: 'c-1' } },
        ],
      },
    ]),
  );
  const talk = (text: string) => ['Talk', { text, language: 'en-US' }] as const;
  expect(body({ kind: 'busy' })).toEqual(sdk.actions(talk('All our lines are busy. Please call again later.')));
  const { handover } = documents;
  const question = 'You have a transferred call. Wants a quote. Press 1 to accept, or 2 to decline.';
  const keys = { type: ['dtmf'], dtmf: { maxDigits: 1, timeOut: 10 }, eventUrl: [url] };
  expect(handover?.whisper({ choiceUrl: url, brief: 'Wants a quote.' })).toEqual(
    sdk.actions(talk(question), ['Input', keys]),
  );
  expect(handover?.room('r')).toEqual(
    sdk.actions(['Conversation', { name: 'r', startOnEnter: true, endOnExit: true }]),
  );
});
