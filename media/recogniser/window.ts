/** Which columns the encoder works on, and what each stands for in the 30 s window the model was trained on. */
export interface Window {
  /** Log-mel frames to compute; a multiple of two. */
  readonly melFrames: number;
  /** For each column: the convolved frame, the position, and the log of how many positions it stands for. */
  readonly frames: BigInt64Array;
  readonly positions: BigInt64Array;
  readonly weights: Float32Array;
  /** Columns that hold the audio itself; they come first. */
  readonly audioColumns: number;
}

export interface WindowOptions {
  /** At 16 kHz. */
  readonly samples: number;
  /** Positions of the whole window. */
  readonly positions: number;
  /** Columns that stand for the silence after the tail; 64 lose no words and cost a sixth of the full window. */
  readonly silentColumns?: number;
}

const positionSamples = 320;
/** Half a second after the audio is encoded as it is. */
const tailPositions = 25;

/**
 * Keeps the window and compresses its silence: the audio and half a second after it are encoded in full; evenly spaced
 * columns stand for the rest, each with the features of silence, a true position, and log(how many it stands for) to be
 * added to the attention logits of its column.
 */
export function planWindow({ samples, positions, silentColumns = 64 }: WindowOptions): Window {
  const audio = Math.min(positions, Math.ceil(samples / positionSamples));
  const kept = Math.min(positions, audio + tailPositions);
  const silent = positions - kept;
  if (silent <= silentColumns) return fullWindow(positions, audio);

  const columns = kept + silentColumns;
  const frames = new BigInt64Array(columns);
  const places = new BigInt64Array(columns);
  const weights = new Float32Array(columns);
  // Two frames past the tail see neither speech nor the edge of the convolution.
  const silentFrame = kept + 1;
  for (let i = 0; i < columns; i += 1) {
    const nth = i - kept;
    frames[i] = BigInt(nth < 0 ? i : silentFrame);
    places[i] = BigInt(nth < 0 ? i : kept + Math.floor(((nth + 0.5) * silent) / silentColumns));
    weights[i] = nth < 0 ? 0 : Math.log(silent / silentColumns);
  }
  return { melFrames: 2 * (kept + 3), frames, positions: places, weights, audioColumns: audio };
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
