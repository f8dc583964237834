import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { type SrtpKeys, type SrtpSuite, srtpKeyBytes } from '../../line/rtp.ts';

/**
 * SRTP and SRTCP (RFC 3711) with AES in counter mode and HMAC-SHA1, without key derivation rate and master key index. One
 * direction has one sender, as a call has one stream.
 */
export interface SrtpSender {
  /** Encrypts an RTP packet without header extensions. */
  protect(packet: Buffer): Buffer;
  protectControl(packet: Buffer): Buffer;
}

export interface SrtpReceiver {
  /** Returns the packet; undefined if it is forged, repeated, older than the last 64, or no packet. */
  unprotect(packet: Buffer): Buffer | undefined;
  unprotectControl(packet: Buffer): Buffer | undefined;
}

const keyBytes = 16;
const saltBytes = 14;
const authBytes = 20;
const headerBytes = 12;
const controlHeaderBytes = 8;
const indexBytes = 4;
/** Of SRTCP, with both suites (RFC 4568, 6.2.2). */
const controlTagBytes = 10;
const tagBytesOf: Readonly<Record<SrtpSuite, number>> = {
  AES_CM_128_HMAC_SHA1_80: 10,
  AES_CM_128_HMAC_SHA1_32: 4,
};
const replayWindow = 64n;

interface SessionKeys {
  readonly cipher: Buffer;
  readonly auth: Buffer;
  readonly salt: Buffer;
}

const keystream = (key: Buffer, iv: Buffer, bytes: Buffer): Buffer =>
  createCipheriv('aes-128-ctr', key, iv).update(bytes);

/** Derives the keys of RTP from label 0 on, those of RTCP from label 3 on (RFC 3711, 4.3). */
function deriveKeys(master: Buffer, firstLabel: 0 | 3): SessionKeys {
  const derive = (label: number, length: number): Buffer => {
    const iv = Buffer.alloc(16);
    master.copy(iv, 0, keyBytes, keyBytes + saltBytes);
    iv[7] = (iv[7] as number) ^ label;
    return keystream(master.subarray(0, keyBytes), iv, Buffer.alloc(length));
  };
  return {
    cipher: derive(firstLabel, keyBytes),
    auth: derive(firstLabel + 1, authBytes),
    salt: derive(firstLabel + 2, saltBytes),
  };
}

const keysOf = (master: string) => {
  const bytes = Buffer.from(master, 'base64');
  if (bytes.length !== srtpKeyBytes) throw new Error('an SRTP master key has 30 bytes');
  return { rtp: deriveKeys(bytes, 0), control: deriveKeys(bytes, 3) };
};

/** Encrypts or decrypts what follows the header. `index` has 48 bits. */
function crypt({ cipher, salt }: SessionKeys, source: number, index: bigint, bytes: Buffer): Buffer {
  const iv = Buffer.alloc(16);
  salt.copy(iv);
  iv.writeUInt32BE((iv.readUInt32BE(4) ^ source) >>> 0, 4);
  iv.writeUIntBE(iv.readUIntBE(8, 2) ^ Number(index >> 32n), 8, 2);
  iv.writeUInt32BE((iv.readUInt32BE(10) ^ Number(index & 0xffff_ffffn)) >>> 0, 10);
  return keystream(cipher, iv, bytes);
}

function tagOf({ auth }: SessionKeys, parts: readonly Buffer[], length: number): Buffer {
  const hmac = createHmac('sha1', auth);
  for (const part of parts) hmac.update(part);
  return hmac.digest().subarray(0, length);
}

function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

