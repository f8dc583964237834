import { expect, test } from 'vitest';
import { signaturesOf } from '../../media/line/stream-request.ts';
import { readHandshake } from '../../media/wire/handshake.ts';

const upgrade = {
  method: 'GET',
  url: '/media/twilio/token',
  upgrade: 'websocket',
  key: 'AAAAAAAAAAAAAAAAAAAAAA==',
  version: '13',
  host: 'voice.example.com:8443',
  origin: '',
  signatures: {},
};
const hostOf = (host: string): string | undefined => {
  const handshake = readHandshake({ ...upgrade, host });
  return handshake.ok ? handshake.request.host : undefined;
};

test('a host that may not stand in a header is not passed on', () => {
  expect(hostOf('voice.example.com:8443')).toBe('voice.example.com:8443');
  for (const host of ['voice\u0000', 'vöice.example.com', '\u{1f4de}', 'voice\r\nx: y']) expect(hostOf(host)).toBe('');
});

test('at most four signatures are kept, and none that may not stand in a header', () => {
  const named = (name: string, value = 'c2VhbA==') => [`x-${name}-signature`, value] as const;
  expect(
    signaturesOf([
      named('twilio'),
      ['authorization', 'Bearer x'],
      named('other', 'ä'),
      named('long', 'a'.repeat(1025)),
    ]),
  ).toEqual({
    'x-twilio-signature': 'c2VhbA==',
  });
  expect(Object.keys(signaturesOf(['a', 'b', 'c', 'd', 'e'].map((name) => named(name))))).toHaveLength(4);
});
