import { createRealFft, type RealFft } from './fft.ts';

/** 0.5 - 0.5 cos(2 pi n / size). The squares of four such windows, a quarter apart, sum to 1.5 everywhere. */
export function periodicHann(size: number): Float32Array {
  return Float32Array.from({ length: size }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
}

/** Spectra of overlapping windows, one frame at a time. */
export interface Stft {
  readonly bins: number;
  /**
   * Computes the windowed spectrum of `fftSize` samples of `input` from `from`. `re` and `im` receive `bins` values.
   */
  analyse(input: Float32Array, from: number, re: Float32Array, im: Float32Array): void;
}

/** `window` contains `fft.size` factors. A scaled window scales the spectrum. */
export function createStft(window: Float32Array, fft: RealFft = createRealFft(window.length)): Stft {
  const size = window.length;
  const windowed = new Float32Array(size);
  return {
    bins: fft.bins,
    analyse(input, from, re, im) {
      for (let n = 0; n < size; n++) windowed[n] = (input[from + n] as number) * (window[n] as number);
      fft.forward(windowed, re, im);
    },
  };
}

/** Converts spectra back to samples, one hop at a time. */
export interface InverseStft {
  /**
   * Adds a frame. `out` receives, from `at`, the `hop` samples that later frames do not touch: those that end a hop
   * before its centre.
   */
  push(re: Float32Array, im: Float32Array, out: Float32Array, at: number): void;
}

/**
 * Weighted overlap-add with a periodic Hann window of four hops (`fftSize` = 4 `hop`). The first three hops fade in, as
 * if preceded by frames of silence.
 */
export function createInverseStft(hop: number, fft: RealFft = createRealFft(4 * hop)): InverseStft {
  const size = 4 * hop;
  const window = periodicHann(size).map((factor) => factor / 1.5);
  const frame = new Float32Array(size);
  const sum = new Float32Array(size);
  return {
    push(re, im, out, at) {
      fft.inverse(re, im, frame);
      for (let n = 0; n < size; n++) sum[n] = (sum[n] as number) + (frame[n] as number) * (window[n] as number);
      out.set(sum.subarray(0, hop), at);
      sum.copyWithin(0, hop);
      sum.fill(0, size - hop);
    },
  };
}
