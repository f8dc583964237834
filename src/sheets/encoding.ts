/** Returns the form of UTF-16 that a file begins in, by its mark or by the zero bytes of its Latin letters. */
export function utf16Of(head: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = head.length >> 1;
  const zeros = [0, 0] as [number, number];
  for (const [at, byte] of head.subarray(0, pairs * 2).entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1;
  // A text of one script has nearly all zeros at one side. Other binary files have them at both.
  const [even, odd] = zeros;
  if (odd > pairs / 2 && even === 0) return 'utf-16le';
  if (even > pairs / 2 && odd === 0) return 'utf-16be';
  return undefined;
}
