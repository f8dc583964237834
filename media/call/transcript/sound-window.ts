/** The latest samples of a long recording, by position. */
export interface SoundWindow {
  push(samples: Float32Array): void;
  /** Returns a copy, without parts that were dropped or have not arrived. */
  slice(fromMs: number, toMs: number): Float32Array;
  /** Drops the samples before this position. */
  dropBefore(ms: number): void;
  readonly endMs: number;
}

export function createSoundWindow(rateHz: number): SoundWindow {
  let samples = new Float32Array(64 * rateHz);
  let firstSample = 0;
  let length = 0;
  const placeOf = (ms: number): number => Math.round((ms * rateHz) / 1000) - firstSample;
  return {
    push(more) {
      if (length + more.length > samples.length) {
        const larger = new Float32Array(Math.max(2 * samples.length, length + more.length));
        larger.set(samples.subarray(0, length));
        samples = larger;
      }
      samples.set(more, length);
      length += more.length;
    },
    slice: (fromMs, toMs) => samples.slice(Math.max(0, placeOf(fromMs)), Math.min(length, Math.max(0, placeOf(toMs)))),
    dropBefore(ms) {
      const gone = Math.min(length, Math.max(0, placeOf(ms)));
      samples.copyWithin(0, gone, length);
      length -= gone;
      firstSample += gone;
    },
    get endMs() {
      return ((firstSample + length) * 1000) / rateHz;
    },
  };
}
