import { describe, expect, it } from 'vitest';
import { createFft, createRealFft } from '../../media/dsp/fft.ts';

/** Reproducible values in [-1, 1]. */
function noise(count: number, seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    return state / 2147483648;
  });
}

function naiveDft(re: ArrayLike<number>, im: ArrayLike<number>): { re: number[]; im: number[] } {
  const n = re.length;
  const out = { re: new Array<number>(n).fill(0), im: new Array<number>(n).fill(0) };
  for (let k = 0; k < n; k++) {
    let sumRe = 0;
    let sumIm = 0;
    for (let t = 0; t < n; t++) {
      const angle = (-2 * Math.PI * ((k * t) % n)) / n;
      const c = Math.cos(angle);
      const s = Math.sin(angle);
      sumRe += (re[t] as number) * c - (im[t] as number) * s;
      sumIm += (re[t] as number) * s + (im[t] as number) * c;
    }
    out.re[k] = sumRe;
    out.im[k] = sumIm;
  }
  return out;
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  expect(a.length).toBe(b.length);
  let worst = 0;
  for (let i = 0; i < a.length; i++) worst = Math.max(worst, Math.abs((a[i] as number) - (b[i] as number)));
  return worst;
}

const sizes = [1, 2, 3, 4, 5, 6, 8, 15, 16, 27, 40, 80, 81, 125, 160, 200, 240, 256, 400, 512, 600, 800, 1200, 2048];

describe('the complex transform', () => {
  for (const size of sizes) {
    it(`of ${size} equals the definition, and is undone by its inverse`, () => {
      const re = noise(size, size);
      const im = noise(size, size + 1);
      const wanted = naiveDft(re, im);
      const gotRe = re.slice();
      const gotIm = im.slice();
      const fft = createFft(size);
      fft.forward(gotRe, gotIm);
      expect(largestDifference(gotRe, wanted.re)).toBeLessThan(1e-9);
      expect(largestDifference(gotIm, wanted.im)).toBeLessThan(1e-9);
      fft.inverse(gotRe, gotIm);
      expect(largestDifference(gotRe, re)).toBeLessThan(1e-12);
      expect(largestDifference(gotIm, im)).toBeLessThan(1e-12);
    });
  }

  it('rejects sizes with another prime factor, zero and fractions', () => {
    for (const size of [7, 14, 441, 0, -8, 2.5]) expect(() => createFft(size)).toThrow(/prime factors/);
  });
});

describe('the real transform', () => {
  for (const size of [80, 160, 320, 400, 512, 800, 1200, 1500, 2048, 4096, 8192]) {
    it(`of ${size} equals the complex one, and is undone by its inverse`, () => {
      const input = Float32Array.from(noise(size, 7 * size));
      const re = Float64Array.from(input);
      const im = new Float64Array(size);
      createFft(size).forward(re, im);
      const fft = createRealFft(size);
      const gotRe = new Float32Array(fft.bins);
      const gotIm = new Float32Array(fft.bins);
      fft.forward(input, gotRe, gotIm);
      expect(largestDifference(gotRe, re.subarray(0, fft.bins))).toBeLessThan(1e-5);
      expect(largestDifference(gotIm, im.subarray(0, fft.bins))).toBeLessThan(1e-5);
      const back = new Float32Array(size);
      fft.inverse(gotRe, gotIm, back);
      expect(largestDifference(back, input)).toBeLessThan(1e-6);
    });
  }

  it('ignores components that a real spectrum cannot have', () => {
    const fft = createRealFft(80);
    const re = new Float32Array(fft.bins).fill(0);
    const im = new Float32Array(fft.bins).fill(0);
    im[0] = 5;
    im[40] = 5;
    const output = new Float32Array(80).fill(1);
    fft.inverse(re, im, output);
    expect(largestDifference(output, new Float32Array(80))).toBe(0);
  });

  it('rejects an odd size', () => {
    expect(() => createRealFft(81)).toThrow(/even/);
  });
});
