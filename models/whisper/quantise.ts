/** Weights as 8-bit codes with one scale per output: weight = code * scale. */
export interface QuantisedMatrix {
  readonly codes: Int8Array;
  readonly scales: Float32Array;
}

/** Quantises [outputs, inputs] row by row, symmetrically, to codes of at most `maxCode`; the layout is unchanged. */
export function quantiseRows(weights: Float32Array, outputs: number, maxCode = 127): QuantisedMatrix {
  const inputs = weights.length / outputs;
  const codes = new Int8Array(weights.length);
  const scales = new Float32Array(outputs);
  for (let row = 0; row < outputs; row += 1) {
    const start = row * inputs;
    let peak = 0;
    for (let i = start; i < start + inputs; i += 1) peak = Math.max(peak, Math.abs(weights[i]!));
    const scale = peak === 0 ? 1 : peak / maxCode;
    scales[row] = scale;
    for (let i = start; i < start + inputs; i += 1) codes[i] = Math.round(weights[i]! / scale);
  }
  return { codes, scales };
}

/** Transposes [rows, columns] to [columns, rows]. */
export function transpose<T extends Float32Array | Int8Array>(matrix: T, rows: number): T {
  const columns = matrix.length / rows;
  const turned = (matrix instanceof Int8Array ? new Int8Array(matrix.length) : new Float32Array(matrix.length)) as T;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) turned[column * rows + row] = matrix[row * columns + column]!;
  }
  return turned;
}
