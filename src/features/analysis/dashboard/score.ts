import type { DashboardStats, Funnel } from './stats.ts';

const weights = { pickup: 0.4, success: 0.4, sentiment: 0.2 } as const;

/**
 * Returns a score of 0 to 100: 40 % pickup rate, 40 % success rate of calls with an outcome, and 20 % sentiment
 * (positive 1, neutral 0.5, negative 0). A part without calls is left out, and the other weights are scaled up. Null
 * without calls.
 */
export function performanceScore(sentiments: DashboardStats['sentiment_breakdown'], funnel: Funnel): number | null {
  const { positive = 0, neutral = 0, negative = 0 } = sentiments;
  const parts = [
    { weight: weights.pickup, value: funnel.picked_up, of: funnel.calls },
    { weight: weights.success, value: funnel.successful, of: funnel.with_outcome },
    { weight: weights.sentiment, value: positive + neutral / 2, of: positive + neutral + negative },
  ].filter(({ of }) => of > 0);
  if (parts.length === 0) return null;
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  const score = parts.reduce((sum, part) => sum + (part.weight * part.value) / part.of, 0);
  return Math.round((100 * score) / weight);
}
