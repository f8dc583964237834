import { describe, expect, test } from 'vitest';
import { differenceBetween, meanInterval, momentsOf, momentsOfShare, wilsonOf } from '../../src/statistics/index.ts';

/** Mulberry32, so that each run draws the same numbers. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('the interval of a mean equals the one of published tables', () => {
  // Student's quantile for 9 degrees of freedom is 2.2622, for 29 it is 2.0452.
  const interval = (count: number) => meanInterval({ count, mean: 0, variance: count })!;
  expect(interval(10)[1]).toBeCloseTo(2.2622, 2);
  expect(interval(30)[1]).toBeCloseTo(2.0452, 3);
  expect(meanInterval({ count: 9, mean: 0, variance: 1 })).toBeUndefined();
});

test('moments come from sums', () => {
  expect(momentsOf(4, 20, 120)).toEqual({ count: 4, mean: 5, variance: 20 / 3 });
  expect(momentsOf(1, 20, 400)).toEqual({ count: 1, mean: 20, variance: 0 });
  expect(momentsOf(0, 0, 0)).toBeUndefined();
  expect(momentsOfShare(0, 0)).toBeUndefined();
});

test("Wilson's interval of a share stays within 0 and 1", () => {
  expect(wilsonOf(0, 10)[0]).toBe(0);
  expect(wilsonOf(10, 10)[1]).toBe(1);
});

describe('the difference of two samples', () => {
  test('abstains with fewer than 30 values on either side', () => {
    const few = momentsOfShare(29, 29)!;
    const many = momentsOfShare(0, 1000)!;
    expect(differenceBetween(few, many, { measures: 1 })).toBeUndefined();
    expect(differenceBetween(many, few, { measures: 1 })).toBeUndefined();
  });

  test('is certain for values that never vary', () => {
    const always = (mean: number) => ({ count: 50, mean, variance: 0 });
    expect(differenceBetween(always(1), always(1), { measures: 1 })).toMatchObject({ isReal: false });
    expect(differenceBetween(always(1), always(2), { measures: 1 })).toMatchObject({ isReal: true, difference: 1 });
  });

  /** Tests of two versions, looked at every 20 calls, a tenth of which use the second one. */
  function everReal(tests: number, draw: (random: () => number, isSecond: boolean) => number): number {
    let real = 0;
    for (let at = 0; at < tests; at++) {
      const random = randomOf(at + 1);
      const sums = [
        { count: 0, sum: 0, squares: 0 },
        { count: 0, sum: 0, squares: 0 },
      ] as const;
      for (let call = 1; call <= 3000; call++) {
        const isSecond = random() < 0.1;
        const arm = sums[isSecond ? 1 : 0] as { count: number; sum: number; squares: number };
        const value = draw(random, isSecond);
        arm.count++;
        arm.sum += value;
        arm.squares += value ** 2;
        if (call % 20 !== 0 || sums[1].count < 30) continue;
        const [first, second] = sums.map(({ count, sum, squares }) => momentsOf(count, sum, squares)!);
        if (!differenceBetween(first!, second!, { measures: 1 })?.isReal) continue;
        real++;
        break;
      }
    }
    return real / tests;
  }

  test('is shown in under 5 % of tests of equal versions that are looked at every 20 calls', () => {
    expect(everReal(400, (random) => (random() < 0.4 ? 1 : 0))).toBeLessThan(0.05);
    const normal = (random: () => number) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    expect(everReal(400, normal)).toBeLessThan(0.05);
    // Lengths, scores of which most are 100, and rare successes.
    expect(everReal(400, (random) => Math.exp(normal(random)))).toBeLessThan(0.05);
    expect(everReal(400, (random) => (random() < 0.8 ? 100 : 100 * random()))).toBeLessThan(0.05);
    expect(everReal(400, (random) => (random() < 0.05 ? 1 : 0))).toBeLessThan(0.05);
  });

  test('is found in nine of ten tests of versions with 40 and 60 % good calls', () => {
    expect(everReal(200, (random, isSecond) => (random() < (isSecond ? 0.6 : 0.4) ? 1 : 0))).toBeGreaterThan(0.9);
  });
});
