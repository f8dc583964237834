import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { signature as telephonyA } from '../../src/telephony/telephony-a/signature.ts';

const { isSignedBy } = telephonyA;
const token = 'token-of-a';
const nonce = '12345';

/** Each is what the provider's own library takes for signed. */
test.each([
  [
    'https://voice.example.com/hook?call=c1',
    { CallUUID: 'u', To: '1202', From: '1', Empty: '' },
    'bOHwHcUKn6wOQFQWbzlnljT1/71Tg4yuljbD89VfT3o=',
  ],
  ['https://voice.example.com/hook', { CallUUID: 'u', To: '1202' }, 'em9DGoBUBcwjlGRxsiduNBcX3zshmrvhNsmtcs4jtXg='],
  ['https://voice.example.com/hook?b=2&a=1 x', {}, 'YdmiogeFuBG5l+3weJT1p6DWd2HaSh2T3utPOXLMT58='],
  ['https://voice.example.com/hook', {}, 'rLOgd1dehFKoqD3LUhJXZfIgJxk1LGT8p3pwS6EJIt4='],
])('a callback to %s with %o is known by its signature', (url, form, signature) => {
  const signed = { urls: ['http://127.0.0.1:8080/hook', url], form, nonce, signatures: ['AAAA', signature] };
  expect(isSignedBy(token, signed)).toBe(true);
  expect(isSignedBy('another', signed)).toBe(false);
  expect(isSignedBy(token, { ...signed, nonce: '12346' })).toBe(false);
  expect(isSignedBy(token, { ...signed, form: { ...form, CallStatus: 'busy' } })).toBe(false);
  expect(isSignedBy(token, { ...signed, signatures: [] })).toBe(false);
});

test('repeated fields are signed in order', () => {
  const text = 'https://voice.example.com/hook?AbAbAz.12345';
  const signatures = [createHmac('sha256', token).update(text).digest('base64')];
  const form = { A: ['z', 'b', 'b'] };
  expect(isSignedBy(token, { urls: ['https://voice.example.com/hook'], form, nonce, signatures })).toBe(true);
});
