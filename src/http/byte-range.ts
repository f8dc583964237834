export type AskedRange =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly start: number; readonly end: number }
  | { readonly kind: 'outside' };

/**
 * Parses a `Range` header against a size in bytes (RFC 9110, 14). Supports a single range; several ranges, another unit
 * or an invalid range yield the whole file, as the RFC allows. `end` is inclusive.
 */
export function readRange(header: string | undefined, sizeBytes: number): AskedRange {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/.exec(header ?? '');
  if (match === null) return { kind: 'whole' };
  const [first, last] = [match[1] as string, match[2] as string];
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? { kind: 'outside' } : { kind: 'part', start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return { kind: 'whole' };
  return start >= sizeBytes ? { kind: 'outside' } : { kind: 'part', start, end };
}
