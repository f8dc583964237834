import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { piecesOf, quietCut } from '../../media/recogniser/quiet-cut.ts';

const rateHz = 8000;

/** Loud for `seconds`, but quiet in the given half second. */
function speech(seconds: number, quietAtSeconds: number): Float32Array {
  return Float32Array.from({ length: seconds * rateHz }, (_, i) => {
    const at = i / rateHz - quietAtSeconds;
    return (at >= 0 && at < 0.5 ? 0.001 : 0.3) * Math.sin(i);
  });
}

describe('splitting audio that is too long for one decode', () => {
  it('keeps audio that fits', () => {
    expect(quietCut(speech(28, 5), rateHz)).toBeUndefined();
  });

  it('splits in quiet places', () => {
    const cut = quietCut(speech(40, 21), rateHz)!;
    expect(cut / rateHz).toBeGreaterThan(21);
    expect(cut / rateHz).toBeLessThan(21.5);
  });

  it('loses nothing and makes no part too long or tiny', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90 }), fc.double({ min: 0, max: 80, noNaN: true }), (seconds, quietAt) => {
        const samples = speech(seconds, quietAt);
        const pieces = piecesOf(samples, rateHz);
        expect(pieces.reduce((sum, piece) => sum + piece.length, 0)).toBe(samples.length);
        for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(28 * rateHz);
        for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThan(9 * rateHz);
      }),
      { numRuns: 20 },
    );
  });
});
