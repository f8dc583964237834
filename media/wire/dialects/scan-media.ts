/** Position of the payload in the bytes of a media message, and its sequence number. Written by `scanMedia`. */
export interface MediaPlace {
  from: number;
  to: number;
  /** -1 if the far end sends no sequence numbers. */
  number: number;
}

const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text));
const words = {
  event: bytesOf('event'),
  media: bytesOf('media'),
  track: bytesOf('track'),
  chunk: bytesOf('chunk'),
  payload: bytesOf('payload'),
  inbound: bytesOf('inbound'),
  null: bytesOf('null'),
  true: bytesOf('true'),
  false: bytesOf('false'),
};

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const minus = 0x2d;
const zero = 0x30;
const backslash = 0x5c;
const open = 0x7b;
const close = 0x7d;

/** Integers with at most this many digits are exact. */
const maxDigits = 15;

/**
 * Finds the payload and the chunk number of a message `{"event":"media", ..., "media":{..., "payload":"..."}, ...}`
 * without creating objects. Returns true only if `JSON.parse` would read the same: one object without escapes, arrays
 * or fractions, each relevant member once, other members plain, and the track, if present, the caller's. The parser
 * handles everything else, valid or not.
 */
export function scanMedia(text: Uint8Array, place: MediaPlace): boolean {
  let at = skipSpace(text, 0);
  if (text[at] !== open) return false;
  let isMedia = false;
  let hasMedia = false;
  do {
    const key = skipSpace(text, at + 1);
    const colonAt = colonAfter(text, key);
    if (colonAt < 0) return false;
    at = skipSpace(text, colonAt + 1);
    if (isWord(text, key, words.event)) {
      if (isMedia || !isWord(text, at, words.media)) return false;
      isMedia = true;
      at += words.media.length + 2;
    } else if (isWord(text, key, words.media)) {
      if (hasMedia) return false;
      at = scanDetails(text, at, place);
      hasMedia = true;
    } else at = afterPlain(text, at);
    if (at < 0) return false;
    at = skipSpace(text, at);
  } while (text[at] === comma);
  return isMedia && hasMedia && text[at] === close && skipSpace(text, at + 1) === text.length;
}

/** Returns the position after the object that begins here, or -1. */
function scanDetails(text: Uint8Array, begin: number, place: MediaPlace): number {
  let at = begin;
  if (text[at] !== open) return -1;
  let hasPayload = false;
  let hasTrack = false;
  place.number = -1;
  do {
    const key = skipSpace(text, at + 1);
    const colonAt = colonAfter(text, key);
    if (colonAt < 0) return -1;
    const value = skipSpace(text, colonAt + 1);
    const isPayload = isWord(text, key, words.payload);
    // The decoder rejects characters that are not base64.
    at = isPayload ? text.indexOf(quote, value + 1) + 1 : afterPlain(text, value);
    if (at <= 0) return -1;
    if (isPayload) {
      if (hasPayload || text[value] !== quote) return -1;
      hasPayload = true;
      place.from = value + 1;
      place.to = at - 1;
    } else if (isWord(text, key, words.track)) {
      if (hasTrack || !isWord(text, value, words.inbound)) return -1;
      hasTrack = true;
    } else if (isWord(text, key, words.chunk)) {
      if (place.number >= 0) return -1;
      place.number = wholeNumber(text, value, at);
      if (place.number < 0) return -1;
    }
    at = skipSpace(text, at);
  } while (text[at] === comma);
  return hasPayload && text[at] === close ? at + 1 : -1;
}

function skipSpace(text: Uint8Array, from: number): number {
  let at = from;
  for (let byte = text[at]; byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09; byte = text[at]) at += 1;
  return at;
}

/** Returns the position of the colon after the key that begins here, or -1. */
function colonAfter(text: Uint8Array, key: number): number {
  const end = afterString(text, key);
  if (end < 0) return -1;
  const at = skipSpace(text, end);
  return text[at] === colon ? at : -1;
}

/** Returns the position after a string, number or literal, or -1. */
function afterPlain(text: Uint8Array, at: number): number {
  switch (text[at]) {
    case quote:
      return afterString(text, at);
    case 0x6e:
      return hasBytes(text, at, words.null) ? at + 4 : -1;
    case 0x74:
      return hasBytes(text, at, words.true) ? at + 4 : -1;
    case 0x66:
      return hasBytes(text, at, words.false) ? at + 5 : -1;
    default:
      return afterInteger(text, at);
  }
}

function afterString(text: Uint8Array, begin: number): number {
  if (text[begin] !== quote) return -1;
  for (let at = begin + 1; at < text.length; at += 1) {
    const byte = text[at] as number;
    if (byte === quote) return at + 1;
    if (byte === backslash || byte < 0x20) return -1;
  }
  return -1;
}

function afterInteger(text: Uint8Array, begin: number): number {
  const first = text[begin] === minus ? begin + 1 : begin;
  let at = first;
  while (isDigit(text[at])) at += 1;
  if (at === first || (text[first] === zero && at > first + 1)) return -1;
  // The next byte distinguishes the end of a number from a fraction, an exponent or an error.
  const next = text[at];
  return next === comma || next === close || skipSpace(text, at) > at ? at : -1;
}

/** Returns the short integer between two positions, bare or as a string; -1 for anything else. */
function wholeNumber(text: Uint8Array, from: number, to: number): number {
  const quoted = text[from] === quote ? 1 : 0;
  const length = to - from - 2 * quoted;
  if (length === 0 || length > maxDigits) return -1;
  let number = 0;
  for (let at = from + quoted; at < to - quoted; at += 1) {
    if (!isDigit(text[at])) return -1;
    number = number * 10 + (text[at] as number) - zero;
  }
  return number;
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= zero && byte <= zero + 9;

/** Whether the string that begins here equals `word`. */
const isWord = (text: Uint8Array, at: number, word: Uint8Array): boolean =>
  text[at] === quote && text[at + word.length + 1] === quote && hasBytes(text, at + 1, word);

function hasBytes(text: Uint8Array, from: number, bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i += 1) if (text[from + i] !== bytes[i]) return false;
  return true;
}
