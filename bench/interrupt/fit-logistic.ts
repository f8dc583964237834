import { type Features, type LogisticModel, probability } from '../../media/kit/logistic.ts';

/** A model without its decision threshold. */
export type Fitted = Omit<LogisticModel, 'threshold'>;

export interface Example {
  readonly features: Features;
  readonly isYes: boolean;
  /** Examples of one text are never on both sides of a validation split. */
  readonly group: string;
  readonly weight: number;
}

/** Fits by Newton's method with a penalty on the weights of standardised features. Deterministic. */
export function fitLogistic(examples: readonly Example[], penalty: number): Fitted {
  const names = [...new Set(examples.flatMap(({ features }) => Object.keys(features)))].sort();
  const total = examples.reduce((sum, { weight }) => sum + weight, 0);
  const mean = names.map((name) => weightedSum(examples, (one) => one.features[name] ?? 0) / total);
  const spread = names.map((name, i) => {
    const variance = weightedSum(examples, (one) => ((one.features[name] ?? 0) - (mean[i] as number)) ** 2) / total;
    return Math.sqrt(variance) || 1;
  });
  const rows = examples.map(({ features }) => [
    1,
    ...names.map((name, i) => ((features[name] ?? 0) - (mean[i] as number)) / (spread[i] as number)),
  ]);
  let beta = rows[0]?.map(() => 0) ?? [0];
  for (let step = 0; step < 25; step++) {
    const gradient = beta.map((value, i) => (i === 0 ? 0 : -penalty * value));
    const hessian = beta.map((_, i) => beta.map((__, j) => (i === j ? (i === 0 ? 1e-9 : penalty) : 0)));
    rows.forEach((row, n) => {
      const { isYes, weight } = examples[n] as Example;
      const p = 1 / (1 + Math.exp(-row.reduce((sum, x, i) => sum + x * (beta[i] as number), 0)));
      row.forEach((x, i) => {
        gradient[i] = (gradient[i] as number) + weight * ((isYes ? 1 : 0) - p) * x;
        const line = hessian[i] as number[];
        const scaled = weight * p * (1 - p) * x;
        row.forEach((y, j) => {
          line[j] = (line[j] as number) + scaled * y;
        });
      });
    });
    const change = solve(hessian, gradient);
    beta = beta.map((value, i) => value + (change[i] as number));
    if (Math.max(...change.map(Math.abs)) < 1e-7) break;
  }
  const [first = 0, ...rest] = beta;
  const weights = rest.map((value, i) => value / (spread[i] as number));
  const bias = first - weights.reduce((sum, weight, i) => sum + weight * (mean[i] as number), 0);
  return { bias, weights: Object.fromEntries(names.map((name, i) => [name, weights[i] as number])) };
}

const weightedSum = (examples: readonly Example[], value: (one: Example) => number): number =>
  examples.reduce((sum, one) => sum + one.weight * value(one), 0);

/** Gaussian elimination with partial pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i] as number]);
  const size = rows.length;
  for (let at = 0; at < size; at++) {
    let best = at;
    for (let i = at + 1; i < size; i++)
      if (Math.abs((rows[i] as number[])[at] as number) > Math.abs((rows[best] as number[])[at] as number)) best = i;
    [rows[at], rows[best]] = [rows[best] as number[], rows[at] as number[]];
    const pivot = rows[at] as number[];
    for (let i = at + 1; i < size; i++) {
      const row = rows[i] as number[];
      const factor = (row[at] as number) / (pivot[at] as number);
      for (let j = at; j <= size; j++) row[j] = (row[j] as number) - factor * (pivot[j] as number);
    }
  }
  const solution = new Array<number>(size).fill(0);
  for (let i = size - 1; i >= 0; i--) {
    const row = rows[i] as number[];
    let sum = row[size] as number;
    for (let j = i + 1; j < size; j++) sum -= (row[j] as number) * (solution[j] as number);
    solution[i] = sum / (row[i] as number);
  }
  return solution;
}

/** Returns each example's probability from a model fitted without its group. */
export function crossValidated(examples: readonly Example[], penalty: number, folds = 5): number[] {
  const groups = [...new Set(examples.map(({ group }) => group))].sort();
  const foldOf = new Map(groups.map((group, i) => [group, i % folds]));
  const models = Array.from({ length: folds }, (_, fold) =>
    fitLogistic(
      examples.filter(({ group }) => foldOf.get(group) !== fold),
      penalty,
    ),
  );
  return examples.map((one) => probability(models[foldOf.get(one.group) as number] as Fitted, one.features));
}
