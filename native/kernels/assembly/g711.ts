/**
 * ITU-T G.711 without tables: a segment is the exponent of a magnitude with its bias, and a step the first four bits of its
 * mantissa, which is how a float has them. Counts are rounded up to sixteen, so both sides need that much room.
 */

/** The exponent of the lowest segment (128 to 255) where a float has it, less the segment's own number, in steps. */
const lowest: i32 = 134 << 4;

/** mu-law bytes to samples in [-1, 1]. */
export function expandMulaw(from: usize, count: usize, to: usize): void {
  for (let i: usize = 0; i < count; i += 4) {
    const bits = v128.not(widened(from + i));
    const biased = magnitudes(bits);
    signed(to + i * 4, f32x4.sub(biased, f32x4.splat(132)), v128.and(bits, i32x4.splat(0x80)));
  }
}

/** A-law bytes to samples in [-1, 1]. */
export function expandAlaw(from: usize, count: usize, to: usize): void {
  for (let i: usize = 0; i < count; i += 4) {
    const bits = v128.xor(widened(from + i), i32x4.splat(0x55));
    const biased = magnitudes(bits);
    // The first segment is as coarse as the second, and without its bias.
    const first = f32x4.sub(f32x4.add(biased, biased), f32x4.splat(256));
    const isFirst = i32x4.eq(v128.and(bits, i32x4.splat(0x70)), i32x4.splat(0));
    signed(to + i * 4, v128.bitselect(first, biased, isFirst), v128.andnot(i32x4.splat(0x80), bits));
  }
}

/** Samples, clipped to [-1, 1], to mu-law bytes. */
export function compressMulaw(from: usize, count: usize, to: usize): void {
  for (let i: usize = 0; i < count; i += 16) {
    const at = from + i * 4;
    v128.store(to + i, packed(mulawOf(at), mulawOf(at + 16), mulawOf(at + 32), mulawOf(at + 48)));
  }
}

/** Samples, clipped to [-1, 1], to A-law bytes. */
export function compressAlaw(from: usize, count: usize, to: usize): void {
  for (let i: usize = 0; i < count; i += 16) {
    const at = from + i * 4;
    v128.store(to + i, packed(alawOf(at), alawOf(at + 16), alawOf(at + 32), alawOf(at + 48)));
  }
}

function widened(at: usize): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at)));
}

/** Of seven bits of segment and step: 128 to 252, doubled with each segment. */
function magnitudes(bits: v128): v128 {
  const scaled = i32x4.shl(v128.and(bits, i32x4.splat(0x7f)), 19);
  // Half a step more: the middle of what the byte stands for.
  return i32x4.add(scaled, i32x4.splat((134 << 23) | (1 << 18)));
}

function signed(to: usize, magnitude: v128, negative: v128): void {
  const sample = f32x4.mul(magnitude, f32x4.splat(1 / 32768));
  const below = f32x4.sub(f32x4.splat(0), sample);
  v128.store(to, v128.bitselect(below, sample, i32x4.ne(negative, i32x4.splat(0))));
}

/** Nearest 16-bit values; NaN is 0. */
function wholeAt(at: usize): v128 {
  const near = f32x4.floor(f32x4.add(f32x4.mul(v128.load(at), f32x4.splat(32768)), f32x4.splat(0.5)));
  return i32x4.trunc_sat_f32x4_s(near);
}

function mulawOf(at: usize): v128 {
  const sample = wholeAt(at);
  const magnitude = i32x4.min_u(
    i32x4.add(i32x4.min_u(i32x4.abs(sample), i32x4.splat(32768)), i32x4.splat(132)),
    i32x4.splat(32635),
  );
  const code = i32x4.sub(i32x4.shr_u(f32x4.convert_i32x4_s(magnitude), 19), i32x4.splat(lowest));
  const sign = v128.and(i32x4.shr_s(sample, 31), i32x4.splat(0x80));
  return v128.xor(v128.or(code, sign), i32x4.splat(0xff));
}

function alawOf(at: usize): v128 {
  const sample = wholeAt(at);
  const magnitude = i32x4.min_u(i32x4.abs(sample), i32x4.splat(32767));
  const code = i32x4.sub(i32x4.shr_u(f32x4.convert_i32x4_s(magnitude), 19), i32x4.splat(lowest));
  const isFirst = i32x4.lt_s(magnitude, i32x4.splat(256));
  const steps = v128.bitselect(i32x4.shr_u(magnitude, 4), code, isFirst);
  const sign = v128.andnot(i32x4.splat(0x80), i32x4.shr_s(sample, 31));
  return v128.xor(v128.or(steps, sign), i32x4.splat(0x55));
}

function packed(a: v128, b: v128, c: v128, d: v128): v128 {
  return i8x16.narrow_i16x8_u(i16x8.narrow_i32x4_u(a, b), i16x8.narrow_i32x4_u(c, d));
}
