import { describe, expect, test } from 'vitest';
import { agreeOn, answeredCodecs } from '../../media/sip/offer-answer.ts';
import { parseSdp, printSdp, type SessionDescription } from '../../media/sip/sdp.ts';
import { offerText } from './message-text.ts';

function read(text: string): SessionDescription {
  const description = parseSdp(Buffer.from(text));
  if (description === undefined) throw new Error('no description');
  return description;
}

describe('agreeOn', () => {
  test('takes the first codec of the offer that we support, and its telephone events', () => {
    expect(agreeOn(read(offerText()))).toMatchObject({
      codec: 'PCMA',
      payloadType: 8,
      eventType: 101,
      remoteAddress: '127.0.0.1',
      remotePort: 4000,
      direction: 'sendrecv',
    });
  });

  test('takes G.722, whose clock is stated as 8 kHz', () => {
    const agreement = agreeOn(read(offerText().replace('8 0 101', '9 8 101')));
    expect(agreement).toMatchObject({ codec: 'G722', payloadType: 9 });
    expect(agreement && answeredCodecs(agreement)[0]).toEqual({ payloadType: 9, name: 'G722', clockRate: 8000 });
  });

  const inline = 'inline:4ceXTQ2KA+veAWoDLAbeQTkOxnWtSYr+67aWCzqr';
  const encrypted = (...lines: string[]) => read(offerText({ lines }).replace('RTP/AVP', 'RTP/SAVP'));

  test('takes the first key that it supports', () => {
    const agreement = agreeOn(
      encrypted(
        `a=crypto:1 AES_256_CM_HMAC_SHA1_80 ${inline}`,
        `a=crypto:2 AES_CM_128_HMAC_SHA1_32 ${inline}|2^20 WSH=64`,
        `a=crypto:3 AES_CM_128_HMAC_SHA1_80 ${inline}`,
      ),
    );
    const key = inline.slice('inline:'.length);
    expect(agreement?.crypto).toEqual({ tag: '2', suite: 'AES_CM_128_HMAC_SHA1_32', key });
  });

  test.each([
    `1 AES_CM_128_HMAC_SHA1_80 ${inline}|2^20|1:4`,
    `1 AES_CM_128_HMAC_SHA1_80 ${inline};${inline}`,
    `1 AES_CM_128_HMAC_SHA1_80 ${inline} UNENCRYPTED_SRTP`,
    `1 AES_CM_128_HMAC_SHA1_80 ${inline} UNAUTHENTICATED_SRTP`,
    `1 AES_CM_128_HMAC_SHA1_80 ${inline.slice(0, -4)}`,
    `x AES_CM_128_HMAC_SHA1_80 ${inline}`,
    `1 F8_128_HMAC_SHA1_80 ${inline}`,
    '1',
  ])('refuses the key %s', (key) => {
    expect(agreeOn(encrypted(`a=crypto:${key}`))).toBeUndefined();
  });

  test('does not encrypt a stream that was not offered as encrypted', () => {
    const offer = read(offerText({ lines: [`a=crypto:1 AES_CM_128_HMAC_SHA1_80 ${inline}`] }));
    expect(agreeOn(offer)).toMatchObject({ codec: 'PCMA', crypto: undefined });
  });

  test('keeps the codec of an earlier agreement', () => {
    expect(agreeOn(read(offerText()), 'PCMU')).toMatchObject({ codec: 'PCMU', payloadType: 0 });
  });

  test.each([
    ['a=sendonly', 'recvonly'],
    ['a=recvonly', 'sendonly'],
    ['a=inactive', 'inactive'],
  ])('mirrors %s', (line, direction) => {
    expect(agreeOn(read(offerText({ lines: [line] })))).toMatchObject({ direction });
  });

  test('takes the address 0.0.0.0 for a hold', () => {
    expect(agreeOn(read(offerText({ address: '0.0.0.0' })))).toMatchObject({ direction: 'inactive' });
  });

  test('prefers the connection of the stream to that of the session', () => {
    expect(agreeOn(read(offerText({ lines: ['c=IN IP4 127.0.0.9'] })))).toMatchObject({ remoteAddress: '127.0.0.9' });
  });

  test.each([
    ['a refused stream', offerText({ port: 0 })],
    ['encrypted audio, which was not agreed', offerText().replace('RTP/AVP', 'RTP/SAVP')],
    ['codecs that we do not have', offerText().replace('8 0 101', '18 101')],
    ['no audio', offerText().replace('m=audio', 'm=image')],
  ])('finds nothing in %s', (_, text) => {
    expect(agreeOn(read(text))).toBeUndefined();
  });

  test('maps dynamic payload types', () => {
    const text = offerText({ lines: ['a=rtpmap:96 PCMU/8000'] }).replace('8 0 101', '96');
    expect(agreeOn(read(text))).toMatchObject({ codec: 'PCMU', payloadType: 96, eventType: undefined });
  });
});

test.each([
  ['nothing', ''],
  ['another format', '{"v":0}'],
  ['a line without a type', 'v=0\r\nhello'],
  ['audio without an address', offerText().replace(/c=.*\r\n/, '')],
  ['a port that is too large', offerText({ port: 70_000 })],
])('parseSdp rejects %s', (_, text) => {
  expect(parseSdp(Buffer.from(text))).toBeUndefined();
});

test('printSdp refuses the other streams of an offer and keeps their order', () => {
  const offer = read(`${offerText().replace('m=audio', 'm=video 7000 RTP/AVP 31\r\nm=audio')}m=image 5 udptl t38\r\n`);
  const agreement = agreeOn(offer);
  if (agreement === undefined) throw new Error('nothing to agree on');
  const text = printSdp({
    sessionId: '5',
    version: 2,
    address: '127.0.0.1',
    port: 6000,
    codecs: answeredCodecs(agreement),
    direction: 'sendrecv',
    ptimeMs: 20,
    mediaLines: offer.mediaLines,
    audioIndex: offer.audioIndex,
  });
  expect(text.match(/^m=.*$/gm)?.map((line) => line.trim())).toEqual([
    'm=video 0 RTP/AVP 31',
    'm=audio 6000 RTP/AVP 8 101',
    'm=image 0 udptl t38',
  ]);
  expect(agreeOn(read(text))).toMatchObject({ codec: 'PCMA', remotePort: 6000 });
});
