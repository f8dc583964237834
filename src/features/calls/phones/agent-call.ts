import { randomBytes, randomUUID } from 'node:crypto';
import {
  agreeOn,
  answeredCodecs,
  type LegEnd,
  type MediaAgreement,
  printSdp,
  type RtpAgreement,
  type RtpLine,
  type RtpReport,
  type SessionDescription,
  type SipLeg,
} from '../../../../media/index.ts';
import type { OrganisationId } from '../../../data/index.ts';
import type { Log } from '../../../log.ts';
import type { Calls } from '../calls/index.ts';

export interface AgentCallOptions {
  readonly calls: Pick<Calls, 'offer' | 'callback'>;
  /** Binds ports for the audio of a call. Undefined if none is free. */
  readonly openLine: () => Promise<RtpLine | undefined>;
  /** Our address for media, as the peer of a leg reaches it. */
  readonly mediaAddressFor: (leg: SipLeg) => string;
  readonly log: Log;
}

/** The two parties of a leg. */
export interface AgentCallParties {
  readonly organisation: OrganisationId;
  readonly flowUuid: string;
  readonly from: string;
  readonly to: string;
}

const dialect = 'sip';

const rtpAgreementOf = (agreement: MediaAgreement, leg: SipLeg, localKey: string): RtpAgreement => ({
  codec: agreement.codec,
  payloadType: agreement.payloadType,
  eventType: agreement.eventType ?? null,
  noiseType: agreement.noiseType ?? null,
  remoteAddress: agreement.remoteAddress,
  remotePort: agreement.remotePort,
  signallingAddress: leg.peer.address,
  encryption:
    agreement.crypto === undefined
      ? null
      : { suite: agreement.crypto.suite, remoteKey: agreement.crypto.key, localKey },
  sends: agreement.direction === 'sendrecv' || agreement.direction === 'sendonly',
  receives: agreement.direction === 'sendrecv' || agreement.direction === 'recvonly',
});

/** Answers a leg with the agent of a flow. Refuses it with the status that tells a phone what is wrong. */
export async function answerWithAgent(
  leg: SipLeg,
  { organisation, flowUuid, from, to }: AgentCallParties,
  options: AgentCallOptions,
): Promise<void> {
  const { calls } = options;
  let hasEnded = false;
  leg.handlers = { ...leg.handlers, onEnd: () => (hasEnded = true) };
  const offer = leg.offer;
  const agreement = offer && agreeOn(offer);
  if (offer === undefined || agreement === undefined)
    return leg.refuse(488, 'No common codec: PCMU, PCMA or G.722 is needed');
  leg.ring();
  const providerCallId = `${leg.callId}`.slice(0, 200);
  const stream = await calls.offer(organisation, {
    flowUuid,
    callType: 'inbound',
    dialect,
    from,
    to,
    providerCallId,
    isVerified: true,
  });
  if (stream.kind !== 'stream') return leg.refuse(stream.kind === 'busy' ? 486 : 480);
  const line = await options.openLine();
  if (line === undefined || hasEnded) {
    line?.end('never answered');
    await report({
      kind: 'hangup',
      fields: { reason: line === undefined ? 'no free RTP port' : 'cancelled' },
      isOver: true,
    });
    return leg.refuse(line === undefined ? 503 : 487);
  }
  const session = createMediaSession({ leg, line, offer, agreement, address: options.mediaAddressFor(leg) });
  leg.handlers = {
    onEstablished() {},
    onReoffer: session.reoffer,
    onDigit: (digit) => line.key(digit),
    onRefer: () => false,
    onEnd(end) {
      line.end('caller_hung_up');
      void report({ kind: 'hangup', fields: fieldsOfEnd(end), isOver: true });
    },
  };
  line.onClosed = (reason, rtp) => {
    leg.hangUp(reason);
    void report({ kind: 'stream-status', fields: fieldsOfReport(agreement, rtp), isOver: false });
  };
  leg.accept(session.answer);
  const start = { callId: providerCallId, from, to };
  const isStarted = await line.start(stream.token, session.agreement, start);
  if (!isStarted) leg.hangUp('the call could not be started');

  async function report({ kind, fields, isOver }: { kind: string; fields: Record<string, string>; isOver: boolean }) {
    const closed = { status: 'completed', reason: 'caller_hung_up' } as const;
    await calls
      .callback({ dialect, providerCallId, kind, fields, ...(isOver ? { closed } : {}) })
      .catch((error: unknown) => options.log.warn({ err: error }, 'failed to store the report of a telephone call'));
  }
}

interface MediaSessionOptions {
  readonly leg: SipLeg;
  readonly line: RtpLine;
  readonly offer: SessionDescription;
  readonly agreement: MediaAgreement;
  readonly address: string;
}

/** Our descriptions of one call's audio: the answer, and those of later changes. */
function createMediaSession({ leg, line, offer, agreement, address }: MediaSessionOptions) {
  const sessionId = String(Number.parseInt(randomUUID().slice(0, 8), 16));
  // 16 bytes of key and 14 of salt.
  const localKey = randomBytes(30).toString('base64');
  let version = 0;
  let latest = agreement;

  function describe(next: MediaAgreement, description: SessionDescription): string {
    latest = next;
    version += 1;
    const { mediaLines, audioIndex, audio } = description;
    const { crypto } = next;
    return printSdp({
      sessionId,
      version,
      address,
      port: line.port,
      codecs: answeredCodecs(next),
      direction: next.direction,
      ptimeMs: 20,
      ...(audio === undefined ? {} : { profile: audio.profile }),
      ...(crypto === undefined ? {} : { key: `${crypto.tag} ${crypto.suite} inline:${localKey}` }),
      mediaLines,
      audioIndex,
    });
  }

  return {
    agreement: rtpAgreementOf(agreement, leg, localKey),
    answer: describe(agreement, offer),
    /** Hold, resume or another address. Without an offer the peer gets ours as it is. */
    reoffer(description: SessionDescription | undefined) {
      const next = description === undefined ? latest : agreeOn(description, agreement.codec);
      if (next === undefined || next.codec !== agreement.codec) return { status: 488 };
      // Encryption is not turned on or off during a call, and its suite stays.
      if (next.crypto?.suite !== agreement.crypto?.suite) return { status: 488 };
      line.update(rtpAgreementOf(next, leg, localKey));
      return { sdp: describe(next, description ?? offer) };
    },
  };
}

const fieldsOfEnd = ({ by, status, detail, cause }: LegEnd): Record<string, string> => ({
  by,
  detail,
  ...(status === undefined ? {} : { status: String(status) }),
  ...(cause === undefined ? {} : { q850_cause: String(cause) }),
});

function fieldsOfReport({ codec }: MediaAgreement, rtp: RtpReport | undefined): Record<string, string> {
  const figures = Object.entries(rtp ?? {}).filter(([, value]) => value !== null);
  const names = figures.map(([name, value]) => [snakeCase(name), String(value)]);
  return { codec, ...Object.fromEntries(names) };
}

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
