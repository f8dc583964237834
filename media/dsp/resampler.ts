import { MediaFault } from '../line/fault.ts';
import { createKaiserLowpass } from './kaiser-lowpass.ts';

export interface Resampler {
  /** Samples that are due by now; over time exactly `toHz / fromHz` per sample in. The answer is the caller's to keep. */
  process(samples: Float32Array): Float32Array;
  /** The rest, for which the future is taken as silence. The resampler then begins anew. */
  flush(): Float32Array;
  /** How late the output is, in output samples (may be a fraction). */
  readonly delaySamples: number;
}

/**
 * Half the filter's length, in samples of the lower of the two rates: 2.9 ms of delay at 8 kHz. Passband to 0.9 of the
 * lower Nyquist frequency, stopband from 1.1 of it, so the image of a tone in the passband falls in the stopband.
 */
const HALF_LENGTH = 23;
/** Kaiser's formula for a transition of 0.2 pi over 2 * 23 taps gives 74 dB. */
const STOPBAND_DB = 74;
/** Enough for every pair of the usual rates (22,050 to 16,000 Hz needs 45,000); an odd pair beyond is refused. */
const MAX_COEFFICIENTS = 1 << 21;

/**
 * Streaming polyphase windowed-sinc resampler between whole rates. Equal rates pass through without delay.
 * Throws `audio_unreadable` for a pair of rates with no small common ratio.
 */
export function createResampler(fromHz: number, toHz: number): Resampler {
  if (fromHz === toHz) {
    return { process: (samples) => samples.slice(), flush: () => new Float32Array(0), delaySamples: 0 };
  }
  const filter = filterFor(fromHz, toHz);
  const { taps, centre, up, down } = filter;
  const keep = taps - 1;
  let work = new Float32Array(keep + 1024);
  /** Place of the next output, in 1 / `up` input samples after the first sample of the next call. */
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

/** A whole clip: no delay, and exactly `round(length * toHz / fromHz)` samples. Throws like `createResampler`. */
export function resample(samples: Float32Array, fromHz: number, toHz: number): Float32Array {
  if (fromHz === toHz) return samples.slice();
  const filter = filterFor(fromHz, toHz);
  const { taps, centre, up, down } = filter;
  const padded = new Float32Array(taps + samples.length + taps);
  padded.set(samples, taps);
  const output = new Float32Array(Math.round((samples.length * up) / down));
  interpolate(filter, padded, (taps + centre) * up, output);
  return output;
}

interface PolyphaseFilter {
  /** `up` rows of `taps` coefficients: row r is for an output r / `up` samples after the newest input. */
  readonly rows: Float32Array;
  readonly taps: number;
  /** Delay in input samples. */
  readonly centre: number;
  readonly up: number;
  readonly down: number;
}

/** Output i is taken at `start + i * down`, in 1 / `up` samples of `input`. */
function interpolate(filter: PolyphaseFilter, input: Float32Array, start: number, output: Float32Array): void {
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

/** A design costs as much as filtering seconds of sound, so those of the rates in use are kept. */
const designed = new Map<string, PolyphaseFilter>();
const mostDesigns = 16;

function filterFor(fromHz: number, toHz: number): PolyphaseFilter {
  const key = `${fromHz} ${toHz}`;
  const known = designed.get(key);
  if (known !== undefined) return known;
  const filter = designFilter(fromHz, toHz);
  if (designed.size >= mostDesigns) designed.delete(designed.keys().next().value as string);
  designed.set(key, filter);
  return filter;
}

function designFilter(fromHz: number, toHz: number): PolyphaseFilter {
  const divisor = greatestCommonDivisor(fromHz, toHz);
  const up = toHz / divisor;
  const down = fromHz / divisor;
  const lowest = Math.min(fromHz, toHz);
  const halfWidth = (HALF_LENGTH * fromHz) / lowest;
  const centre = Math.ceil(halfWidth);
  const taps = 2 * centre + 1;
  if (!(divisor >= 1) || up * taps > MAX_COEFFICIENTS) {
    throw new MediaFault('audio_unreadable', `no resampling from ${fromHz} Hz to ${toHz} Hz`);
  }
  const lowpass = createKaiserLowpass({ cutoff: lowest / fromHz / 2, halfWidth, stopbandDb: STOPBAND_DB });
  const rows = new Float32Array(up * taps);
  for (let phase = 0; phase < up; phase++) {
    const row = rows.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap++) {
      const value = lowpass(phase / up + tap - centre);
      row[tap] = value;
      sum += value;
    }
    // A constant stays that constant whatever the phase.
    for (let tap = 0; tap < taps; tap++) row[tap] = (row[tap] as number) / sum;
  }
  return { rows, taps, centre, up, down };
}

/** NaN for anything but two positive whole numbers. */
function greatestCommonDivisor(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b) || a <= 0 || b <= 0) return Number.NaN;
  return a % b === 0 ? b : greatestCommonDivisor(b, a % b);
}
