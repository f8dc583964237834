import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { ReadTurn } from './conversation.ts';
import { featureNames, outcomeFeatures } from './outcome-features.ts';

const fitted = z.strictObject({
  note: z.string(),
  source: z.string(),
  licence: z.string(),
  fittedOn: z.string(),
  intercept: z.number(),
  weights: z.record(z.string(), z.number()),
});
export type FittedOutcome = z.output<typeof fitted>;

export interface OutcomeModel {
  readonly intercept: number;
  readonly weights: readonly number[];
}

/** Maps weights by feature name; a feature without a weight counts as zero. */
export const outcomeModelOf = ({ intercept, weights }: Pick<FittedOutcome, 'intercept' | 'weights'>): OutcomeModel => ({
  intercept,
  weights: featureNames.map((name) => weights[name] ?? 0),
});

const shipped = outcomeModelOf(
  fitted.parse(JSON.parse(readFileSync(new URL('./outcome-model.json', import.meta.url), 'utf8'))),
);

/** Returns the probability, 0 to 1, that the customer accepts the proposal. */
export function acceptance(turns: readonly ReadTurn[], { intercept, weights }: OutcomeModel = shipped): number {
  const features = outcomeFeatures(turns);
  return 1 / (1 + Math.exp(-weights.reduce((sum, weight, k) => sum + weight * (features[k] ?? 0), intercept)));
}
