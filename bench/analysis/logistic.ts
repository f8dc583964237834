/** One conversation for fitting or validation. */
export interface Example {
  readonly id: string;
  readonly features: readonly number[];
  readonly isPositive: boolean;
}

export interface Weights {
  readonly intercept: number;
  readonly weights: readonly number[];
}

export const probability = ({ intercept, weights }: Weights, features: readonly number[]): number =>
  1 / (1 + Math.exp(-weights.reduce((sum, weight, index) => sum + weight * (features[index] ?? 0), intercept)));

/**
 * Logistic regression with a ridge penalty on standardised features, fitted by Newton's method with equal class
 * weights.
 */
export function fitLogistic(examples: readonly Example[], ridge: number, rounds = 15): Weights {
  const width = examples[0]?.features.length ?? 0;
  const mean = columns(width, (k) => average(examples.map(({ features }) => features[k] ?? 0)));
  const spread = columns(
    width,
    (k) => Math.sqrt(average(examples.map(({ features }) => ((features[k] ?? 0) - mean[k]!) ** 2))) || 1,
  );
  const rows = examples.map(({ features, isPositive }) => ({
    x: [1, ...columns(width, (k) => ((features[k] ?? 0) - mean[k]!) / spread[k]!)],
    y: isPositive ? 1 : 0,
  }));
  const positives = rows.filter(({ y }) => y === 1).length;
  const weightOf = (y: number): number => rows.length / 2 / Math.max(1, y === 1 ? positives : rows.length - positives);
  let beta: number[] = columns(width + 1, () => 0);
  for (let round = 0; round < rounds; round += 1) beta = newton(rows, beta, { ridge, weightOf });
  const weights = columns(width, (k) => beta[k + 1]! / spread[k]!);
  const intercept = beta[0]! - weights.reduce((sum, weight, k) => sum + weight * mean[k]!, 0);
  return { intercept, weights };
}

interface Row {
  readonly x: readonly number[];
  readonly y: number;
}

function newton(
  rows: readonly Row[],
  beta: readonly number[],
  { ridge, weightOf }: { readonly ridge: number; readonly weightOf: (y: number) => number },
): number[] {
  const size = beta.length;
  const gradient = columns(size, (k) => (k === 0 ? 0 : -ridge * beta[k]!));
  const hessian = columns(size, (a) => columns(size, (b) => (a === b ? (a === 0 ? 1e-6 : ridge) : 0)));
  for (const { x, y } of rows) {
    const p = 1 / (1 + Math.exp(-x.reduce((sum, value, k) => sum + value * beta[k]!, 0)));
    const weight = weightOf(y);
    for (let a = 0; a < size; a += 1) {
      gradient[a]! += weight * (y - p) * x[a]!;
      for (let b = 0; b < size; b += 1) hessian[a]![b]! += weight * p * (1 - p) * x[a]! * x[b]!;
    }
  }
  const step = solve(hessian, gradient);
  return beta.map((value, k) => value + step[k]!);
}

/** Gaussian elimination with pivoting. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index]!]);
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    let pivot = column;
    for (let row = column + 1; row < size; row += 1)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row += 1) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      if (factor !== 0) for (let k = column; k <= size; k += 1) rows[row]![k]! -= factor * rows[column]![k]!;
    }
  }
  return rows.map((row, index) => row[size]! / row[index]!);
}

const columns = <T>(width: number, of: (index: number) => T): T[] => Array.from({ length: width }, (_, k) => of(k));
const average = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
