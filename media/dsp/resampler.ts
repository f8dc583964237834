import { interpolateByFours } from './kernels/fir.ts';
import { type KernelForm, threadForms } from './kernels/forms.ts';
import { filterFor, type PolyphaseFilter } from './polyphase.ts';

export interface Resampler {
  /**
   * Returns the samples that are due; over time exactly `toHz / fromHz` per input sample. The caller owns the result.
   */
  process(samples: Float32Array): Float32Array;
  /** Returns the remaining samples, padding with silence, and resets the resampler. */
  flush(): Float32Array;
  /** Delay of the output in output samples, possibly fractional. */
  readonly delaySamples: number;
}

/**
 * Streaming polyphase windowed-sinc resampler between integer rates. Equal rates pass through without delay. Throws
 * `audio_unreadable` for a pair of rates without a small common ratio.
 */
export function createResampler(fromHz: number, toHz: number, form: KernelForm = threadForms.resampler): Resampler {
  if (fromHz === toHz) {
    return { process: (samples) => samples.slice(), flush: () => new Float32Array(0), delaySamples: 0 };
  }
  const filter = filterFor(fromHz, toHz);
  const interpolate = interpolateAs(form);
  const { taps, centre, up, down } = filter;
  const keep = taps - 1;
  let work = new Float32Array(keep + 1024);
  /** Position of the next output, in 1 / `up` input samples after the first sample of the next call. */
  let phase = 0;

  function process(samples: Float32Array): Float32Array {
    if (work.length < keep + samples.length) {
      const larger = new Float32Array(keep + samples.length);
      larger.set(work.subarray(0, keep));
      work = larger;
    }
    work.set(samples, keep);
    const count = Math.max(0, Math.ceil((samples.length * up - phase) / down));
    const output = new Float32Array(count);
    interpolate(filter, work, keep * up + phase, output);
    phase += count * down - samples.length * up;
    work.copyWithin(0, samples.length, samples.length + keep);
    return output;
  }

  return {
    process,
    flush() {
      const rest = process(new Float32Array(centre));
      work.fill(0);
      phase = 0;
      return rest;
    },
    delaySamples: (centre * up) / down,
  };
}

/**
 * Resamples a whole clip without delay to exactly `round(length * toHz / fromHz)` samples. Throws the same errors as
 * `createResampler`.
 */
export function resample(
  samples: Float32Array,
  fromHz: number,
  toHz: number,
  form: KernelForm = threadForms.resampler,
): Float32Array {
  if (fromHz === toHz) return samples.slice();
  const filter = filterFor(fromHz, toHz);
  const { taps, centre, up, down } = filter;
  const padded = new Float32Array(taps + samples.length + taps);
  padded.set(samples, taps);
  const output = new Float32Array(Math.round((samples.length * up) / down));
  interpolateAs(form)(filter, padded, (taps + centre) * up, output);
  return output;
}

const interpolateAs = (form: KernelForm): typeof interpolatePlainly =>
  form === 'wasm' && interpolateByFours !== undefined ? interpolateByFours : interpolatePlainly;

/** Output i is at `start + i * down`, in 1 / `up` samples of `input`. */
function interpolatePlainly(filter: PolyphaseFilter, input: Float32Array, start: number, output: Float32Array): void {
  const { rows, taps, up, down } = filter;
  for (let i = 0; i < output.length; i++) {
    const position = start + i * down;
    const newest = Math.floor(position / up);
    const row = (position - newest * up) * taps;
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) sum += (rows[row + tap] as number) * (input[newest - tap] as number);
    output[i] = sum;
  }
}
