import type { WireFormat } from './audio.ts';

/** Speech codecs of telephones. */
export type RtpCodec = 'PCMU' | 'PCMA' | 'G722';

/** Formats in which the call exchanges audio with a stream of each codec. */
export const rtpFormats: Readonly<Record<RtpCodec, WireFormat>> = {
  PCMU: { encoding: 'mulaw', rateHz: 8000 },
  PCMA: { encoding: 'alaw', rateHz: 8000 },
  G722: { encoding: 'l16', rateHz: 16_000 },
};

/** Converts between the payloads of one stream's packets, in order, and the audio of its call. */
export interface PayloadCodec {
  /** The result may share the payload's memory. */
  decode(payload: Uint8Array): Uint8Array;
  encode(audio: Uint8Array): Uint8Array;
}

/** Suites of encrypted audio whose keys stand in the session description (RFC 4568). */
export const srtpSuites = ['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const;
export type SrtpSuite = (typeof srtpSuites)[number];

/** Length of a master key with its salt. */
export const srtpKeyBytes = 30;

/** Keys of one encrypted stream, in Base64: a master key of 16 bytes and a salt of 14. */
export interface SrtpKeys {
  readonly suite: SrtpSuite;
  readonly localKey: string;
  readonly remoteKey: string;
}

/** What two ends agreed on for one audio stream over RTP. */
export interface RtpAgreement {
  readonly codec: RtpCodec;
  readonly payloadType: number;
  /** Payload type of telephone events (RFC 4733); null if the far end does not support them. */
  readonly eventType: number | null;
  /** Payload type of comfort noise (RFC 3389); null if it was not agreed. */
  readonly noiseType: number | null;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Address of the far end's signalling. Behind a NAT its audio comes from there. */
  readonly signallingAddress: string;
  /** Null if the audio is not encrypted. */
  readonly encryption: SrtpKeys | null;
  /** Whether we send audio, and expect some. Both are false while the call is on hold. */
  readonly sends: boolean;
  readonly receives: boolean;
  /** The call is not answered: the far end may send nothing for as long as it rings. */
  readonly isEarly?: boolean;
}

/** Counters of a stream, at its end or while it runs. */
export interface RtpReport {
  readonly packetsSent: number;
  readonly packetsReceived: number;
  /** Packets of the far end that never arrived, by their sequence numbers. */
  readonly packetsLost: number;
  /** Interarrival jitter of what we received (RFC 3550). */
  readonly jitterMs: number;
  /** Packets of strangers, which were ignored. */
  readonly packetsForeign: number;
  /** What the far end reports of our audio; null without a report. */
  readonly remoteLossShare: number | null;
  readonly remoteJitterMs: number | null;
  readonly roundTripMs: number | null;
  /** Reports of the far end, and those of them that are about audio which it received. */
  readonly reportsReceived: number;
  readonly reportsOfAudio: number;
}
