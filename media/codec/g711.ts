import { toInt16 } from './l16.ts';

/** 14-bit magnitudes in eight segments of sixteen steps; the bias of 33 (132 in 16 bits) makes every segment a power of two. */
const MULAW_BIAS = 132;
const MULAW_CLIP = 32635;

/** Even bits are inverted on the wire, so that silence contains transitions for clock recovery. */
const ALAW_EVEN_BITS = 0x55;

/**
 * ITU-T G.711: 8-bit companding of 16-bit samples. Tables are computed once from the definition; each sample costs one
 * look-up.
 */

const mulawTable = Float32Array.from({ length: 256 }, (_, byte) => mulawToLinear(byte) / 32768);
const alawTable = Float32Array.from({ length: 256 }, (_, byte) => alawToLinear(byte) / 32768);
/** Offset of negative samples in the encoding tables. */
const NEGATIVE = 8192;
const toMulawTable = tableOf(linearToMulaw, MULAW_BIAS);
const toAlawTable = tableOf(linearToAlaw, 0);

/** Writes into `into` if given, otherwise into a new array. The result is as long as the payload. */
export const decodeMulaw = (payload: Uint8Array, into: Float32Array = new Float32Array(payload.length)): Float32Array =>
  expand(payload, into, mulawTable);
export const decodeAlaw = (payload: Uint8Array, into: Float32Array = new Float32Array(payload.length)): Float32Array =>
  expand(payload, into, alawTable);
export const encodeMulaw = (samples: Float32Array, into: Uint8Array = new Uint8Array(samples.length)): Uint8Array =>
  compress(samples, into, toMulawTable, MULAW_BIAS);
export const encodeAlaw = (samples: Float32Array, into: Uint8Array = new Uint8Array(samples.length)): Uint8Array =>
  compress(samples, into, toAlawTable, 0);

/** Byte for digital silence. */
export const MULAW_SILENCE = 0xff;
export const ALAW_SILENCE = 0xd5;

function expand(payload: Uint8Array, samples: Float32Array, table: Float32Array): Float32Array {
  for (let i = 0; i < payload.length; i++) samples[i] = table[payload[i] as number] as number;
  return samples;
}

/**
 * Indexed by biased magnitude in eighths, the finest resolution of either law. It uses 8 kB; a table of all samples
 * would leave the processor's caches between two frames.
 */
function tableOf(law: (sample: number) => number, bias: number): Uint8Array {
  return Uint8Array.from({ length: 2 * NEGATIVE }, (_, index) => {
    const magnitude = Math.min((index % NEGATIVE) * 8 + 7 - bias, 32767);
    return law(index < NEGATIVE ? magnitude : -magnitude);
  });
}

/** Avoids a branch on the sign, which is unpredictable. */
function compress(samples: Float32Array, payload: Uint8Array, table: Uint8Array, bias: number): Uint8Array {
  for (let i = 0; i < samples.length; i++) {
    const sample = toInt16(samples[i] as number);
    const sign = sample >> 31;
    const magnitude = (sample ^ sign) - sign + bias;
    payload[i] = table[(magnitude >> 3) | (sign & NEGATIVE)] as number;
  }
  return payload;
}

/** Converts a mu-law byte to a 16-bit sample. */
export function mulawToLinear(byte: number): number {
  const bits = ~byte & 0xff;
  const segment = (bits >> 4) & 7;
  const magnitude = ((((bits & 15) << 3) + MULAW_BIAS) << segment) - MULAW_BIAS;
  return (bits & 0x80) !== 0 ? 0 - magnitude : magnitude;
}

/** Converts a 16-bit sample to a mu-law byte. */
export function linearToMulaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0;
  const magnitude = Math.min(Math.abs(sample) + MULAW_BIAS, MULAW_CLIP);
  const segment = 24 - Math.clz32(magnitude);
  return ~(sign | (segment << 4) | ((magnitude >> (segment + 3)) & 15)) & 0xff;
}

/** Converts an A-law byte to a 16-bit sample. */
export function alawToLinear(byte: number): number {
  const bits = byte ^ ALAW_EVEN_BITS;
  const segment = (bits >> 4) & 7;
  const step = ((bits & 15) << 4) + 8;
  const magnitude = segment === 0 ? step : (step + 256) << (segment - 1);
  return (bits & 0x80) !== 0 ? magnitude : 0 - magnitude;
}

/** Converts a 16-bit sample to an A-law byte. */
export function linearToAlaw(sample: number): number {
  const sign = sample < 0 ? 0 : 0x80;
  const magnitude = Math.min(Math.abs(sample), 32767);
  const segment = Math.max(0, 24 - Math.clz32(magnitude));
  const step = (magnitude >> (segment === 0 ? 4 : segment + 3)) & 15;
  return (sign | (segment << 4) | step) ^ ALAW_EVEN_BITS;
}
