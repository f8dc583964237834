import { expect, test } from 'vitest';
import type { Binding, SessionDescription, SipLeg } from '../../media/index.ts';
import { parseSdp } from '../../media/sip/sdp.ts';
import type { OrganisationId } from '../../src/data/index.ts';
import {
  createFarEnds,
  createOpenLegs,
  createReplaceableLegs,
  type PlacedLine,
} from '../../src/features/calls/phones/index.ts';
import { createTeammateCalls } from '../../src/features/calls/trunks/teammate-calls.ts';

const sdp = ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', 'm=audio 4000 RTP/AVP 0', ''];
const description = parseSdp(Buffer.from(sdp.join('\r\n'))) as SessionDescription;

/** Rings the phones at two addresses of a teammate. */
async function ringing({ isStarted = true, hasLine = true } = {}) {
  const done: string[] = [];
  const dialled: SipLeg[] = [];
  const legs = createOpenLegs({ connectLines: async () => true });
  const line = {
    addressTowards: () => '192.0.2.1',
    begin: async () => isStarted,
    end: (reason: string) => void done.push(`line: ${reason}`),
  } as unknown as PlacedLine;
  const teammates = createTeammateCalls({
    phones: { ofUser: async () => [{ uuid: 'phone' }] as never },
    bindings: () => ['desk', 'mobile'].map((contact) => ({ contact, peer: { address: contact } }) as Binding),
    dial(options) {
      const leg = {
        callId: options.uri,
        peer: options.peer,
        handlers: options.handlers,
        hangUp(reason?: string) {
          done.push(`${options.uri}: ${reason}`);
          leg.handlers.onEnd({ by: 'local', detail: reason ?? '' });
        },
      } as SipLeg;
      dialled.push(leg);
      return leg;
    },
    openLine: async () => (hasLine ? line : undefined),
    legs,
    farEnds: createFarEnds({ legs: createReplaceableLegs(), waysTo: async () => [] }),
    trunks: { dialPerson: async () => ({ kind: 'unknown', detail: '' }), hangUpPerson() {} },
  });
  const rung = await teammates.ring({
    organisation: 'ours' as OrganisationId,
    callerNumber: '+12025550178',
    transferUuid: 'transfer',
    userUuid: 'user',
    phoneNumber: '101',
    ringSeconds: 25,
    maxSeconds: 60,
    onAnswered: (legId) => void done.push(`answered: ${legId}`),
    onEnd: ({ status }) => void done.push(`end: ${status}`),
  });
  return { rung, done, dialled, legs, line, teammates };
}

test('the first phone that answers is the leg of the teammate, and the others stop ringing', async () => {
  const { rung, done, dialled, legs, line } = await ringing();
  expect(rung).toEqual({ kind: 'ringing', legId: 'desk' });
  dialled[1]?.handlers.onEstablished(description);
  await new Promise(setImmediate);
  expect(done).toEqual(['desk: answered elsewhere', 'answered: desk']);
  expect(legs.get('desk')?.line).toBe(line);
  dialled[1]?.handlers.onEnd({ by: 'remote', detail: 'BYE' });
  expect(done.slice(2)).toEqual(['line: caller_hung_up', 'end: completed']);
  expect(legs.get('desk')).toBeUndefined();
});

test('a phone without a common codec does not spoil the call of another one', async () => {
  const { done, dialled } = await ringing();
  dialled[0]?.handlers.onEstablished(undefined);
  dialled[1]?.handlers.onEstablished(description);
  await new Promise(setImmediate);
  dialled[1]?.handlers.onEnd({ by: 'remote', detail: 'BYE' });
  expect(done).toEqual(['desk: no common codec', 'answered: desk', 'line: caller_hung_up', 'end: completed']);
});

test('a teammate whose phones all refuse is busy, once', async () => {
  const { done, dialled } = await ringing();
  for (const { handlers } of dialled) handlers.onEnd({ by: 'remote', status: 486, detail: '486 Busy Here' });
  expect(done).toEqual(['line: caller_hung_up', 'end: busy']);
});

test('phones that still ring stop when the caller is gone', async () => {
  const { done, teammates } = await ringing();
  teammates.hangUp('desk');
  expect(done).toEqual(['desk: cancelled', 'mobile: cancelled', 'line: caller_hung_up', 'end: cancelled']);
});

test('an answered phone without audio is hung up', async () => {
  const { done, dialled } = await ringing({ isStarted: false });
  dialled[0]?.handlers.onEstablished(description);
  await new Promise(setImmediate);
  expect(done).toEqual([
    'mobile: answered elsewhere',
    'desk: the call could not be started',
    'line: caller_hung_up',
    'end: failed',
  ]);
});

test('no phone rings without a free port', async () => {
  const { rung, dialled } = await ringing({ hasLine: false });
  expect(rung).toEqual({ kind: 'not_placed', detail: 'RTP_PORTS has no free port.' });
  expect(dialled).toEqual([]);
});
