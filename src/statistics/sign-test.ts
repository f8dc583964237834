/**
 * Returns the probability of a split at least as uneven by chance alone: the exact two-sided sign test, which compares
 * two versions by the same scenarios. 1 if none differs.
 */
export function signTest(better: number, worse: number): number {
  const differing = better + worse;
  let tail = 0;
  let ways = 1;
  for (let at = 0; at <= Math.min(better, worse); at++) {
    tail += ways * 0.5 ** differing;
    ways = (ways * (differing - at)) / (at + 1);
  }
  return Math.min(1, 2 * tail);
}
