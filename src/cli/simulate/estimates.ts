import { wilsonOf } from '../../statistics/index.ts';

export interface Estimate {
  readonly hits: number;
  readonly count: number;
  readonly rate: number;
  /** Lower bound of the 95 % Wilson interval. */
  readonly low: number;
  readonly high: number;
}

/** Returns a share with its interval; undefined without cases. */
export function estimateOf(hits: number, count: number): Estimate | undefined {
  if (count === 0) return undefined;
  const [low, high] = wilsonOf(hits, count);
  return { hits, count, rate: hits / count, low, high };
}

/**
 * Returns pass^k, the probability that k runs of a case all pass, as the mean over cases. For a case with n runs, c of
 * which passed, it is C(c, k) / C(n, k). Undefined where a case has fewer than k runs.
 */
export function passToThe(
  k: number,
  cases: readonly { readonly passed: number; readonly runs: number }[],
): number | undefined {
  if (cases.length === 0 || cases.some(({ runs }) => runs < k)) return undefined;
  return cases.reduce((sum, each) => sum + chosen(each, k), 0) / cases.length;
}

function chosen({ passed, runs }: { readonly passed: number; readonly runs: number }, k: number): number {
  let share = 1;
  for (let at = 0; at < k; at++) share *= Math.max(0, passed - at) / (runs - at);
  return share;
}
