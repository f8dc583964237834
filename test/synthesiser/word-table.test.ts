import { describe, expect, it } from 'vitest';
import { openWordTable, writeWordTable } from '../../media/synthesiser/phonemes/word-table.ts';

const entries = [
  ['a', 'ɐ'],
  ['an', 'æn'],
  ['and', ''],
  ["o'clock", 'əklˈɑk'],
  ['z', '{"DEFAULT":"zˈi"}'],
  ['émigré', 'ˈɛmɪɡɹˌA'],
  ['日本', 'ʤəpˈæn'],
] as const;

describe('a word table', () => {
  const block = writeWordTable(entries.toReversed());

  it.each(entries)('finds %s', (key, value) => {
    expect(openWordTable(block)?.get(key)).toBe(value);
  });

  it.each(['', 'A', 'aa', 'ane', 'andy', 'zz', '日', 'émigrés', '\u{10FFFF}'])('does not find "%s"', (key) => {
    expect(openWordTable(block)?.get(key)).toBeUndefined();
  });

  it('finds each of thousands, and may be empty', () => {
    const many = Array.from({ length: 5000 }, (_, i) => [`w${(i * 7919) % 100_003}`, String(i)] as const);
    const table = openWordTable(writeWordTable(many));
    expect(table?.size).toBe(5000);
    for (const [key, value] of many) expect(table?.get(key)).toBe(value);
    expect(openWordTable(writeWordTable([]))?.get('w')).toBeUndefined();
  });

  it('works at any memory offset', () => {
    const shifted = new Uint8Array(block.length + 3);
    shifted.set(block, 3);
    expect(openWordTable(shifted.subarray(3))?.get('and')).toBe('');
  });

  it.each([0, 7, 20, block.length - 1])('is not loaded from %i bytes of one', (length) => {
    expect(openWordTable(block.subarray(0, length))).toBeUndefined();
  });
});
