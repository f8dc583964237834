import { randomBytes, randomInt } from 'node:crypto';
import {
  agreeOn,
  answeredCodecs,
  type MediaAgreement,
  offeredCodecs,
  printSdp,
  type ReofferAnswer,
  type RtpAgreement,
  type RtpLine,
  rtpAgreementOf,
  type SessionDescription,
  type SipLeg,
  srtpSuites,
  widebandCodec,
} from '../../../../media/index.ts';

export interface MediaSessionOptions {
  readonly line: Pick<RtpLine, 'port' | 'update'>;
  /** Our address as the peer reaches it. */
  readonly address: string;
  /** What the line keeps if another far end had it before. */
  readonly lineAudio?: KeptAudio | undefined;
}

/** Codec of a line, and the suite of its encryption. They stay for as long as it is open. */
type KeptAudio = Pick<MediaAgreement, 'codec' | 'crypto'>;

export interface OfferOptions {
  /** Demands SRTP with a key of ours. */
  readonly isEncrypted?: boolean;
  readonly isWideband?: boolean;
}

/** Our descriptions of one call's audio: an offer or an answer, and those of later changes. */
export interface MediaSession {
  /** Returns the offer of a call that we place: G.711, and encryption or G.722 before it if wanted. */
  offer(options?: OfferOptions): string;
  /** Returns the agreement on a description; undefined if there is none that the line can carry. */
  agree(description: SessionDescription): MediaAgreement | undefined;
  /** Returns the answer to an offer. */
  answer(agreement: MediaAgreement, offer: SessionDescription): string;
  /** Keeps what the peer answered to our offer. */
  agreed(agreement: MediaAgreement, answer: SessionDescription): void;
  /** Returns what an RTP line needs to know of an agreement. */
  rtpOf(agreement: MediaAgreement, leg: Pick<SipLeg, 'peer'>): RtpAgreement;
  /** Hold, resume or another address. Without an offer the peer gets ours as it is. */
  reoffer(leg: Pick<SipLeg, 'peer'>, description: SessionDescription | undefined): ReofferAnswer;
  /** Nobody is there until another far end has the line. */
  pause(leg: Pick<SipLeg, 'peer'>): void;
  /** Returns the session of another far end on this line, which reaches us at this address. */
  successor(address: string): MediaSession;
}

const supportedCodecs = [widebandCodec, ...offeredCodecs];

export function createMediaSession({ line, address, lineAudio }: MediaSessionOptions): MediaSession {
  const sessionId = String(randomInt(2 ** 32));
  // 16 bytes of key and 14 of salt.
  const localKey = randomBytes(30).toString('base64');
  let version = 0;
  let latest: { readonly agreement: MediaAgreement; readonly description: SessionDescription } | undefined;

  function answer(agreement: MediaAgreement, description: SessionDescription): string {
    latest = { agreement, description };
    version += 1;
    const { mediaLines, audioIndex, audio } = description;
    const { crypto, direction } = agreement;
    return printSdp({
      sessionId,
      version,
      address,
      port: line.port,
      codecs: answeredCodecs(agreement),
      direction,
      ptimeMs: 20,
      ...(audio === undefined ? {} : { profile: audio.profile }),
      ...(crypto === undefined ? {} : { key: `${crypto.tag} ${crypto.suite} inline:${localKey}` }),
      mediaLines,
      audioIndex,
    });
  }

  const rtpOf = (agreement: MediaAgreement, { peer }: Pick<SipLeg, 'peer'>): RtpAgreement =>
    rtpAgreementOf(agreement, { signallingAddress: peer.address, localKey });

  /** A line keeps its codec, and whether and how it is encrypted. */
  function agree(description: SessionDescription): MediaAgreement | undefined {
    const before = latest?.agreement ?? lineAudio;
    const next = agreeOn(description, before?.codec);
    if (before === undefined) return next;
    return next?.codec === before.codec && next.crypto?.suite === before.crypto?.suite ? next : undefined;
  }

  function codecsOf(isWideband: boolean) {
    if (lineAudio === undefined) return isWideband ? supportedCodecs : offeredCodecs;
    return supportedCodecs.filter(({ name }) => name === lineAudio.codec || name === 'telephone-event');
  }

  return {
    offer({ isEncrypted = lineAudio?.crypto !== undefined, isWideband = false } = {}) {
      version += 1;
      const codecs = codecsOf(isWideband);
      const suite = lineAudio?.crypto?.suite ?? srtpSuites[0];
      const encryption = { profile: 'RTP/SAVP', key: `1 ${suite} inline:${localKey}` };
      return printSdp({
        sessionId,
        version,
        address,
        port: line.port,
        codecs,
        direction: 'sendrecv',
        ptimeMs: 20,
        ...(isEncrypted ? encryption : {}),
      });
    },
    agree,
    answer,
    agreed(agreement, description) {
      latest = { agreement, description };
    },
    rtpOf,
    reoffer(leg, description) {
      if (latest === undefined) return { status: 491 };
      const next = description === undefined ? latest.agreement : agree(description);
      if (next === undefined) return { status: 488 };
      line.update(rtpOf(next, leg));
      return { sdp: answer(next, description ?? latest.description) };
    },
    pause(leg) {
      if (latest !== undefined) line.update(rtpOf({ ...latest.agreement, direction: 'inactive' }, leg));
    },
    successor: (theirs) => createMediaSession({ line, address: theirs, lineAudio: latest?.agreement ?? lineAudio }),
  };
}
