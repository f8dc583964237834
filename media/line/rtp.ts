import type { WireFormat } from './audio.ts';

/** What two ends agreed on for one audio stream over RTP. */
export interface RtpAgreement {
  /** Format of the payload. */
  readonly format: WireFormat;
  readonly payloadType: number;
  /** Payload type of telephone events (RFC 4733); null if the far end does not support them. */
  readonly eventType: number | null;
  /** Payload type of comfort noise (RFC 3389); null if it was not agreed. */
  readonly noiseType: number | null;
  readonly remoteAddress: string;
  readonly remotePort: number;
  /** Address of the far end's signalling. Behind a NAT its audio comes from there. */
  readonly signallingAddress: string;
  /** Whether we send audio, and expect some. Both are false while the call is on hold. */
  readonly sends: boolean;
  readonly receives: boolean;
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
}
