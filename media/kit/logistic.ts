/** A logistic regression over named features. The result is positive from probability `threshold`. */
export interface LogisticModel {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly threshold: number;
}

export type Features = Readonly<Record<string, number>>;

export const probability = ({ bias, weights }: Omit<LogisticModel, 'threshold'>, features: Features): number => {
  let sum = bias;
  for (const [name, weight] of Object.entries(weights)) sum += weight * (features[name] ?? 0);
  return 1 / (1 + Math.exp(-sum));
};
