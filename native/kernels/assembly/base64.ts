/** Base64 of the plain alphabet, sixteen characters at a time; sixteen bytes beyond either end are read and written. */

const pad: u32 = 0x3d;

/** Writes `count` bytes as base64 with its padding. */
export function encodeBase64(from: usize, count: usize, to: usize): void {
  const end = from + count;
  let at = from;
  let out = to;
  for (; at + 12 <= end; at += 12, out += 16) v128.store(out, characters(v128.load(at)));
  if (at === end) return;
  const left = end - at;
  // What lies beyond the end counts as zeros.
  const mask = i8x16.lt_u(v128(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>left));
  v128.store(out, characters(v128.and(v128.load(at), mask)));
  const groups = (left + 2) / 3;
  for (let missing = groups * 3 - left, last = out + groups * 4 - 1; missing > 0; missing--, last--)
    store<u8>(last, <u8>pad);
}

/** Four characters for each three of the first twelve bytes. */
function characters(bytes: v128): v128 {
  const spread = i8x16.swizzle(bytes, v128(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1));
  const first = v128.or(i32x4.shr_u(spread, 18), v128.and(i32x4.shr_u(spread, 4), i32x4.splat(0x3f00)));
  const last = v128.or(
    v128.and(i32x4.shl(spread, 10), i32x4.splat(0x3f0000)),
    v128.and(i32x4.shl(spread, 24), i32x4.splat(0x3f000000)),
  );
  const sextets = v128.or(first, last);
  // Capital letters are the thirteenth kind, small ones the first, then come each digit, plus and slash.
  const kind = v128.or(
    i8x16.sub_sat_u(sextets, i8x16.splat(51)),
    v128.and(i8x16.lt_u(sextets, i8x16.splat(26)), i8x16.splat(13)),
  );
  const shifts = v128(71, -4, -4, -4, -4, -4, -4, -4, -4, -4, -4, -19, -16, 65, 0, 0);
  return i8x16.add(sextets, i8x16.swizzle(shifts, kind));
}

/** Decodes from `from` to `to`; answers how many bytes that are, or -1 for anything but whole groups of the plain alphabet. */
export function decodeBase64(from: usize, to: usize, into: usize): i32 {
  const count = to - from;
  if (count === 0 || (count & 3) !== 0) return -1;
  const padding: usize = load<u8>(to - 1) !== <u8>pad ? 0 : load<u8>(to - 2) !== <u8>pad ? 1 : 2;
  const whole = padding === 0 ? to : to - 4;
  let foreign = i8x16.splat(0);
  let at = from;
  let out = into;
  for (; at + 16 <= whole; at += 16, out += 12) {
    const text = v128.load(at);
    foreign = v128.or(foreign, foreignIn(text));
    v128.store(out, joined(sextetsOf(text)));
  }
  // `A` stands for what is not there.
  const left = to - padding - at;
  if (left > 0) {
    const mask = i8x16.lt_u(v128(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15), i8x16.splat(<i8>left));
    const text = v128.bitselect(v128.load(at), i8x16.splat(0x41), mask);
    foreign = v128.or(foreign, foreignIn(text));
    v128.store(out, joined(sextetsOf(text)));
  }
  return v128.any_true(foreign) ? -1 : <i32>((count >> 2) * 3 - padding);
}

/** What makes a sextet of a character is told by its upper half; the slash, which shares it with the plus, goes one lower. */
function sextetsOf(text: v128): v128 {
  const kind = i8x16.add(i8x16.shr_u(text, 4), i8x16.eq(text, i8x16.splat(0x2f)));
  return i8x16.add(text, i8x16.swizzle(v128(0, 16, 19, 4, -65, -65, -71, -71, 0, 0, 0, 0, 0, 0, 0, 0), kind));
}

function foreignIn(text: v128): v128 {
  const signs = v128.or(i8x16.eq(text, i8x16.splat(0x2b)), i8x16.eq(text, i8x16.splat(0x2f)));
  const letters = v128.or(isWithin(text, 0x41, 26), isWithin(text, 0x61, 26));
  return v128.not(v128.or(v128.or(letters, isWithin(text, 0x30, 10)), signs));
}

function isWithin(text: v128, first: i8, count: i8): v128 {
  return i8x16.lt_u(i8x16.sub(text, i8x16.splat(first)), i8x16.splat(count));
}

/** Three bytes of each four sextets, in the first twelve. */
function joined(sextets: v128): v128 {
  const high = v128.or(
    v128.and(i32x4.shl(sextets, 18), i32x4.splat(0xfc0000)),
    v128.and(i32x4.shl(sextets, 4), i32x4.splat(0x3f000)),
  );
  const low = v128.or(v128.and(i32x4.shr_u(sextets, 10), i32x4.splat(0xfc0)), i32x4.shr_u(sextets, 24));
  return i8x16.swizzle(v128.or(high, low), v128(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1));
}
