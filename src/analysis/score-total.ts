/** A score of a category that was judged, 0 to 100, and how much it counts. */
export interface WeightedScore {
  readonly score: number;
  readonly weight: number;
}

/** The weighted mean, 0 to 100, rounded; undefined where nothing that counts was judged. */
export function scoreTotal(scores: readonly WeightedScore[]): number | undefined {
  const weights = scores.reduce((sum, { weight }) => sum + weight, 0);
  if (weights === 0) return undefined;
  return Math.round(scores.reduce((sum, { score, weight }) => sum + score * weight, 0) / weights);
}
