const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const toCharacter = Uint8Array.from(alphabet, (character) => character.charCodeAt(0));
/** 64 and more mark characters outside the alphabet. */
const toSextet = new Uint8Array(256).fill(255);
for (const [sextet, character] of toCharacter.entries()) toSextet[character] = sextet;
const pad = 0x3d;

/**
 * Decodes the base64 in `text` from `from` to `to`. Returns undefined if it leaves the plain alphabet or is not a
 * multiple of four characters; it may then still be valid base64. Written by hand, because it decodes a short payload
 * before Node could even make a string of it.
 */
export function decodeBase64(
  text: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  memory: (length: number) => Uint8Array,
): Uint8Array | undefined {
  if ((to - from) % 4 !== 0 || to === from) return undefined;
  const padding = text[to - 1] !== pad ? 0 : text[to - 2] !== pad ? 1 : 2;
  const whole = padding === 0 ? to : to - 4;
  const bytes = memory(((to - from) / 4) * 3 - padding);
  let seen = 0;
  let out = 0;
  for (let at = from; at < whole; at += 4) {
    const a = toSextet[text[at] as number] as number;
    const b = toSextet[text[at + 1] as number] as number;
    const c = toSextet[text[at + 2] as number] as number;
    const d = toSextet[text[at + 3] as number] as number;
    seen |= a | b | c | d;
    bytes[out++] = (a << 2) | (b >> 4);
    bytes[out++] = (b << 4) | (c >> 2);
    bytes[out++] = (c << 6) | d;
  }
  if (padding > 0) {
    const a = toSextet[text[whole] as number] as number;
    const b = toSextet[text[whole + 1] as number] as number;
    const c = padding === 2 ? 0 : (toSextet[text[whole + 2] as number] as number);
    seen |= a | b | c;
    bytes[out++] = (a << 2) | (b >> 4);
    if (padding === 1) bytes[out++] = (b << 4) | (c >> 2);
  }
  return seen > 63 ? undefined : bytes;
}

/** Writes `bytes` as base64 into `text` from `at`; returns the end position. */
export function encodeBase64(bytes: Uint8Array, text: Uint8Array, at: number): number {
  const whole = bytes.length - (bytes.length % 3);
  let out = at;
  for (let i = 0; i < whole; i += 3) {
    const three = ((bytes[i] as number) << 16) | ((bytes[i + 1] as number) << 8) | (bytes[i + 2] as number);
    text[out++] = toCharacter[three >> 18] as number;
    text[out++] = toCharacter[(three >> 12) & 63] as number;
    text[out++] = toCharacter[(three >> 6) & 63] as number;
    text[out++] = toCharacter[three & 63] as number;
  }
  if (whole === bytes.length) return out;
  const a = bytes[whole] as number;
  const b = bytes.length - whole === 2 ? (bytes[whole + 1] as number) : 0;
  text[out++] = toCharacter[a >> 2] as number;
  text[out++] = toCharacter[((a << 4) & 63) | (b >> 4)] as number;
  text[out++] = bytes.length - whole === 2 ? (toCharacter[(b << 2) & 63] as number) : pad;
  text[out++] = pad;
  return out;
}

export const base64Length = (bytes: number): number => Math.ceil(bytes / 3) * 4;
