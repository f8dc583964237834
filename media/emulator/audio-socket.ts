import type { FarParse, FarSession, FarWire, StreamIdentity } from './far-dialect.ts';
import { complain, understood } from './message.ts';

/** Kinds of packets, their first byte. */
const kinds = { hangUp: 0x00, uuid: 0x01, key: 0x03, audio: 0x10 } as const;
/** A kind, and the length of what follows in two bytes, the more significant first. */
export const headerBytes = 3;

/** Asterisk's end of an AudioSocket: audio is played as it arrives, and nothing is acknowledged or cleared. */
export const audioSocketFar: FarWire = {
  name: 'audiosocket',
  speechRateHz: 8000,
  formats: [{ encoding: 'l16', rateHz: 8000 }],
  frameMs: 20,
  bufferMs: 1000,
  longestGapMs: 250,
  clears: 'unplayed',
  open: openSession,
};

function openSession({ streamId }: StreamIdentity): FarSession {
  return {
    print(event) {
      switch (event.type) {
        case 'start':
          return [packetOf(kinds.uuid, Buffer.from(streamId.replaceAll('-', ''), 'hex'))];
        case 'audio':
          return [packetOf(kinds.audio, event.payload)];
        case 'dtmf':
          return [packetOf(kinds.key, Buffer.from(event.digit))];
        case 'stop':
          return [packetOf(kinds.hangUp, new Uint8Array(0))];
        case 'played':
        case 'cleared':
          return [];
      }
    },
    parse,
  };
}

function parse(packet: string | Uint8Array): FarParse {
  if (typeof packet === 'string') return complain('bad_message', 'text');
  const payload = packet.subarray(headerBytes);
  if (packet[0] === kinds.hangUp) return understood();
  if (packet[0] !== kinds.audio) return complain('unknown_event', `a packet of kind ${packet[0]}`);
  if (payload.length % 2 !== 0) return complain('ragged_chunk', `${payload.length} bytes of 16-bit samples`);
  return understood({ type: 'audio', payload });
}

function packetOf(kind: number, content: Uint8Array): Uint8Array {
  const packet = Buffer.alloc(headerBytes + content.length);
  packet.writeUInt8(kind, 0);
  packet.writeUInt16BE(content.length, 1);
  packet.set(content, headerBytes);
  return packet;
}
