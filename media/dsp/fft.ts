import { invariant } from '../kit/invariant.ts';
import { butterfly2, butterfly3, butterfly4, butterfly5, type Stage } from './fft-butterflies.ts';

type Samples = Float32Array | Float64Array;

export interface Fft {
  readonly size: number;
  /** In place: X[k] = sum of x[n] e^(-2 pi i k n / size). */
  forward(re: Samples, im: Samples): void;
  /** In place. Inverts `forward`, including the division by `size`. */
  inverse(re: Samples, im: Samples): void;
}

export interface RealFft {
  readonly size: number;
  /** size / 2 + 1. */
  readonly bins: number;
  /** `input` contains `size` samples; `re` and `im` receive `bins` values. */
  forward(input: Float32Array, re: Float32Array, im: Float32Array): void;
  /** Inverts `forward`. The imaginary parts of the first and the last bin are ignored. */
  inverse(re: Float32Array, im: Float32Array, output: Float32Array): void;
}

/**
 * Complex transform of any size with prime factors 2, 3 and 5 (Stockham's self-sorting form, without bit reversal).
 * Uses double precision in its own buffers: no allocation per call, and must not be shared between threads. Throws a
 * plain Error for any other size, which is a programming error.
 */
export function createFft(size: number): Fft {
  const stages = planStages(size);
  const ping = { re: new Float64Array(size), im: new Float64Array(size) };
  const pong = { re: new Float64Array(size), im: new Float64Array(size) };

  function transform(re: Samples, im: Samples, scale: number): void {
    let from = ping;
    let to = pong;
    from.re.set(re.length === size ? re : re.subarray(0, size));
    from.im.set(im.length === size ? im : im.subarray(0, size));
    for (const stage of stages) {
      if (stage.radix === 4) butterfly4(stage, from, to);
      else if (stage.radix === 2) butterfly2(stage, from, to);
      else if (stage.radix === 3) butterfly3(stage, from, to);
      else butterfly5(stage, from, to);
      const swap = from;
      from = to;
      to = swap;
    }
    for (let i = 0; i < size; i++) {
      re[i] = (from.re[i] as number) * scale;
      im[i] = (from.im[i] as number) * scale;
    }
  }

  return {
    size,
    forward: (re, im) => transform(re, im, 1),
    // Swapping the real and imaginary parts before and after turns the forward transform into the inverse.
    inverse: (re, im) => transform(im, re, 1 / size),
  };
}

/** Transform of an even number of real samples, at half the cost of a complex one. */
export function createRealFft(size: number): RealFft {
  invariant(size % 2 === 0, `a real transform needs an even size, not ${size}`);
  const half = size / 2;
  const fft = createFft(half);
  const zr = new Float64Array(half);
  const zi = new Float64Array(half);
  const cos = new Float64Array(half + 1);
  const sin = new Float64Array(half + 1);
  for (let k = 0; k <= half; k++) {
    cos[k] = Math.cos((2 * Math.PI * k) / size);
    sin[k] = Math.sin((2 * Math.PI * k) / size);
  }

  return {
    size,
    bins: half + 1,
    forward(input, re, im) {
      for (let n = 0; n < half; n++) {
        zr[n] = input[2 * n] as number;
        zi[n] = input[2 * n + 1] as number;
      }
      fft.forward(zr, zi);
      for (let k = 0; k <= half; k++) {
        const a = k === half ? 0 : k;
        const b = k === 0 ? 0 : half - k;
        const evenRe = ((zr[a] as number) + (zr[b] as number)) / 2;
        const evenIm = ((zi[a] as number) - (zi[b] as number)) / 2;
        const oddRe = ((zi[a] as number) + (zi[b] as number)) / 2;
        const oddIm = ((zr[b] as number) - (zr[a] as number)) / 2;
        const c = cos[k] as number;
        const s = sin[k] as number;
        re[k] = evenRe + oddRe * c + oddIm * s;
        im[k] = evenIm + oddIm * c - oddRe * s;
      }
    },
    inverse(re, im, output) {
      for (let k = 0; k < half; k++) {
        const b = half - k;
        const aRe = re[k] as number;
        const aIm = k === 0 ? 0 : (im[k] as number);
        const bRe = re[b] as number;
        const bIm = k === 0 ? 0 : (im[b] as number);
        const diffRe = (aRe - bRe) / 2;
        const diffIm = (aIm + bIm) / 2;
        const c = cos[k] as number;
        const s = sin[k] as number;
        zr[k] = (aRe + bRe) / 2 - (diffRe * s + diffIm * c);
        zi[k] = (aIm - bIm) / 2 + (diffRe * c - diffIm * s);
      }
      fft.inverse(zr, zi);
      for (let n = 0; n < half; n++) {
        output[2 * n] = zr[n] as number;
        output[2 * n + 1] = zi[n] as number;
      }
    },
  };
}

/** Returns the passes of a transform, in order. */
export function planStages(size: number): readonly Stage[] {
  const stages: Stage[] = [];
  let length = size;
  let stride = 1;
  for (const radix of [4, 2, 3, 5] as const) {
    while (Number.isInteger(size) && length > 1 && length % radix === 0) {
      const groups = length / radix;
      stages.push({ radix, groups, stride, ...twiddlesOf(length, radix) });
      stride *= radix;
      length = groups;
    }
  }
  invariant(length === 1, `no transform for size ${size}: its prime factors must be 2, 3 and 5`);
  return stages;
}

/** Returns the factors e^(-2 pi i p k / length) for each group p and k = 1 to radix - 1. */
function twiddlesOf(length: number, radix: number): { twiddleRe: Float64Array; twiddleIm: Float64Array } {
  const groups = length / radix;
  const twiddleRe = new Float64Array(groups * (radix - 1));
  const twiddleIm = new Float64Array(groups * (radix - 1));
  for (let p = 0; p < groups; p++) {
    for (let k = 1; k < radix; k++) {
      const angle = (-2 * Math.PI * ((p * k) % length)) / length;
      twiddleRe[p * (radix - 1) + k - 1] = Math.cos(angle);
      twiddleIm[p * (radix - 1) + k - 1] = Math.sin(angle);
    }
  }
  return { twiddleRe, twiddleIm };
}
