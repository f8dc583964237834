/** Whisper's analysis: 25 ms windows every 10 ms at 16 kHz. */
export const logMelFormat = { rateHz: 16_000, windowSamples: 400, hopSamples: 160, bands: 80 } as const;

export interface LogMel {
  /**
   * Converts `samples` at the analyser's rate, cut or zero-padded to `frames` hops, to [80, frames] row-major. Each
   * value is (log10(power), at least 8 below the loudest, + 4) / 4. Source: the audio front end of openai/whisper.
   */
  compute(samples: Float32Array, frames: number): Float32Array;
}

/** Lower bound of the power. */
export const floorPower = 1e-10;

/**
 * Returns the same analysis for another rate. Half the samples produce half the amplitude, which `gain` compensates in
 * the power.
 */
export function analysisAt(rateHz: 8000 | 16_000) {
  const ratio = logMelFormat.rateHz / rateHz;
  const windowSamples = logMelFormat.windowSamples / ratio;
  return {
    windowSamples,
    hopSamples: logMelFormat.hopSamples / ratio,
    gain: ratio * ratio,
    hann: Float32Array.from(
      { length: windowSamples },
      (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / windowSamples),
    ),
    filters: melFilters(windowSamples / 2 + 1),
  };
}

interface MelFilter {
  readonly first: number;
  readonly gains: Float32Array;
}

/**
 * Returns triangles of equal area on Slaney's mel scale from 0 to 8 kHz: linear below 1 kHz, logarithmic above. Bins
 * are 40 Hz apart.
 */
export function melFilters(bins: number, bands: number = logMelFormat.bands): MelFilter[] {
  const { rateHz, windowSamples } = logMelFormat;
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
