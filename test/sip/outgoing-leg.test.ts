import { expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import type { LegEnd } from '../../media/sip/leg.ts';
import { createOutgoingLeg } from '../../media/sip/outgoing-leg.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { responseTo } from '../../media/sip/print-message.ts';
import { createTransactions } from '../../media/sip/transactions.ts';

const peer = { transport: 'udp', address: '192.0.2.9', port: 5060 } as const;

/** A call that rings for 25 s. The peer answers the INVITE with `status`, or nothing at all. */
function endOfCall(status?: number): LegEnd | undefined {
  const clock = createManualClock();
  let end: LegEnd | undefined;
  const sent: Buffer[] = [];
  const transactions = createTransactions({
    clock,
    send: (bytes) => void sent.push(bytes),
    maxTransactions: 10,
    onRequest() {},
    onAcknowledgement() {},
  });
  createOutgoingLeg({
    transactions,
    clock,
    peer,
    addresses: { viaTo: () => 'SIP/2.0/UDP 192.0.2.1', contactFor: () => 'sip:us@192.0.2.1' },
    uri: 'sip:100@192.0.2.9',
    from: '<sip:us@192.0.2.1>',
    contactUser: 'us',
    sdp: '',
    ringMs: 25_000,
    handlers: {
      onEstablished() {},
      onReoffer: () => ({ status: 488 }),
      onDigit() {},
      onRefer: () => undefined,
      onEnd(how) {
        end = how;
      },
    },
    onOver() {},
  });
  const parsed = parseMessage(sent[0] as Buffer);
  if (!parsed.ok || parsed.message.kind !== 'request') throw new Error('no INVITE was sent');
  if (status !== undefined) transactions.receive(responseTo(parsed.message, { status, toTag: 'theirs' }), peer);
  clock.advance(120_000);
  return end;
}

test('a call to which nothing responded did not ring', () => {
  expect(endOfCall()).toEqual({ by: 'timeout', status: 408, detail: 'the peer did not answer' });
});

test('a call that rang was not answered in time', () => {
  expect(endOfCall(180)).toEqual({ by: 'local', status: 487, detail: 'nobody answered in time' });
});
