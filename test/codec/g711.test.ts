import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder, createEncoder } from '../../media/codec/format.ts';
import {
  ALAW_SILENCE,
  alawToLinear,
  decodeAlaw,
  decodeMulaw,
  encodeAlaw,
  encodeMulaw,
  linearToAlaw,
  linearToMulaw,
  MULAW_SILENCE,
  mulawToLinear,
} from '../../media/codec/g711.ts';
import { decodeL16, encodeL16, toInt16 } from '../../media/codec/l16.ts';
import { firstDifference } from '../first-difference.ts';

interface Law {
  encodeSample(sample: number): number;
  decodeSample(byte: number): number;
}
const oracle = createRequire(import.meta.url)('alawmulaw') as { mulaw: Law; alaw: Law };

/** Copied, as the one-form functions answer it. */
const inWasm = (encoding: 'mulaw' | 'alaw') => ({
  decode: (payload: Uint8Array) =>
    inPieces(payload, createDecoder({ encoding, rateHz: 8000 }, 8000, 'wasm'), Float32Array),
  encode: (samples: Float32Array) => inPieces(samples, createEncoder({ encoding, rateHz: 8000 }, 'wasm'), Uint8Array),
});

/** In odd pieces, as no kernel wants them. */
function inPieces<From extends Float32Array | Uint8Array, To extends Float32Array | Uint8Array>(
  from: From,
  convert: (piece: From) => To,
  into: new (length: number) => To,
): To {
  const all = new into(from.length);
  for (let at = 0; at < from.length; at += 997) all.set(convert(from.subarray(at, at + 997) as From), at);
  return all;
}

const laws = [
  {
    law: 'mu-law',
    theirs: oracle.mulaw,
    toLinear: mulawToLinear,
    fromLinear: linearToMulaw,
    decode: decodeMulaw,
    encode: encodeMulaw,
  },
  {
    law: 'A-law',
    theirs: oracle.alaw,
    toLinear: alawToLinear,
    fromLinear: linearToAlaw,
    decode: decodeAlaw,
    encode: encodeAlaw,
  },
  {
    law: 'mu-law in WebAssembly',
    theirs: oracle.mulaw,
    toLinear: mulawToLinear,
    fromLinear: linearToMulaw,
    ...inWasm('mulaw'),
  },
  {
    law: 'A-law in WebAssembly',
    theirs: oracle.alaw,
    toLinear: alawToLinear,
    fromLinear: linearToAlaw,
    ...inWasm('alaw'),
  },
];

describe.each(laws)('$law', ({ theirs, toLinear, fromLinear, decode, encode }) => {
  it('expands each of the 256 bytes like the reference', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const samples = decode(bytes);
    for (const byte of bytes) {
      expect(toLinear(byte)).toBe(theirs.decodeSample(byte) || 0);
      expect(samples[byte]).toBe(toLinear(byte) / 32768);
    }
  });

  it('compresses each of the 65,536 samples like the reference', () => {
    const linear = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
    const bytes = encode(Float32Array.from(linear, (sample) => sample / 32768));
    const wrong = linear.filter(
      (sample, i) => bytes[i] !== (theirs.encodeSample(sample) & 0xff) || fromLinear(sample) !== bytes[i],
    );
    expect([...wrong]).toEqual([]);
  });

  it('compresses an expanded byte to itself', () => {
    for (let byte = 0; byte < 256; byte++) {
      const back = encode(decode(Uint8Array.of(byte)))[0] as number;
      expect(toLinear(back)).toBe(toLinear(byte));
    }
  });

  it('errs by at most half a step of its segment', () => {
    fc.assert(
      fc.property(fc.double({ min: -1, max: 1, noNaN: true }), (sample) => {
        const back = decode(encode(Float32Array.of(sample)))[0] as number;
        return Math.abs(back - sample) <= 16 / 32768 + Math.abs(sample) / 31;
      }),
    );
  });
});

it('encodes silence as the standard does', () => {
  expect([...encodeMulaw(new Float32Array(3))]).toEqual([MULAW_SILENCE, MULAW_SILENCE, MULAW_SILENCE]);
  expect([...encodeAlaw(new Float32Array(2))]).toEqual([ALAW_SILENCE, ALAW_SILENCE]);
});

it.each([
  ['mulaw', encodeMulaw],
  ['alaw', encodeAlaw],
] as const)('both forms of %s give the same bytes for every kind of float', (encoding, plain) => {
  const { encode } = inWasm(encoding);
  const edges = Float32Array.from({ length: 65_536 * 4 }, (_, i) => (i / 4 - 32_768 + 0.5) / 32_768);
  const bits = new Uint32Array(edges.buffer);
  const near = (by: number) => new Float32Array(bits.map((value) => value + by).buffer);
  const odd = Float32Array.of(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -0, 1e-40, 3e38, -3e38);
  for (const samples of [edges, near(1), near(-1), odd])
    expect(firstDifference(encode(samples), plain(samples))).toBe(-1);
});

describe('L16', () => {
  it('round-trips every 16-bit sample, at any alignment', () => {
    const linear = Int16Array.from({ length: 65536 }, (_, i) => i - 32768);
    const bytes = new Uint8Array(linear.buffer);
    const samples = decodeL16(bytes);
    samples.forEach((sample, i) => {
      if (sample !== (linear[i] as number) / 32768) throw new Error(`sample ${i}`);
    });
    expect(firstDifference(encodeL16(samples), bytes)).toBe(-1);
    const shifted = new Uint8Array(bytes.length + 1);
    shifted.set(bytes, 1);
    expect(firstDifference(decodeL16(shifted.subarray(1)), samples)).toBe(-1);
  });

  it('drops half a sample', () => {
    expect(decodeL16(Uint8Array.of(0, 64, 7))).toEqual(Float32Array.of(0.5));
  });

  it('clips, and treats NaN as silence', () => {
    expect([2, 1, -1, -2, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(toInt16)).toEqual([
      32767, 32767, -32768, -32768, 0, 32767, -32768,
    ]);
  });
});
