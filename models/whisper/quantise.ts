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

/** Weights as 4-bit codes with one scale per block of inputs: weight = (code - 8) * scale. */
export interface BlockQuantisedMatrix {
  /** [outputs, blocks, block / 2]; the first of two codes is in the low half. */
  readonly codes: Uint8Array;
  /** [outputs, blocks]. */
  readonly scales: Float32Array;
}

/** Quantises [outputs, inputs] in blocks of `block` inputs. The last block is padded with zeros. */
export function quantiseBlocks(weights: Float32Array, outputs: number, block: number): BlockQuantisedMatrix {
  const inputs = weights.length / outputs;
  const blocks = Math.ceil(inputs / block);
  const codes = new Uint8Array((outputs * blocks * block) / 2).fill(0x88);
  const scales = new Float32Array(outputs * blocks);
  for (let row = 0; row < outputs; row += 1) {
    for (let nth = 0; nth < blocks; nth += 1) {
      const part = weights.subarray(row * inputs + nth * block, row * inputs + Math.min(inputs, (nth + 1) * block));
      // The largest weight gets the code 0, the only one that is 8 steps from the middle.
      const scale = peakOf(part) / -8 || 1;
      scales[row * blocks + nth] = scale;
      for (let i = 0; i < part.length; i += 2) {
        const [low, high] = [part[i]!, part[i + 1] ?? 0].map((weight) => fourBits(weight / scale));
        codes[((row * blocks + nth) * block + i) / 2] = low! | (high! << 4);
      }
    }
  }
  return { codes, scales };
}

const fourBits = (steps: number): number => Math.min(15, Math.max(0, Math.round(steps) + 8));

function peakOf(weights: Float32Array): number {
  let peak = 0;
  for (const weight of weights) if (Math.abs(weight) > Math.abs(peak)) peak = weight;
  return peak;
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
