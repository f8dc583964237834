/** An append-only array of samples on the stream's sample clock. */
export interface Track {
  readonly length: number;
  append(samples: Float32Array): void;
  appendSilence(samples: number): void;
  /** Returns a copy. */
  slice(from?: number, to?: number): Float32Array;
}

export function createTrack(): Track {
  let buffer = new Float32Array(16_384);
  let length = 0;
  const reserve = (samples: number): void => {
    if (length + samples <= buffer.length) return;
    const larger = new Float32Array(Math.max(buffer.length * 2, length + samples));
    larger.set(buffer.subarray(0, length));
    buffer = larger;
  };
  return {
    get length() {
      return length;
    },
    append(samples) {
      reserve(samples.length);
      buffer.set(samples, length);
      length += samples.length;
    },
    appendSilence(samples) {
      reserve(samples);
      length += samples;
    },
    slice: (from = 0, to = length) => buffer.slice(from, Math.min(to, length)),
  };
}
