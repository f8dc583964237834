import { toInt16 } from './l16.ts';

/** 14-bit magnitudes in eight segments of sixteen steps; the bias of 33 (132 in 16 bits) makes every segment a power of two. */
const MULAW_BIAS = 132;
const MULAW_CLIP = 32635;

/** Even bits are inverted on the wire, so that silence has transitions to lock on. */
const ALAW_EVEN_BITS = 0x55;

/** ITU-T G.711: 8-bit companding of 16-bit samples. Tables, made once from the definition, cost a look-up a sample. */

const mulawTable = Int16Array.from({ length: 256 }, (_, byte) => mulawToLinear(byte));
const alawTable = Int16Array.from({ length: 256 }, (_, byte) => alawToLinear(byte));
/** Indexed by the sample as an unsigned 16-bit number. */
const toMulawTable = Uint8Array.from({ length: 65536 }, (_, index) => linearToMulaw((index << 16) >> 16));
const toAlawTable = Uint8Array.from({ length: 65536 }, (_, index) => linearToAlaw((index << 16) >> 16));

/** Into memory of the caller's choice, or new; as long as the payload. */
export const decodeMulaw = (payload: Uint8Array, into: Float32Array = new Float32Array(payload.length)): Float32Array =>
  expand(payload, into, mulawTable);
export const decodeAlaw = (payload: Uint8Array, into: Float32Array = new Float32Array(payload.length)): Float32Array =>
  expand(payload, into, alawTable);
export const encodeMulaw = (samples: Float32Array, into: Uint8Array = new Uint8Array(samples.length)): Uint8Array =>
  compress(samples, into, toMulawTable);
export const encodeAlaw = (samples: Float32Array, into: Uint8Array = new Uint8Array(samples.length)): Uint8Array =>
  compress(samples, into, toAlawTable);

/** What digital silence is on the wire. */
export const MULAW_SILENCE = 0xff;
export const ALAW_SILENCE = 0xd5;

function expand(payload: Uint8Array, samples: Float32Array, table: Int16Array): Float32Array {
  for (let i = 0; i < payload.length; i++) samples[i] = (table[payload[i] as number] as number) / 32768;
  return samples;
}

function compress(samples: Float32Array, payload: Uint8Array, table: Uint8Array): Uint8Array {
  for (let i = 0; i < samples.length; i++) payload[i] = table[toInt16(samples[i] as number) & 0xffff] as number;
  return payload;
}

/** A mu-law byte as a 16-bit sample. */
export function mulawToLinear(byte: number): number {
  const bits = ~byte & 0xff;
  const segment = (bits >> 4) & 7;
  const magnitude = ((((bits & 15) << 3) + MULAW_BIAS) << segment) - MULAW_BIAS;
  return (bits & 0x80) !== 0 ? 0 - magnitude : magnitude;
}

/** A 16-bit sample as a mu-law byte. */
export function linearToMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample) + MULAW_BIAS, MULAW_CLIP);
  const segment = 24 - Math.clz32(magnitude);
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 15)) & 0xff;
}

/** An A-law byte as a 16-bit sample. */
export function alawToLinear(byte: number): number {
  const bits = byte ^ ALAW_EVEN_BITS;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) << (segment - 1);
  return (bits & 0x80) !== 0 ? magnitude : 0 - magnitude;
}

/** A 16-bit sample as an A-law byte. */
export function linearToAlaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(Math.abs(sample), 32767);
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const step = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 15;
  return (sign | (segment << 4) | step) ^ ALAW_EVEN_BITS;
}
