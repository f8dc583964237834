/** A category's score, 0 to 100, and its weight. */
export interface WeightedScore {
  readonly score: number;
  readonly weight: number;
}

/** Returns the weighted mean, 0 to 100, rounded; undefined if no score has a weight. */
export function scoreTotal(scores: readonly WeightedScore[]): number | undefined {
  const weights = scores.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return undefined;
  return Math.round(scores.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights);
}
