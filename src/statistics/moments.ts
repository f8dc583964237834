/** Count, mean and sample variance of a measure. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly variance: number;
}

/** Returns the moments of values from their sums; undefined without values. */
export function momentsOf(count: number, sum: number, squares: number): Moments | undefined {
  if (count === 0) return undefined;
  const mean = sum / count;
  return { count, mean, variance: count === 1 ? 0 : Math.max(0, (squares - count * mean ** 2) / (count - 1)) };
}

/**
 * Returns the moments of a share. The variance is that of one more hit and one more miss, so that a share of none or
 * all is not taken as certain.
 */
export function momentsOfShare(hits: number, count: number): Moments | undefined {
  if (count === 0) return undefined;
  const share = (hits + 1) / (count + 2);
  return { count, mean: hits / count, variance: share * (1 - share) };
}

/** Returns Student's 95 % interval of the mean; undefined for fewer than 10 values. */
export function meanInterval({ count, mean, variance }: Moments): readonly [low: number, high: number] | undefined {
  if (count < leastForMean) return undefined;
  const half = studentQuantile(count - 1) * Math.sqrt(variance / count);
  return [mean - half, mean + half];
}

const leastForMean = 10;

/** The 97.5 % quantile of Student's t distribution by its expansion (Abramowitz and Stegun 26.7.5). */
function studentQuantile(degrees: number): number {
  const z = 1.959964;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
  ];
  return terms.reduce((sum, term, index) => sum + term / degrees ** (index + 1), z);
}
