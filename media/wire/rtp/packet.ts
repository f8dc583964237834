/** RTP packets (RFC 3550, 5.1). */
export interface RtpPacket {
  readonly payloadType: number;
  readonly marker: boolean;
  /** 16 bits. */
  readonly sequence: number;
  /** 32 bits, in ticks of the payload's clock. */
  readonly timestamp: number;
  /** Identifier of the sender, 32 bits. */
  readonly source: number;
  /** Part of the datagram, not a copy. */
  readonly payload: Uint8Array;
}

const headerBytes = 12;
/** A packet with 60 ms of L16 at 16 kHz has 1,932 bytes. */
const maxPacketBytes = 2048;

/** Returns undefined for anything that is not RTP version 2. */
export function parseRtp(bytes: Buffer): RtpPacket | undefined {
  if (bytes.length < headerBytes || bytes.length > maxPacketBytes) return undefined;
  const first = bytes[0] as number;
  if (first >> 6 !== 2) return undefined;
  let start = headerBytes + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (bytes.length < start + 4) return undefined;
    start += 4 + bytes.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & 0x20) === 0 ? 0 : (bytes[bytes.length - 1] as number);
  const end = bytes.length - padding;
  if (start > end) return undefined;
  const second = bytes[1] as number;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: bytes.readUInt16BE(2),
    timestamp: bytes.readUInt32BE(4),
    source: bytes.readUInt32BE(8),
    payload: bytes.subarray(start, end),
  };
}

/** Returns the bytes of a packet without extensions. */
export function printRtp({ payloadType, marker, sequence, timestamp, source, payload }: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(headerBytes + payload.length);
  bytes[0] = 0x80;
  bytes[1] = payloadType | (marker ? 0x80 : 0);
  bytes.writeUInt16BE(sequence & 0xffff, 2);
  bytes.writeUInt32BE(timestamp >>> 0, 4);
  bytes.writeUInt32BE(source >>> 0, 8);
  bytes.set(payload, headerBytes);
  return bytes;
}
