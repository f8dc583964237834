import { type RtpAgreement, type RtpCodec, type SrtpSuite, srtpKeyBytes, srtpSuites } from '../line/rtp.ts';
import type { AudioDescription, Direction, SdpCodec, SessionDescription } from './sdp.ts';

/** Codecs that carry speech. The far end's order decides. */
const speechCodecs: readonly RtpCodec[] = ['PCMU', 'PCMA', 'G722'];

/** A key as a session description states it (RFC 4568). */
export interface OfferedKey {
  readonly tag: string;
  readonly suite: SrtpSuite;
  /** Master key and salt in Base64. */
  readonly key: string;
}

/** The two ends' agreement on one audio stream. */
export interface MediaAgreement {
  readonly codec: RtpCodec;
  readonly payloadType: number;
  /** Payload type of telephone events (RFC 4733); undefined if the far end does not support them. */
  readonly eventType: number | undefined;
  /** Payload type of comfort noise (RFC 3389), if offered. */
  readonly noiseType: number | undefined;
  /** Length of the packets that the far end prefers. */
  readonly ptimeMs: number;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** The far end's key; undefined if the audio is not encrypted. */
  readonly crypto: OfferedKey | undefined;
  /** Our direction. */
  readonly direction: Direction;
}

const mirrored: Readonly<Record<Direction, Direction>> = {
  sendrecv: 'sendrecv',
  sendonly: 'recvonly',
  recvonly: 'sendonly',
  inactive: 'inactive',
};

/** Unspecified addresses put a call on hold in the old way (RFC 2543). */
const isHeldByAddress = ({ address }: AudioDescription): boolean => address === '0.0.0.0' || address === '::';

/**
 * Chooses from what the far end offers or answers. `codec` keeps that of an earlier agreement. Returns undefined if
 * there is no common codec or the stream is refused.
 */
export function agreeOn(description: SessionDescription, codec?: RtpCodec): MediaAgreement | undefined {
  const { audio } = description;
  if (audio === undefined || audio.port === 0) return undefined;
  // RTP/AVPF and RTP/SAVPF add feedback that is optional.
  const profile = /^RTP\/(S?)AVPF?$/i.exec(audio.profile);
  const crypto = audio.keys.flatMap((line) => keyOf(line) ?? [])[0];
  if (profile === null || (profile[1] !== '' && crypto === undefined)) return undefined;
  const isSpeech = ({ name }: SdpCodec): boolean => (speechCodecs as readonly string[]).includes(name);
  const usable = audio.codecs.filter((one) => isSpeech(one) && one.clockRate === 8000);
  const chosen = usable.find(({ name }) => name === codec) ?? usable[0];
  if (chosen === undefined) return undefined;
  const typeOf = (name: string): number | undefined =>
    audio.codecs.find((one) => one.name === name && one.clockRate === 8000)?.payloadType;
  return {
    codec: chosen.name as RtpCodec,
    payloadType: chosen.payloadType,
    eventType: typeOf('TELEPHONE-EVENT'),
    noiseType: typeOf('CN'),
    ptimeMs: Math.min(60, Math.max(10, audio.ptimeMs ?? 20)),
    remoteAddress: audio.address,
    remotePort: audio.port,
    crypto: profile[1] === '' ? undefined : crypto,
    direction: isHeldByAddress(audio) ? 'inactive' : mirrored[audio.direction],
  };
}

/**
 * Reads `TAG SUITE inline:KEY|LIFETIME`. Returns undefined for suites and parameters that we do not support, among them
 * several keys, an index of the master key, and streams that are not encrypted or not authenticated.
 */
function keyOf(line: string): OfferedKey | undefined {
  const [tag = '', name = '', parameters = '', ...session] = line.trim().split(/\s+/);
  const suite = srtpSuites.find((supported) => supported === name.toUpperCase());
  const key = /^inline:([A-Za-z0-9+/]{40})(\|[^|:;]*)?$/i.exec(parameters)?.[1];
  if (suite === undefined || key === undefined || !/^\d{1,9}$/.test(tag)) return undefined;
  if (Buffer.from(key, 'base64').length !== srtpKeyBytes) return undefined;
  return session.every((parameter) => /^WSH=\d+$/i.test(parameter)) ? { tag, suite, key } : undefined;
}

/** Returns the codecs of our answer: the chosen one, and telephone events and comfort noise if offered. */
export function answeredCodecs({ codec, payloadType, eventType }: MediaAgreement): readonly SdpCodec[] {
  return [
    { payloadType, name: codec, clockRate: 8000 },
    ...(eventType === undefined
      ? []
      : [{ payloadType: eventType, name: 'telephone-event', clockRate: 8000, format: '0-16' }]),
  ];
}

/** The codecs that we offer when we call, in our order of preference. */
export const offeredCodecs: readonly SdpCodec[] = [
  { payloadType: 0, name: 'PCMU', clockRate: 8000 },
  { payloadType: 8, name: 'PCMA', clockRate: 8000 },
  { payloadType: 101, name: 'telephone-event', clockRate: 8000, format: '0-16' },
];

/** The codec to offer first where it is wanted. */
export const widebandCodec: SdpCodec = { payloadType: 9, name: 'G722', clockRate: 8000 };

export interface OurSide {
  /** Address of the far end's signalling. */
  readonly signallingAddress: string;
  /** Our master key and salt in Base64; used if the audio is encrypted. */
  readonly localKey: string;
}

/** Returns what an RTP stream needs to know of an agreement. */
export function rtpAgreementOf(agreement: MediaAgreement, { signallingAddress, localKey }: OurSide): RtpAgreement {
  const { codec, payloadType, eventType, noiseType, remoteAddress, remotePort, crypto, direction } = agreement;
  return {
    codec,
    payloadType,
    eventType: eventType ?? null,
    noiseType: noiseType ?? null,
    remoteAddress,
    remotePort,
    signallingAddress,
    encryption: crypto === undefined ? null : { suite: crypto.suite, remoteKey: crypto.key, localKey },
    sends: direction === 'sendrecv' || direction === 'sendonly',
    receives: direction === 'sendrecv' || direction === 'recvonly',
  };
}
