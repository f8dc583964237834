/**
 * Lateness of a periodic task, in buckets of 1 ms. If the far end itself is late, its measurements do not count against
 * the server.
 */
export interface LatenessMeter {
  note(lateMs: number): void;
  merge(other: LatenessMeter): void;
  quantileMs(share: number): number;
  readonly maxMs: number;
  readonly count: number;
  readonly buckets: readonly number[];
}

const bucketCount = 256;

export function createLatenessMeter(): LatenessMeter {
  const buckets = new Array<number>(bucketCount).fill(0);
  let count = 0;
  let maxMs = 0;
  return {
    note(lateMs) {
      const bucket = Math.min(bucketCount - 1, Math.max(0, Math.floor(lateMs)));
      buckets[bucket] = buckets[bucket]! + 1;
      count += 1;
      maxMs = Math.max(maxMs, lateMs);
    },
    merge(other) {
      other.buckets.forEach((value, index) => {
        buckets[index] = buckets[index]! + value;
      });
      count += other.count;
      maxMs = Math.max(maxMs, other.maxMs);
    },
    quantileMs(share) {
      let seen = 0;
      for (const [lateMs, value] of buckets.entries()) {
        seen += value;
        if (value > 0 && seen >= share * count) return lateMs;
      }
      return maxMs;
    },
    get maxMs() {
      return maxMs;
    },
    get count() {
      return count;
    },
    buckets,
  };
}
