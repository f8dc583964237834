import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loopLength } from '../../media/recogniser/loop.ts';

describe('the guard against loops', () => {
  it('keeps what a caller may really say', () => {
    expect(loopLength([7, 7, 7])).toBe(0);
    expect(loopLength([1, 2, 1, 2])).toBe(0);
    expect(loopLength([5, 5, 1, 5, 5, 1, 5, 5])).toBe(0);
    expect(loopLength([])).toBe(0);
  });

  it('keeps one phrase of a loop', () => {
    expect(loopLength([9, 7, 7, 7, 7, 7])).toBe(4);
    expect(loopLength([9, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4])).toBe(8);
  });

  it('finds any phrase of up to 16 tokens that repeats often enough', () => {
    const phrase = fc.uniqueArray(fc.integer({ min: 0, max: 50_000 }), { minLength: 1, maxLength: 16 });
    fc.assert(fc.property(phrase, (tokens) => loopLength(Array.from({ length: 5 }, () => tokens).flat()) > 0));
  });
});
