import { expect, test } from 'vitest';
import { createManualClock } from '../../media/kit/clock.ts';
import type { LegEnd } from '../../media/sip/leg.ts';
import { headerOf, type SipRequest } from '../../media/sip/message.ts';
import { createOutgoingLeg, type DialOptions } from '../../media/sip/outgoing-leg.ts';
import { parseMessage } from '../../media/sip/parse-message.ts';
import { type ResponseOptions, responseTo } from '../../media/sip/print-message.ts';
import { createTransactions } from '../../media/sip/transactions.ts';

const peer = { transport: 'udp', address: '192.0.2.9', port: 5060 } as const;

/** A call that rings for at most 25 s. */
function call(options: Partial<Pick<DialOptions, 'sdp' | 'otherSdp'>> = {}) {
  const clock = createManualClock();
  const ends: LegEnd[] = [];
  const answers: (string | undefined)[] = [];
  const sent: SipRequest[] = [];
  const transactions = createTransactions({
    clock,
    send(bytes) {
      const parsed = parseMessage(bytes);
      if (parsed.ok && parsed.message.kind === 'request') sent.push(parsed.message);
    },
    maxTransactions: 10,
    onRequest() {},
    onAcknowledgement() {},
  });
  const leg = createOutgoingLeg({
    transactions,
    clock,
    peer,
    addresses: { viaTo: () => 'SIP/2.0/UDP 192.0.2.1', contactFor: () => 'sip:us@192.0.2.1', newTag: () => 'tag' },
    uri: 'sip:100@192.0.2.9',
    from: '<sip:us@192.0.2.1>',
    contactUser: 'us',
    sdp: descriptionOf('RTP/AVP'),
    ...options,
    ringMs: 25_000,
    handlers: {
      onEstablished: (description) => void answers.push(description?.audio?.profile),
      onReoffer: () => ({ status: 488 }),
      onDigit() {},
      onRefer: () => undefined,
      onEnd: (how) => void ends.push(how),
    },
    onOver() {},
  });
  /** The peer responds to the latest INVITE. */
  function respond(response: ResponseOptions): void {
    const invite = sent.findLast(({ method }) => method === 'INVITE');
    if (invite !== undefined) transactions.receive(responseTo(invite, { toTag: 'theirs', ...response }), peer);
  }
  const bodies = () =>
    sent.map(({ method, body }) => `${method} ${/m=audio \d+ (\S+)/.exec(String(body))?.[1] ?? '-'}`);
  return { clock, leg, respond, ends, answers, sent, bodies };
}

const descriptionOf = (profile: string): string =>
  `v=0\r\no=- 1 1 IN IP4 192.0.2.1\r\ns=-\r\nc=IN IP4 192.0.2.1\r\nt=0 0\r\nm=audio 4000 ${profile} 0\r\n`;

const withBody = (profile: string): ResponseOptions => ({
  status: 200,
  headers: [{ name: 'contact', value: '<sip:100@192.0.2.9>' }],
  body: { type: 'application/sdp', content: descriptionOf(profile) },
});

function endOfCall(status?: number): LegEnd | undefined {
  const { clock, respond, ends } = call();
  if (status !== undefined) respond({ status });
  clock.advance(120_000);
  return ends[0];
}

test('a call to which nothing responded did not ring', () => {
  expect(endOfCall()).toEqual({ by: 'timeout', status: 408, detail: 'the peer did not answer' });
});

test('a call that rang was not answered in time', () => {
  expect(endOfCall(180)).toEqual({ by: 'local', status: 487, detail: 'nobody answered in time' });
});

test('a peer that refuses plain audio is offered the other description, as the next request of the same call', () => {
  const { respond, sent, bodies, answers, ends } = call({ otherSdp: descriptionOf('RTP/SAVP') });
  respond({ status: 488 });
  respond(withBody('RTP/SAVP'));
  expect(bodies()).toEqual(['INVITE RTP/AVP', 'ACK -', 'INVITE RTP/SAVP', 'ACK -']);
  const [first, , second] = sent as [SipRequest, SipRequest, SipRequest];
  const numberOf = (request: SipRequest) => Number.parseInt(headerOf(request, 'cseq') ?? '', 10);
  expect(numberOf(second)).toBe(numberOf(first) + 1);
  expect(headerOf(second, 'call-id')).toBe(headerOf(first, 'call-id'));
  expect(headerOf(second, 'via')).not.toBe(headerOf(first, 'via'));
  expect([answers, ends]).toEqual([['RTP/SAVP'], []]);
});

test('a peer that refuses both descriptions ends the call', () => {
  const { respond, bodies, ends } = call({ otherSdp: descriptionOf('RTP/SAVP') });
  respond({ status: 488 });
  respond({ status: 488 });
  expect(bodies()).toEqual(['INVITE RTP/AVP', 'ACK -', 'INVITE RTP/SAVP', 'ACK -']);
  expect(ends).toMatchObject([{ by: 'remote', status: 488 }]);
});

test('an offer of the peer is answered with the acknowledgement', () => {
  const { leg, respond, bodies, answers } = call({ sdp: undefined });
  respond(withBody('RTP/AVP'));
  respond(withBody('RTP/AVP'));
  expect([answers, bodies()], 'waits for our answer').toEqual([['RTP/AVP'], ['INVITE -']]);
  leg.accept(descriptionOf('RTP/AVP'));
  respond(withBody('RTP/AVP'));
  expect(bodies(), 'also to a repeated response').toEqual(['INVITE -', 'ACK RTP/AVP', 'ACK RTP/AVP']);
});

test('a call that is given up before its offer is answered is acknowledged and ended', () => {
  const { leg, respond, bodies, ends } = call({ sdp: undefined });
  respond(withBody('RTP/AVP'));
  leg.hangUp('the caller hung up');
  expect(bodies()).toEqual(['INVITE -', 'ACK -', 'BYE -']);
  expect(ends).toEqual([{ by: 'local', detail: 'the caller hung up' }]);
});
