import { packetHeaderBytes } from './dialects/audio-socket.ts';

/** Cuts a stream of bytes into AudioSocket packets. Keeps at most one incomplete packet. */
export interface PacketReader {
  /** Returns the packets that are complete now; they share memory with the bytes. `too_long`: one exceeds the limit. */
  push(bytes: Uint8Array): readonly Uint8Array[] | 'too_long';
}

/** `maxBytes`: the longest packet, its header included. */
export function createPacketReader(maxBytes: number): PacketReader {
  let rest: Uint8Array = new Uint8Array(0);
  return {
    push(bytes) {
      const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
      const packets: Uint8Array[] = [];
      let at = 0;
      while (all.length - at >= packetHeaderBytes) {
        const length = packetHeaderBytes + (((all[at + 1] as number) << 8) | (all[at + 2] as number));
        if (length > maxBytes) return 'too_long';
        if (all.length - at < length) break;
        packets.push(all.subarray(at, at + length));
        at += length;
      }
      rest = all.slice(at);
      return packets;
    },
  };
}
