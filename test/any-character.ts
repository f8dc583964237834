import fc from 'fast-check';

/** Any character of Unicode; the library's own `binary` unit first lists all of them, which takes a second. */
export const anyCharacter = fc
  .oneof(fc.integer({ max: 0xd7ff, min: 0 }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((code) => String.fromCodePoint(code));
