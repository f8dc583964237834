import type { WireFormat } from '../../line/audio.ts';
import type { Dialect, DialectSession, ParseResult, WireCommand } from '../../line/wire.ts';
import { accepted, audioEvent, keyOf, refused } from './message.ts';

/** Kinds of packets, their first byte. */
export const packetKinds = { hangUp: 0x00, uuid: 0x01, key: 0x03, audio: 0x10, error: 0xff } as const;

/** A kind, and the length of what follows in two bytes, the more significant first. */
export const packetHeaderBytes = 3;

const uuidBytes = 16;
const chunkMs = 20;
const format: WireFormat = { encoding: 'l16', rateHz: 8000 };

/**
 * AudioSocket, a protocol of Asterisk (18 and newer) over TCP: packets of a kind, a length and its bytes. Audio is 16-bit
 * linear at 8 kHz, the less significant byte first. Asterisk passes on audio as it arrives and has no message to clear
 * what it has, so only little is sent ahead. It acknowledges nothing. Source: `res/res_audiosocket.c`.
 */
export const audioSocket: Dialect = {
  name: 'audiosocket',
  sendsKeys: false,
  showsCaptions: false,
  formatAdvice: () => 'use the application AudioSocket, whose audio has 8 kHz',
  chunking: () => ({ chunkMs, leadMs: 40 }),
  open: openSession,
};

function openSession(): DialectSession {
  let hasStarted = false;

  function start(uuid: Uint8Array): ParseResult {
    if (hasStarted) return refused('out_of_order', 'a second UUID');
    if (uuid.length !== uuidBytes) return refused('bad_message', `a UUID of ${uuid.length} bytes`);
    hasStarted = true;
    return accepted({ type: 'start', callId: '', streamId: uuidOf(uuid), format, custom: {} });
  }

  function parse(message: string | Uint8Array): ParseResult {
    if (typeof message === 'string' || message.length < packetHeaderBytes)
      return refused('bad_message', 'something other than a packet');
    const kind = message[0] as number;
    const payload = message.slice(packetHeaderBytes);
    switch (kind) {
      case packetKinds.uuid:
        return start(payload);
      case packetKinds.audio:
        return hasStarted ? audioEvent(payload, format) : refused('out_of_order', 'audio before the UUID');
      case packetKinds.key:
        return keyOf(String.fromCharCode(...payload.subarray(0, 2)));
      case packetKinds.hangUp:
        return accepted({ type: 'stop', reason: 'hangup' });
      case packetKinds.error:
        return accepted({ type: 'trouble', reason: `Asterisk reports the error ${payload[0] ?? 0}` });
      default:
        return isOtherRate(kind)
          ? refused('bad_audio', 'audio at another rate than 8 kHz')
          : refused('unknown_event', `a packet of kind ${kind}`);
    }
  }

  function print(command: WireCommand): readonly Uint8Array[] {
    if (!hasStarted || command.type !== 'audio' || command.payload.length === 0) return [];
    return [packetOf(packetKinds.audio, command.payload)];
  }

  return { parse, print };
}

/** Audio at 12 to 192 kHz. */
const isOtherRate = (kind: number): boolean => kind > packetKinds.audio && kind <= 0x18;

/** Returns a packet with at most 65,535 bytes of content. */
export function packetOf(kind: number, content: Uint8Array): Uint8Array {
  const packet = new Uint8Array(packetHeaderBytes + content.length);
  packet[0] = kind;
  packet[1] = content.length >> 8;
  packet[2] = content.length & 0xff;
  packet.set(content, packetHeaderBytes);
  return packet;
}

/** Returns a UUID in its usual form, in lower case. */
export function uuidOf(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
