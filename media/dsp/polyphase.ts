import { MediaFault } from '../line/fault.ts';
import { createKaiserLowpass } from './kaiser-lowpass.ts';

/**
 * Half the filter length, in samples of the lower rate: 2.9 ms of delay at 8 kHz. The passband extends to 0.9 of the
 * lower Nyquist frequency, and the stopband starts at 1.1 of it, so the image of a passband tone falls into the
 * stopband.
 */
const HALF_LENGTH = 23;
/** By Kaiser's formula a transition of 0.2 pi over 2 * 23 taps reaches 74 dB. */
const STOPBAND_DB = 74;
/** Enough for every pair of common rates (22,050 to 16,000 Hz needs 45,000). Unusual pairs beyond it are refused. */
const MAX_COEFFICIENTS = 1 << 21;

export interface PolyphaseFilter {
  /** `up` rows of `taps` coefficients. Row r is for an output r / `up` samples after the newest input. */
  readonly rows: Float32Array;
  readonly taps: number;
  /** Delay in input samples. */
  readonly centre: number;
  readonly up: number;
  readonly down: number;
}

/** Cache of filters in use: designing one costs as much as filtering seconds of audio. */
const designed = new Map<string, PolyphaseFilter>();
const mostDesigns = 16;

/** Throws `audio_unreadable` for a pair of rates without a small common ratio. */
export function filterFor(fromHz: number, toHz: number): PolyphaseFilter {
  const key = `${fromHz} ${toHz}`;
  const designedFilter = designed.get(key);
  if (designedFilter !== undefined) return designedFilter;
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
    // Normalised, so that a constant input yields the same constant at every phase.
    for (let tap = 0; tap < taps; tap++) row[tap] = (row[tap] as number) / sum;
  }
  return { rows, taps, centre, up, down };
}

/** Returns NaN unless both are positive integers. */
function greatestCommonDivisor(a: number, b: number): number {
  if (!Number.isInteger(a) || !Number.isInteger(b) || a <= 0 || b <= 0) return Number.NaN;
  return a % b === 0 ? b : greatestCommonDivisor(b, a % b);
}
