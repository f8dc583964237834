import type { Moments } from './moments.ts';

/** The difference of two means, with an interval that may be looked at any number of times. */
export interface Difference {
  /** Mean of the second sample minus that of the first. */
  readonly difference: number;
  readonly low: number;
  readonly high: number;
  /** Whether the interval does not contain 0. */
  readonly isReal: boolean;
}

export interface Looking {
  /** Number of measures that are compared at the same time. */
  readonly measures: number;
}

/** With fewer values, a mean need not be near to a normal distribution. */
export const leastForDifference = 30;
const errorRate = 0.05;
/** The difference, in standard deviations, at which the test is most sensitive. */
const usualEffect = 0.2;

/**
 * Compares two means by the mixture sequential probability ratio test (Johari et al., "Always valid inference", 2022).
 * People look at a running test again and again, and stop when they like what they see: an ordinary interval would
 * call one in three tests of two equal versions a difference then. Of tests of equal versions, at most 5 % ever show a
 * difference in any measure. Returns undefined for too few values.
 */
export function differenceBetween(first: Moments, second: Moments, { measures }: Looking): Difference | undefined {
  if (Math.min(first.count, second.count) < leastForDifference) return undefined;
  const difference = second.mean - first.mean;
  const pooled =
    ((first.count - 1) * first.variance + (second.count - 1) * second.variance) / (first.count + second.count - 2);
  // The small sample of a small share may have missed the rare values that make its variance.
  const variance = Math.max(
    first.variance / first.count + second.variance / second.count,
    pooled / first.count + pooled / second.count,
  );
  if (variance === 0) return { difference, low: difference, high: difference, isReal: difference !== 0 };
  const mixing = usualEffect ** 2 * pooled;
  const ratio = (variance + mixing) / variance;
  const radius = Math.sqrt(
    ((variance * (variance + mixing)) / mixing) * (2 * Math.log(measures / errorRate) + Math.log(ratio)),
  );
  const [low, high] = [difference - radius, difference + radius];
  return { difference, low, high, isReal: low > 0 || high < 0 };
}
