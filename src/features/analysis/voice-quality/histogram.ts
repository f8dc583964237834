/** Number of durations by bucket. A bucket is 8 % wide, so a percentile is off by 4 % at most. */
export type Histogram = Readonly<Record<string, number>>;

const growth = 1.08;
/** Shorter durations share a bucket. */
const leastMs = 10;

const bucketOf = (ms: number): number => (ms <= leastMs ? 0 : Math.ceil(Math.log(ms / leastMs) / Math.log(growth)));

/** Returns the middle of a bucket in whole milliseconds. */
const middleOf = (bucket: number): number => Math.round(bucket === 0 ? leastMs : leastMs * growth ** (bucket - 0.5));

export function histogramOf(durationsMs: readonly number[]): Histogram {
  const counts: Record<string, number> = {};
  for (const ms of durationsMs) counts[bucketOf(ms)] = (counts[bucketOf(ms)] ?? 0) + 1;
  return counts;
}

export function sumOf(histograms: readonly Histogram[]): Histogram {
  const counts: Record<string, number> = {};
  for (const histogram of histograms)
    for (const [bucket, count] of Object.entries(histogram)) counts[bucket] = (counts[bucket] ?? 0) + count;
  return counts;
}

/** Returns a percentile in milliseconds; null for an empty histogram. `share` is 0 to 1. */
export function percentileOf(histogram: Histogram, share: number): number | null {
  const buckets = Object.entries(histogram)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let before = 0;
  for (const [bucket, count] of buckets) {
    before += count;
    if (before >= share * total) return middleOf(bucket);
  }
  return null;
}
