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
}

export interface OfferOptions {
  /** Demands SRTP with a key of ours. */
  readonly isEncrypted?: boolean;
  readonly isWideband?: boolean;
}

/** Our descriptions of one call's audio: an offer or an answer, and those of later changes. */
export interface MediaSession {
  /** Returns the offer of a call that we place: G.711, and encryption or G.722 before it if wanted. */
  offer(options?: OfferOptions): string;
  /** Returns the answer to an offer. */
  answer(agreement: MediaAgreement, offer: SessionDescription): string;
  /** Keeps what the peer answered to our offer. */
  agreed(agreement: MediaAgreement, answer: SessionDescription): void;
  /** Returns what an RTP line needs to know of an agreement. */
  rtpOf(agreement: MediaAgreement, leg: Pick<SipLeg, 'peer'>): RtpAgreement;
  /** Hold, resume or another address. Without an offer the peer gets ours as it is. */
  reoffer(leg: Pick<SipLeg, 'peer'>, description: SessionDescription | undefined): ReofferAnswer;
}

export function createMediaSession({ line, address }: MediaSessionOptions): MediaSession {
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

  return {
    offer({ isEncrypted = false, isWideband = false } = {}) {
      version += 1;
      const codecs = isWideband ? [widebandCodec, ...offeredCodecs] : offeredCodecs;
      const encryption = { profile: 'RTP/SAVP', key: `1 ${srtpSuites[0]} inline:${localKey}` };
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
    answer,
    agreed(agreement, description) {
      latest = { agreement, description };
    },
    rtpOf,
    reoffer(leg, description) {
      if (latest === undefined) return { status: 491 };
      const { codec, crypto } = latest.agreement;
      const next = description === undefined ? latest.agreement : agreeOn(description, codec);
      if (next?.codec !== codec) return { status: 488 };
      // Encryption is not turned on or off during a call, and its suite stays.
      if (next.crypto?.suite !== crypto?.suite) return { status: 488 };
      line.update(rtpOf(next, leg));
      return { sdp: answer(next, description ?? latest.description) };
    },
  };
}
