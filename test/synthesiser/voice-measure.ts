/** Root mean square in dB relative to full scale. */
export const dbfs = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, x) => sum + x * x, 0) / samples.length + 1e-12);

/** Returns the pitch of each 40 ms that has a clear one, from the highest peak of the normalised autocorrelation. */
function pitches(samples: Float32Array, rateHz: number): number[] {
  const size = Math.round(rateHz * 0.04);
  const found: number[] = [];
  for (let from = 0; from + 2 * size <= samples.length; from += size / 2) {
    const now = samples.subarray(from, from + size);
    if (dbfs(now) < -35) continue;
    let best = { lag: 0, likeness: 0 };
    for (let lag = Math.floor(rateHz / 400); lag <= Math.ceil(rateHz / 60); lag++) {
      const likeness = correlation(now, samples.subarray(from + lag, from + lag + size));
      // A longer lag must be clearly better, or twice the period would win by chance.
      if (likeness > best.likeness + 0.02) best = { lag, likeness };
    }
    if (best.likeness > 0.6) found.push(rateHz / best.lag);
  }
  return found;
}

function correlation(a: Float32Array, b: Float32Array): number {
  let [ab, aa, bb] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    ab += a[i]! * b[i]!;
    aa += a[i]! ** 2;
    bb += b[i]! ** 2;
  }
  return ab / (Math.sqrt(aa * bb) + 1e-12);
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Long-term average spectrum: level of 20 bands of 200 Hz, in dB relative to the whole. */
function averageSpectrum(samples: Float32Array): number[] {
  const size = 80;
  const bands = new Array<number>(20).fill(0);
  for (let from = 0; from + size <= samples.length; from += size) {
    for (let band = 0; band < 20; band++) {
      for (const k of [2 * band + 1, 2 * band + 2]) {
        let [re, im] = [0, 0];
        for (let n = 0; n < size; n++) {
          const x = samples[from + n]! * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / size));
          re += x * Math.cos((2 * Math.PI * k * n) / size);
          im += x * Math.sin((2 * Math.PI * k * n) / size);
        }
        bands[band] = bands[band]! + re * re + im * im;
      }
    }
  }
  const total = bands.reduce((sum, power) => sum + power, 0);
  return bands.map((power) => 10 * Math.log10(power / total + 1e-9));
}

export interface VoicePrint {
  readonly pitchHz: number;
  readonly spectrum: readonly number[];
}

export const voicePrint = (samples: Float32Array, rateHz: number): VoicePrint => ({
  pitchHz: median(pitches(samples, rateHz)),
  spectrum: averageSpectrum(samples),
});

/**
 * Returns the dissimilarity of two voices: semitones between their pitches plus the mean difference of their spectra in
 * dB.
 */
export function difference(a: VoicePrint, b: VoicePrint): number {
  const semitones = Math.abs(12 * Math.log2(a.pitchHz / b.pitchHz));
  const spectral = a.spectrum.reduce((sum, level, i) => sum + Math.abs(level - b.spectrum[i]!), 0) / a.spectrum.length;
  return semitones + spectral;
}
