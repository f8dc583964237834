import { createRealFft } from './fft.ts';

/** Whisper's analysis: 25 ms windows every 10 ms at 16 kHz. */
export const logMelFormat = { rateHz: 16_000, windowSamples: 400, hopSamples: 160, bands: 80 } as const;

export interface LogMel {
  /**
   * `samples` at the rate it was made for, cut or padded with zeros to `frames` hops, to [80, frames] row-major, each value
   * (log10(power), at least 8 below the loudest, + 4) / 4. Source: the audio front end of openai/whisper.
   */
  compute(samples: Float32Array, frames: number): Float32Array;
}

const floorPower = 1e-10;

/**
 * Keeps its buffers between calls; not to be shared between threads. At 8 kHz the bands below 4 kHz are what they would be
 * of the same sound at 16 kHz, at half the cost and without a resampler, and those above are empty, as they would be too.
 */
export function createLogMel(rateHz: 8000 | 16_000 = logMelFormat.rateHz): LogMel {
  const { bands } = logMelFormat;
  const ratio = logMelFormat.rateHz / rateHz;
  const windowSamples = logMelFormat.windowSamples / ratio;
  const hopSamples = logMelFormat.hopSamples / ratio;
  /** Half the samples make half the amplitude. */
  const gain = ratio * ratio;
  const fft = createRealFft(windowSamples);
  const hann = Float32Array.from(
    { length: windowSamples },
    (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSamples),
  );
  const filters = melFilters(fft.bins);
  const frame = new Float32Array(windowSamples);
  const re = new Float32Array(fft.bins);
  const im = new Float32Array(fft.bins);
  const power = new Float32Array(fft.bins);

  return {
    compute(samples, frames) {
      const mel = new Float32Array(bands * frames).fill(Math.log10(floorPower));
      const length = frames * hopSamples;
      const heard = Math.min(samples.length, length);
      for (let t = 0; t < frames; t += 1) {
        const start = t * hopSamples - windowSamples / 2;
        const mirrored = start + windowSamples > length;
        if (start >= heard && !mirrored) continue;
        for (let n = 0; n < windowSamples; n += 1) {
          const at = reflect(start + n, length);
          frame[n] = at < heard ? samples[at]! * hann[n]! : 0;
        }
        fft.forward(frame, re, im);
        for (let k = 0; k < power.length; k += 1) power[k] = gain * (re[k]! * re[k]! + im[k]! * im[k]!);
        for (let band = 0; band < bands; band += 1) {
          const { first, gains } = filters[band]!;
          let sum = 0;
          for (let k = 0; k < gains.length; k += 1) sum += gains[k]! * power[first + k]!;
          mel[band * frames + t] = Math.log10(Math.max(sum, floorPower));
        }
      }
      return normalise(mel);
    },
  };
}

function normalise(mel: Float32Array): Float32Array {
  let peak = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < mel.length; i += 1) peak = Math.max(peak, mel[i]!);
  for (let i = 0; i < mel.length; i += 1) mel[i] = (Math.max(mel[i]!, peak - 8) + 4) / 4;
  return mel;
}

function reflect(at: number, length: number): number {
  if (at < 0) return -at;
  return at < length ? at : 2 * (length - 1) - at;
}

interface MelFilter {
  readonly first: number;
  readonly gains: Float32Array;
}

/** Triangles of equal area on Slaney's mel scale, 0 to 8 kHz: linear below 1 kHz, logarithmic above. Bins are 40 Hz apart. */
function melFilters(bins: number): MelFilter[] {
  const { rateHz, windowSamples, bands } = logMelFormat;
  const linearHz = 200 / 3;
  const logStep = Math.log(6.4) / 27;
  const toMel = (hz: number): number => (hz < 1000 ? hz / linearHz : 15 + Math.log(hz / 1000) / logStep);
  const toHz = (mel: number): number => (mel < 15 ? mel * linearHz : 1000 * Math.exp(logStep * (mel - 15)));
  const top = toMel(rateHz / 2);
  const edges = Array.from({ length: bands + 2 }, (_, i) => toHz((top * i) / (bands + 1)));
  const binHz = rateHz / windowSamples;
  return Array.from({ length: bands }, (_, band) => {
    const [low, centre, high] = edges.slice(band, band + 3) as [number, number, number];
    const first = Math.ceil(low / binHz);
    const last = Math.min(Math.floor(high / binHz), bins - 1);
    const gains = new Float32Array(Math.max(0, last - first + 1));
    for (let bin = first; bin <= last; bin += 1) {
      const hz = bin * binHz;
      const height = Math.min((hz - low) / (centre - low), (high - hz) / (high - centre));
      gains[bin - first] = (Math.max(0, height) * 2) / (high - low);
    }
    return { first, gains };
  });
}
