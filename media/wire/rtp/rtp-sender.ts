import { randomInt } from 'node:crypto';
import { bytesPerSample, silenceBytes } from '../../line/audio.ts';
import { type PayloadCodec, type RtpAgreement, rtpFormats } from '../../line/rtp.ts';
import { printRtp } from './packet.ts';
import { type KeyPacket, keyPackets } from './telephone-events.ts';

export interface RtpSenderOptions {
  /** The agreement as it is now: another far end may use other payload types. */
  readonly agreement: () => RtpAgreement;
  readonly codec: PayloadCodec;
  /** Identifier of this sender, 32 bits. */
  readonly source: number;
  /** Sends a packet; `payloadBytes` is the length of its payload. */
  readonly send: (packet: Buffer, payloadBytes: number) => void;
}

/**
 * Our side of a stream: one packet each 20 ms, of audio, silence or a key. Packets never stop, because systems on the
 * way take silence for the end of a call.
 */
export interface RtpSender {
  /** Sends audio in the format of the call, in packets; a key that is being pressed takes their place. */
  audio(payload: Uint8Array): void;
  /** Presses a key. Returns false if the far end does not support telephone events, or too many keys wait. */
  key(digit: string): boolean;
  /** Sends silence up to `streamMs`, the time since the stream began. */
  fill(streamMs: number): void;
  /** Length of what was sent. */
  readonly sentMs: number;
  readonly packets: number;
  /** RTP timestamp of a time of the stream. */
  timestampAt(streamMs: number): number;
}

const packetMs = 20;
/** Clock of the supported payloads. That of G.722 is half its sampling rate (RFC 3551, 4.5.2). */
export const ticksPerMs = 8;
const packetTicks = packetMs * ticksPerMs;
/** If the thread stood still for longer, the time is skipped and not sent in a burst. */
const maxBurstPackets = 5;
/** A key takes 100 ms. More keys that wait, 3 s of them, are those of a far end that floods us. */
const mostWaitingKeys = 30;

export function createRtpSender({ agreement, codec, source, send }: RtpSenderOptions): RtpSender {
  const { encoding, rateHz } = rtpFormats[agreement().codec];
  const packetBytes = (packetMs * rateHz * bytesPerSample(encoding)) / 1000;
  const silence = new Uint8Array(packetBytes).fill(silenceBytes[encoding]);
  const firstTimestamp = randomInt(0, 2 ** 31);
  let sequence = randomInt(0, 2 ** 15);
  let sentTicks = 0;
  let packets = 0;
  let keyQueue: readonly KeyPacket[] = [];
  let keyTimestamp = 0;

  function sendPacket(type: number, payload: Uint8Array, timestamp: number, marker: boolean): void {
    sequence = (sequence + 1) & 0xffff;
    packets += 1;
    send(printRtp({ payloadType: type, marker, sequence, timestamp, source, payload }), payload.length);
  }

  function sendOne(audio: Uint8Array): void {
    const payload = codec.encode(audio);
    const timestamp = (firstTimestamp + sentTicks) >>> 0;
    const isFirst = sentTicks === 0;
    sentTicks += packetTicks;
    const [packet] = keyQueue;
    const { eventType } = agreement();
    if (packet === undefined || eventType === null)
      return sendPacket(agreement().payloadType, payload, timestamp, isFirst);
    if (packet.isFirst) keyTimestamp = timestamp;
    const count = 1 + keyQueue.slice(1).findIndex(({ isRepetition }) => !isRepetition);
    const now = count === 0 ? keyQueue : keyQueue.slice(0, count);
    keyQueue = keyQueue.slice(now.length);
    for (const { payload: event, isFirst: begins } of now) sendPacket(eventType, event, keyTimestamp, begins);
  }

  return {
    audio(payload) {
      for (let at = 0; at < payload.length; at += packetBytes) sendOne(payload.subarray(at, at + packetBytes));
    },
    key(digit) {
      const pressed = agreement().eventType === null ? undefined : keyPackets(digit, packetTicks);
      if (pressed === undefined || keyQueue.length >= mostWaitingKeys * pressed.length) return false;
      keyQueue = [...keyQueue, ...pressed];
      return true;
    },
    fill(streamMs) {
      const dueTicks = streamMs * ticksPerMs;
      if (dueTicks - sentTicks > maxBurstPackets * packetTicks)
        sentTicks = (Math.floor(dueTicks / packetTicks) - 1) * packetTicks;
      while (sentTicks <= dueTicks - packetTicks) sendOne(silence);
    },
    get sentMs() {
      return sentTicks / ticksPerMs;
    },
    get packets() {
      return packets;
    },
    timestampAt: (streamMs) => (firstTimestamp + Math.round(streamMs * ticksPerMs)) >>> 0,
  };
}
