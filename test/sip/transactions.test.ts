import { describe, expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import type { SipRequest, SipResponse } from '../../media/sip/message.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { responseTo } from '../../media/sip/print-message.ts';
import type { ServerTransaction } from '../../media/sip/server-transaction.ts';
import { createTransactions } from '../../media/sip/transactions.ts';
import type { SipPeer } from '../../media/sip/transport.ts';
import { requestText } from './message-text.ts';

const udp: SipPeer = { transport: 'udp', address: '192.0.2.9', port: 5060 };
const tcp: SipPeer = { ...udp, transport: 'tcp' };

function request(method: string, headers: readonly string[] = []): SipRequest {
  const result = parseMessage(Buffer.from(requestText(method, { headers })));
  if (!result.ok || result.message.kind !== 'request') throw new Error('not a request');
  return result.message;
}

function open() {
  const clock = createManualClock();
  const sent: { atMs: number; line: string }[] = [];
  const received: ServerTransaction[] = [];
  const transactions = createTransactions({
    clock,
    maxTransactions: 3,
    send: (bytes) => sent.push({ atMs: clock.nowMs(), line: bytes.toString().split('\r\n')[0] ?? '' }),
    onRequest: (transaction) => received.push(transaction),
    onAcknowledgement: () => {},
  });
  return { clock, sent, received, transactions };
}

const times = (sent: readonly { atMs: number }[]): number[] => sent.map(({ atMs }) => atMs);

describe('a request over UDP', () => {
  test('repeats an INVITE with growing intervals and times out after 32 s', () => {
    const { clock, sent, transactions } = open();
    let timeouts = 0;
    transactions.request(request('INVITE'), udp, { onResponse() {}, onTimeout: () => (timeouts += 1) });
    clock.advance(31_999);
    expect(times(sent)).toEqual([0, 500, 1500, 3500, 7500, 15_500, 31_500]);
    expect(timeouts).toBe(0);
    clock.advance(1);
    expect([timeouts, clock.pending, transactions.open]).toEqual([1, 0, 0]);
  });

  test('repeats another request at most every 4 s', () => {
    const { clock, sent, transactions } = open();
    transactions.request(request('REGISTER'), udp, { onResponse() {}, onTimeout() {} });
    clock.advance(12_000);
    expect(times(sent)).toEqual([0, 500, 1500, 3500, 7500, 11_500]);
  });

  test('acknowledges a refusal of an INVITE each time it arrives and reports it once', () => {
    const { clock, sent, transactions } = open();
    const statuses: number[] = [];
    const invite = request('INVITE');
    const handlers = { onResponse: ({ status }: SipResponse) => void statuses.push(status), onTimeout() {} };
    transactions.request(invite, udp, handlers);
    for (const status of [180, 486, 486]) transactions.receive(responseTo(invite, { status, toTag: 't' }), udp);
    expect(statuses).toEqual([180, 486]);
    expect(sent.map(({ line }) => line.split(' ')[0])).toEqual(['INVITE', 'ACK', 'ACK']);
    clock.advance(32_000);
    expect([transactions.open, clock.pending]).toEqual([0, 0]);
  });

  test('passes every repetition of a 2xx on, because each needs an ACK of the call', () => {
    const { transactions } = open();
    let count = 0;
    const invite = request('INVITE');
    transactions.request(invite, udp, { onResponse: () => (count += 1), onTimeout() {} });
    for (let time = 0; time < 3; time++) transactions.receive(responseTo(invite, { status: 200, toTag: 't' }), udp);
    expect(count).toBe(3);
  });

  test('never repeats a request over TCP', () => {
    const { clock, sent, transactions } = open();
    transactions.request(request('INVITE'), tcp, { onResponse() {}, onTimeout() {} });
    clock.advance(32_000);
    expect(times(sent)).toEqual([0]);
  });
});

describe('a received request', () => {
  test('gets the same answer when it is repeated', () => {
    const { sent, received, transactions } = open();
    transactions.receive(request('OPTIONS'), udp);
    received[0]?.respond({ status: 200 });
    received[0]?.respond({ status: 500 });
    transactions.receive(request('OPTIONS'), udp);
    expect([received.length, sent.map(({ line }) => line)]).toEqual([1, ['SIP/2.0 200 OK', 'SIP/2.0 200 OK']]);
  });

  test('repeats a 2xx to an INVITE until the ACK, on TCP too', () => {
    const { clock, sent, received, transactions } = open();
    transactions.receive(request('INVITE'), tcp);
    received[0]?.respond({ status: 200, toTag: 't' });
    clock.advance(2000);
    expect(times(sent)).toEqual([0, 500, 1500]);
    received[0]?.acknowledge();
    clock.advance(20_000);
    expect(sent.length).toBe(3);
  });

  test('reports a 2xx that is never acknowledged', () => {
    const { clock, received, transactions } = open();
    let isLost = false;
    transactions.receive(request('INVITE'), udp);
    const [invite] = received;
    if (invite !== undefined) invite.onNoAcknowledgement = () => (isLost = true);
    invite?.respond({ status: 200, toTag: 't' });
    clock.advance(32_000);
    expect([isLost, transactions.open]).toEqual([true, 0]);
  });

  test('is cancelled only before its final response', () => {
    const { received, transactions, sent } = open();
    let cancels = 0;
    transactions.receive(request('INVITE'), udp);
    const [invite] = received;
    if (invite !== undefined) invite.onCancel = () => (cancels += 1);
    transactions.receive(request('CANCEL'), udp);
    invite?.respond({ status: 487, toTag: 't' });
    transactions.receive(request('CANCEL'), udp);
    expect(cancels).toBe(1);
    expect(sent.filter(({ line }) => line === 'SIP/2.0 200 OK').length).toBe(2);
  });

  test('gets 481 for a CANCEL without an INVITE and 503 beyond the limit', () => {
    const { transactions, sent, received } = open();
    transactions.receive(request('CANCEL'), udp);
    for (let number = 0; number < 4; number++)
      transactions.receive(request('OPTIONS', [`Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKn${number}`]), udp);
    expect(received.length).toBe(3);
    expect(sent.map(({ line }) => line)).toEqual([
      'SIP/2.0 481 Call/Transaction Does Not Exist',
      'SIP/2.0 503 Service Unavailable',
    ]);
  });

  test('without a usable branch is matched by its headers', () => {
    const { transactions, received } = open();
    const old = request('OPTIONS', ['Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bK']);
    transactions.receive(old, udp);
    transactions.receive(old, udp);
    expect(received.length).toBe(1);
  });
});
