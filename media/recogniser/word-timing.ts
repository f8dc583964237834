/** Duration of one attention column of the alignment heads. */
export const columnMs = 20;

const smoothing = 7;

/**
 * Returns the start column of each token and, last, the end of the final one, by dynamic time warping over the
 * attention of the alignment heads. `logits` contains one [heads, columns] per token and one for the end. Source:
 * `whisper/timing.py` of openai/whisper.
 */
export function tokenStarts(logits: readonly Float32Array[], heads: number, headWidth: number): readonly number[] {
  const rows = logits.length;
  const columns = (logits[0]?.length ?? 0) / heads;
  if (rows === 0 || columns === 0) return Array.from({ length: rows }, () => 0);
  const cost = new Float32Array(rows * columns);
  for (let head = 0; head < heads; head += 1) {
    const looks = logits.map((row) => softmax(row.subarray(head * columns, (head + 1) * columns), headWidth));
    standardise(looks, columns);
    looks.forEach((look, row) => {
      const smooth = medianFilter(look);
      for (let c = 0; c < columns; c += 1) cost[row * columns + c]! -= smooth[c]! / heads;
    });
  }
  return warp(cost, rows, columns);
}

function softmax(logits: Float32Array, headWidth: number): Float32Array {
  const scale = 1 / Math.sqrt(headWidth);
  let peak = Number.NEGATIVE_INFINITY;
  for (const logit of logits) peak = Math.max(peak, logit);
  const shares = logits.map((logit) => Math.exp((logit - peak) * scale));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

/**
 * Normalises each column to zero mean and unit variance over the tokens: a column that all tokens attend to carries no
 * information.
 */
function standardise(rows: readonly Float32Array[], columns: number): void {
  for (let c = 0; c < columns; c += 1) {
    let sum = 0;
    let squares = 0;
    for (const row of rows) {
      sum += row[c]!;
      squares += row[c]! * row[c]!;
    }
    const mean = sum / rows.length;
    const deviation = Math.sqrt(Math.max(0, squares / rows.length - mean * mean)) || 1;
    for (const row of rows) row[c] = (row[c]! - mean) / deviation;
  }
}

function medianFilter(row: Float32Array): Float32Array {
  const half = (smoothing - 1) / 2;
  if (row.length <= half) return row;
  const smooth = new Float32Array(row.length);
  const window = new Float32Array(smoothing);
  for (let at = 0; at < row.length; at += 1) {
    for (let k = 0; k < smoothing; k += 1) {
      const from = Math.abs(at + k - half);
      const value = row[from < row.length ? from : 2 * (row.length - 1) - from]!;
      // Insertion sort: sorting seven numbers with the library costs more than the decode's own arithmetic.
      let slot = k;
      for (; slot > 0 && window[slot - 1]! > value; slot -= 1) window[slot] = window[slot - 1]!;
      window[slot] = value;
    }
    smooth[at] = window[half]!;
  }
  return smooth;
}

/** Finds the cheapest monotonic path through [rows, columns] and returns the column at which it enters each row. */
function warp(cost: Float32Array, rows: number, columns: number): number[] {
  const stride = columns + 1;
  const total = new Float64Array((rows + 1) * stride).fill(Number.POSITIVE_INFINITY);
  const from = new Uint8Array((rows + 1) * stride);
  total[0] = 0;
  for (let row = 1; row <= rows; row += 1) {
    for (let column = 1; column <= columns; column += 1) {
      const at = row * stride + column;
      const before = [total[at - stride - 1]!, total[at - stride]!, total[at - 1]!];
      let best = 0;
      if (before[1]! < before[best]!) best = 1;
      if (before[2]! < before[best]!) best = 2;
      total[at] = before[best]! + cost[(row - 1) * columns + column - 1]!;
      from[at] = best;
    }
  }
  const starts = Array.from({ length: rows }, () => 0);
  let [row, column] = [rows, columns];
  while (row > 0 && column > 0) {
    starts[row - 1] = column - 1;
    const move = from[row * stride + column]!;
    if (move !== 2) row -= 1;
    if (move !== 1) column -= 1;
  }
  return starts;
}