export function createSrtpSender({ suite, localKey }: SrtpKeys): SrtpSender {
  const { rtp, control } = keysOf(localKey);
  let rollovers = 0n;
  let lastSequence = -1;
  let controlIndex = 0;
  return {
    protect(packet) {
      const sequence = packet.readUInt16BE(2);
      if (sequence < lastSequence) rollovers += 1n;
      lastSequence = sequence;
      const header = packet.subarray(0, headerBytes);
      const index = (rollovers << 16n) | BigInt(sequence);
      const payload = crypt(rtp, packet.readUInt32BE(8), index, packet.subarray(headerBytes));
      const tag = tagOf(rtp, [header, payload, word(Number(rollovers))], tagBytesOf[suite]);
      return Buffer.concat([header, payload, tag]);
    },
    protectControl(packet) {
      controlIndex = (controlIndex + 1) & 0x7fff_ffff;
      const header = packet.subarray(0, controlHeaderBytes);
      const rest = packet.subarray(controlHeaderBytes);
      const encrypted = crypt(control, packet.readUInt32BE(4), BigInt(controlIndex), rest);
      const index = word(0x8000_0000 | controlIndex);
      return Buffer.concat([header, encrypted, index, tagOf(control, [header, encrypted, index], controlTagBytes)]);
    },
  };
}

/** Accepts each number once. */
function createReplayGuard() {
  let highest = -1n;
  let seen = 0n;
  return {
    isNew: (index: bigint): boolean =>
      index > highest || (highest - index < replayWindow && ((seen >> (highest - index)) & 1n) === 0n),
    add(index: bigint): void {
      if (index > highest) {
        seen = ((seen << (index - highest)) | 1n) & ((1n << replayWindow) - 1n);
        highest = index;
      } else seen |= 1n << (highest - index);
    },
    get highest() {
      return highest;
    },
  };
}

/** Returns the length of the fixed header, sources and extension; undefined if the packet is too short for them. */
function rtpHeaderBytes(packet: Buffer): number | undefined {
  const first = packet[0] as number;
  let end = headerBytes + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (packet.length < end + 4) return undefined;
    end += 4 + packet.readUInt16BE(end + 2) * 4;
  }
  return end;
}

export function createSrtpReceiver({ suite, remoteKey }: SrtpKeys): SrtpReceiver {
  const { rtp, control } = keysOf(remoteKey);
  const tagBytes = tagBytesOf[suite];
  const packets = createReplayGuard();
  const controls = createReplayGuard();

  /** Extends a sequence number to the index that is nearest to the highest one (RFC 3711, 3.3.1). */
  function indexOf(sequence: number): bigint {
    const { highest } = packets;
    if (highest < 0n) return BigInt(sequence);
    const candidate = (highest & ~0xffffn) | BigInt(sequence);
    if (candidate - highest > 0x8000n && candidate >= 0x10000n) return candidate - 0x10000n;
    return highest - candidate > 0x8000n ? candidate + 0x10000n : candidate;
  }

  return {
    unprotect(packet) {
      const end = packet.length - tagBytes;
      if (end < headerBytes || (packet[0] as number) >> 6 !== 2) return undefined;
      const headerEnd = rtpHeaderBytes(packet);
      if (headerEnd === undefined || headerEnd > end) return undefined;
      const index = indexOf(packet.readUInt16BE(2));
      const tag = tagOf(rtp, [packet.subarray(0, end), word(Number(index >> 16n))], tagBytes);
      if (!packets.isNew(index) || !timingSafeEqual(tag, packet.subarray(end))) return undefined;
      packets.add(index);
      const payload = crypt(rtp, packet.readUInt32BE(8), index, packet.subarray(headerEnd, end));
      return Buffer.concat([packet.subarray(0, headerEnd), payload]);
    },
    unprotectControl(packet) {
      const end = packet.length - controlTagBytes;
      const indexAt = end - indexBytes;
      if (indexAt < controlHeaderBytes) return undefined;
      const stated = packet.readUInt32BE(indexAt);
      const index = BigInt(stated & 0x7fff_ffff);
      const tag = tagOf(control, [packet.subarray(0, end)], controlTagBytes);
      if (!controls.isNew(index) || !timingSafeEqual(tag, packet.subarray(end))) return undefined;
      controls.add(index);
      const rest = packet.subarray(controlHeaderBytes, indexAt);
      const isEncrypted = stated >= 0x8000_0000;
      const plain = isEncrypted ? crypt(control, packet.readUInt32BE(4), index, rest) : rest;
      return Buffer.concat([packet.subarray(0, controlHeaderBytes), plain]);
    },
  };
}
