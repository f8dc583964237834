import { expect, test } from 'vitest';
import type { DialOptions, RtpAgreement, SessionDescription, SipLeg } from '../../media/index.ts';
import { parseSdp } from '../../media/sip/sdp.ts';
import type { PlacedLine } from '../../src/features/calls/phones/index.ts';
import { createTrunkCalls } from '../../src/features/calls/trunks/trunk-calls.ts';
import { trunkRow } from './trunk-row.ts';

function described(payloadType: number): SessionDescription {
  const lines = ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0'];
  const sdp = [...lines, `m=audio 4000 RTP/AVP ${payloadType}`, ''].join('\r\n');
  return parseSdp(Buffer.from(sdp)) as SessionDescription;
}
const [pcmu, pcma] = [described(0), described(8)];

/** A call to a person over a trunk, and what was done. */
function dialled() {
  const done: string[] = [];
  let dialling: DialOptions | undefined;
  const calls = createTrunkCalls({
    dial(options) {
      dialling = options;
      const peer = { address: '192.0.2.9' };
      return { callId: 'leg', peer, hangUp: (reason: string) => void done.push(`hung up: ${reason}`) } as SipLeg;
    },
    calls: { callback: async () => undefined as never },
    legs: { add() {}, over() {} },
    log: { warn() {} },
  });
  calls.start({
    trunk: trunkRow({ widebandAudio: true }),
    password: null,
    peer: { transport: 'udp', address: '192.0.2.9', port: 5060 },
    line: {
      port: 10_000,
      addressTowards: () => '192.0.2.1',
      begin: async ({ codec }: RtpAgreement) => done.push(`begun ${codec}`) > 0,
      update: ({ codec }: RtpAgreement) => void done.push(`updated ${codec}`),
    } as unknown as PlacedLine,
    request: {
      callUuid: 'call',
      from: '+12025550101',
      to: '+12025550178',
      answerUrl: '',
      hangupUrl: '',
      statusUrl: '',
      ringSeconds: 25,
      maxSeconds: 60,
    },
    onOver() {},
    onEnd() {},
    onAnswered: () => void done.push('answered'),
  });
  if (dialling === undefined) throw new Error('the call was not dialled');
  return { done, ...dialling };
}

test('the audio that flows while a phone rings continues when it is answered', async () => {
  const { done, handlers, sdp } = dialled();
  expect(sdp).not.toContain('G722');
  handlers.onProgress?.(183, pcmu);
  handlers.onEstablished(pcmu);
  await new Promise(setImmediate);
  expect(done).toEqual(['begun PCMU', 'updated PCMU', 'answered']);
});

test('a call that is answered with another codec than that of its ringing tone is hung up', async () => {
  const { done, handlers } = dialled();
  handlers.onProgress?.(183, pcmu);
  handlers.onEstablished(pcma);
  await new Promise(setImmediate);
  expect(done).toEqual(['begun PCMU', 'hung up: the call could not be started']);
});
