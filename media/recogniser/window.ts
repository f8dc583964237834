/** Columns that the encoder processes, and what each represents in the 30 s window of the model's training. */
export interface Window {
  /** Log-mel frames to compute; a multiple of two. */
  readonly melFrames: number;
  /** For each column: the convolved frame, the position, and the logarithm of the number of positions it represents. */
  readonly frames: BigInt64Array;
  readonly positions: BigInt64Array;
  readonly weights: Float32Array;
  /** Number of columns with actual audio; they come first. */
  readonly audioColumns: number;
}

export interface WindowOptions {
  /** Audio length in samples at 16 kHz. */
  readonly samples: number;
  /** Positions of the whole window. */
  readonly positions: number;
  /**
   * Number of columns that represent the silence after the tail. 64 lose no words and cost a sixth of the full window.
   */
  readonly silentColumns?: number;
}

const positionSamples = 320;
/** Half a second after the audio is encoded in full. */
const tailPositions = 25;

/**
 * Plans a window with compressed silence: the audio and half a second after it are encoded in full. Evenly spaced
 * columns represent the rest, each with the features of silence, a true position, and the logarithm of the number of
 * positions it represents, which is added to the attention logits of its column.
 */
export function planWindow({ samples, positions, silentColumns = 64 }: WindowOptions): Window {
  const audio = Math.min(positions, Math.ceil(samples / positionSamples));
  const keptPositions = Math.min(positions, audio + tailPositions);
  const silent = positions - keptPositions;
  if (silent <= silentColumns) return fullWindow(positions, audio);

  const columns = keptPositions + silentColumns;
  const frames = new BigInt64Array(columns);
  const places = new BigInt64Array(columns);
  const weights = new Float32Array(columns);
  // Two frames past the tail depend neither on speech nor on the edge of the convolution.
  const silentFrame = keptPositions + 1;
  for (let i = 0; i < columns; i += 1) {
    const nth = i - keptPositions;
    frames[i] = BigInt(nth < 0 ? i : silentFrame);
    places[i] = BigInt(nth < 0 ? i : keptPositions + Math.floor(((nth + 0.5) * silent) / silentColumns));
    weights[i] = nth < 0 ? 0 : Math.log(silent / silentColumns);
  }
  return { melFrames: 2 * (keptPositions + 3), frames, positions: places, weights, audioColumns: audio };
}

function fullWindow(positions: number, audioColumns: number): Window {
  const every = BigInt64Array.from({ length: positions }, (_, i) => BigInt(i));
  return {
    melFrames: 2 * positions,
    frames: every,
    positions: every,
    weights: new Float32Array(positions),
    audioColumns,
  };
}
