import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import type { SipRequest } from '../../media/sip/message.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { createRegistrar } from '../../media/sip/registrar.ts';
import type { SipPeer } from '../../media/sip/transport.ts';
import { requestText } from './message-text.ts';

const seen: SipPeer = { transport: 'udp', address: '198.51.100.4', port: 40_000 };

function registerRequest(headers: readonly string[]): SipRequest {
  const result = parseMessage(Buffer.from(requestText('REGISTER', { headers })));
  if (!result.ok || result.message.kind !== 'request') throw new Error('not a request');
  return result.message;
}

function open() {
  const clock = createManualClock();
  const counts: number[] = [];
  const registrar = createRegistrar({
    clock,
    wallNowMs: () => 1_000_000 + clock.nowMs(),
    onChange: (_, bindings) => counts.push(bindings.length),
  });
  return { clock, counts, registrar };
}

const contact = 'Contact: <sip:p1@10.0.0.5:5062>';

describe('createRegistrar', () => {
  test('keeps the address that a phone is seen at beside its own', () => {
    const { registrar } = open();
    const response = registrar.register('a', registerRequest([contact, 'Expires: 120', 'User-Agent: Desk/1']), seen);
    expect(response.headers).toEqual([{ name: 'contact', value: '<sip:p1@10.0.0.5:5062>;expires=120' }]);
    expect(registrar.bindings('a')).toMatchObject([
      { contact: 'sip:p1@10.0.0.5:5062', peer: seen, isBehindNat: true, userAgent: 'Desk/1' },
    ]);
    expect(registrar.bindings('b')).toEqual([]);
  });

  test.each([
    ['Expires: 10', 60],
    ['Expires: 90000', 300],
    ['X-Other: 1', 300],
  ])('limits %s to %i s over UDP', (header, seconds) => {
    const { registrar, clock, counts } = open();
    registrar.register('a', registerRequest([contact, header]), seen);
    clock.advance(seconds * 1000 - 1);
    expect(registrar.accounts).toEqual(['a']);
    clock.advance(1);
    expect([registrar.accounts, counts]).toEqual([[], [1, 0]]);
  });

  test('replaces the binding of a phone that moved', () => {
    const { registrar } = open();
    registrar.register('a', registerRequest([contact]), seen);
    registrar.register('a', registerRequest([contact, 'CSeq: 8 REGISTER']), { ...seen, port: 41_000 });
    expect(registrar.bindings('a').map(({ peer }) => peer.port)).toEqual([41_000]);
  });

  test('refuses a request that is older than the registration', () => {
    const { registrar } = open();
    registrar.register('a', registerRequest([contact, 'CSeq: 8 REGISTER']), seen);
    expect(registrar.register('a', registerRequest([contact, 'Expires: 0']), seen)).toMatchObject({ status: 400 });
    expect(registrar.bindings('a').length).toBe(1);
  });

  test('removes one binding, or all of them', () => {
    const { registrar } = open();
    registrar.register('a', registerRequest([contact, 'Contact: <sip:p1@10.0.0.6>']), seen);
    registrar.register('a', registerRequest([`${contact};expires=0`, 'CSeq: 8 REGISTER']), seen);
    expect(registrar.bindings('a').map((binding) => binding.contact)).toEqual(['sip:p1@10.0.0.6']);
    registrar.register('a', registerRequest(['Contact: *', 'Expires: 0', 'CSeq: 9 REGISTER']), seen);
    expect(registrar.bindings('a')).toEqual([]);
  });

  test.each([
    ['a star with an expiry', ['Contact: *', 'Expires: 60']],
    ['another scheme', ['Contact: <mailto:p1@example.com>']],
  ])('refuses %s', (_, headers) => {
    expect(open().registrar.register('a', registerRequest(headers), seen)).toMatchObject({ status: 400 });
  });

  test('keeps at most five addresses of an account', () => {
    const { registrar } = open();
    for (let number = 0; number < 8; number++)
      registrar.register('a', registerRequest([`Contact: <sip:p@10.0.0.${number}>`, `Call-ID: c${number}`]), seen);
    expect(registrar.bindings('a').map((binding) => binding.contact.at(-1))).toEqual(['3', '4', '5', '6', '7']);
  });
});
