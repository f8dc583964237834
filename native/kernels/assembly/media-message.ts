import { decodeBase64 } from './base64';

const quote: u8 = 0x22;
const comma: u8 = 0x2c;
const colon: u8 = 0x3a;
const minus: u8 = 0x2d;
const zero: u8 = 0x30;
const open: u8 = 0x7b;
const close: u8 = 0x7d;
const maxDigits: usize = 15;

/** Words in their quotes, first byte lowest: seven bytes each, and the first eight of nine. */
const event: u64 = ((<u64>0x22746e) << 32) | 0x65766522;
const media: u64 = ((<u64>0x226169) << 32) | 0x64656d22;
const track: u64 = ((<u64>0x226b63) << 32) | 0x61727422;
const chunk: u64 = ((<u64>0x226b6e) << 32) | 0x75686322;
const payload: u64 = ((<u64>0x64616f6c) << 32) | 0x79617022;
const inbound: u64 = ((<u64>0x646e756f) << 32) | 0x626e6922;
const sevenBytes: u64 = ((<u64>1) << 56) - 1;

/** What is found on the way; one message at a time. */
let from: usize = 0;
let to: usize = 0;
let number: f64 = -1;

/**
 * What `media/wire/dialects/scan-media.ts` and `base64.ts` do together: answers the length of the payload, which is then at
 * `into`, or -1 for what is left to the parser. The chunk is at `numberAt`, or -1 where there is none. One byte after the text
 * is written and 32 are read.
 */
export function readMedia(text: usize, length: usize, into: usize, numberAt: usize): i32 {
  // No message has this byte in it, so whatever looks for an end finds this one.
  store<u8>(text + length, 0);
  let at = afterSpace(text);
  if (load<u8>(at) !== open) return -1;
  let isMedia = false;
  let found = false;
  do {
    const key = afterSpace(at + 1);
    const value = valueAfter(key);
    if (value === 0) return -1;
    if (isSeven(key, event)) {
      if (isMedia || !isSeven(value, media)) return -1;
      isMedia = true;
      at = value + 7;
    } else if (isSeven(key, media)) {
      if (found) return -1;
      at = afterDetails(value);
      found = true;
    } else at = afterPlain(value);
    if (at === 0) return -1;
    at = afterSpace(at);
  } while (load<u8>(at) === comma);
  if (!isMedia || !found || load<u8>(at) !== close || afterSpace(at + 1) !== text + length) return -1;
  store<f64>(numberAt, number);
  return decodeBase64(from, to, into);
}

/** The place after the object that begins here, or 0. */
function afterDetails(begin: usize): usize {
  let at = begin;
  if (load<u8>(at) !== open) return 0;
  let hasPayload = false;
  let hasTrack = false;
  number = -1;
  do {
    const key = afterSpace(at + 1);
    const value = valueAfter(key);
    if (value === 0) return 0;
    at = afterPlain(value);
    if (at === 0) return 0;
    if (isNine(key, payload)) {
      if (hasPayload || load<u8>(value) !== quote) return 0;
      hasPayload = true;
      from = value + 1;
      to = at - 1;
    } else if (isSeven(key, track)) {
      if (hasTrack || !isNine(value, inbound)) return 0;
      hasTrack = true;
    } else if (isSeven(key, chunk)) {
      if (number >= 0) return 0;
      number = wholeNumber(value, at);
      if (number < 0) return 0;
    }
    at = afterSpace(at);
  } while (load<u8>(at) === comma);
  return hasPayload && load<u8>(at) === close ? at + 1 : 0;
}

function isSeven(at: usize, word: u64): bool {
  return (load<u64>(at) & sevenBytes) === word;
}

function isNine(at: usize, word: u64): bool {
  return load<u64>(at) === word && load<u8>(at + 8) === quote;
}

function afterSpace(from: usize): usize {
  let at = from;
  for (let byte = load<u8>(at); byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = load<u8>(at))
    at++;
  return at;
}

/** The place of the value whose key begins here, or 0. */
function valueAfter(key: usize): usize {
  const end = afterString(key);
  if (end === 0) return 0;
  const at = afterSpace(end);
  return load<u8>(at) === colon ? afterSpace(at + 1) : 0;
}

/** The place after a string, number or literal, or 0. */
function afterPlain(at: usize): usize {
  switch (load<u8>(at)) {
    case quote:
      return afterString(at);
    case 0x6e:
      return load<u32>(at) === 0x6c6c756e ? at + 4 : 0;
    case 0x74:
      return load<u32>(at) === 0x65757274 ? at + 4 : 0;
    case 0x66:
      return load<u32>(at) === 0x736c6166 && load<u8>(at + 4) === 0x65 ? at + 5 : 0;
    default:
      return afterInteger(at);
  }
}

function afterString(begin: usize): usize {
  if (load<u8>(begin) !== quote) return 0;
  for (let at = begin + 1; ; at += 16) {
    const text = v128.load(at);
    const ends = v128.or(i8x16.eq(text, i8x16.splat(quote)), i8x16.eq(text, i8x16.splat(0x5c)));
    const bits = i8x16.bitmask(v128.or(ends, i8x16.lt_u(text, i8x16.splat(0x20))));
    if (bits === 0) continue;
    const end = at + ctz(bits);
    return load<u8>(end) === quote ? end + 1 : 0;
  }
}

function afterInteger(begin: usize): usize {
  const first = load<u8>(begin) === minus ? begin + 1 : begin;
  let at = first;
  while (isDigit(load<u8>(at))) at++;
  if (at === first || (load<u8>(first) === zero && at > first + 1)) return 0;
  // What follows decides between a number's end and a fraction, an exponent or a fault.
  const next = load<u8>(at);
  return next === comma || next === close || afterSpace(at) > at ? at : 0;
}

/** The number of a few digits, or such digits as text, between the two places; -1 for anything else. */
function wholeNumber(from: usize, to: usize): f64 {
  const quoted: usize = load<u8>(from) === quote ? 1 : 0;
  const length = to - from - 2 * quoted;
  if (length === 0 || length > maxDigits) return -1;
  let digits: u64 = 0;
  for (let at = from + quoted; at < to - quoted; at++) {
    const byte = load<u8>(at);
    if (!isDigit(byte)) return -1;
    digits = digits * 10 + (byte - zero);
  }
  return <f64>digits;
}

function isDigit(byte: u8): bool {
  return byte >= zero && byte <= zero + 9;
}
