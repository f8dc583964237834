import { createRealFft } from '../../../dsp/fft.ts';
import { periodicHann } from '../../../dsp/stft.ts';
import type { VoiceMeasure } from '../../fitting.ts';

/** Sample rate of the measurements. */
const measuredRateHz = 16_000;

const hop = 320;
const frameSamples = 640;
const fftSize = 1024;
export const bands = { count: 24, fromHz: 150, toHz: 5500 } as const;
const lowestHz = 60;
const highestHz = 400;
/** A frame within this range of the loudest counts as speech. */
const speechDb = 30;
const voicedFrom = 0.55;
/** Frames processed before yielding the main thread. */
const framesAtOnce = 40;

const toMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
const fromMel = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

/** Returns the centre of a band in Hz; accepts fractional bands. */
export function bandHz(band: number): number {
  const [from, to] = [toMel(bands.fromHz), toMel(bands.toHz)];
  return fromMel(from + ((band + 0.5) * (to - from)) / bands.count);
}

/** Returns the fractional band of a frequency. */
export function bandAt(hz: number): number {
  const [from, to] = [toMel(bands.fromHz), toMel(bands.toHz)];
  return ((toMel(hz) - from) * bands.count) / (to - from) - 0.5;
}

/** Measures a clip at 16 kHz. Yields to other work regularly. */
export async function measureVoice(samples: Float32Array): Promise<VoiceMeasure> {
  const frames: Frame[] = [];
  const analyse = createFrameAnalysis();
  for (let at = 0; at + frameSamples <= samples.length; at += hop) {
    frames.push(analyse(samples.subarray(at, at + frameSamples)));
    if (frames.length % framesAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  const levels = frames.map(({ db }) => db);
  const sorted = levels.toSorted((a, b) => a - b);
  const loudest = sorted[Math.floor(sorted.length * 0.95)] ?? -120;
  const speech = frames.filter(({ db }) => db > Math.max(loudest - speechDb, -55));
  const voiced = speech.filter(({ pitchHz }) => pitchHz > 0);
  const pitches = voiced.map(({ pitchHz }) => pitchHz).toSorted((a, b) => a - b);
  const pitchHz = pitches[Math.floor(pitches.length / 2)] ?? 0;
  // Excludes halved and doubled pitches, which are measurement errors.
  const steady = pitches.filter((hz) => hz > pitchHz / 1.7 && hz < pitchHz * 1.7);
  const speechDbs = speech.map(({ db }) => db);
  const speechSeconds = (speech.length * hop) / measuredRateHz;
  // Of a clip without speech, its loudest part.
  const levelDbfs = speech.length === 0 ? loudest : mean(speechDbs);
  return {
    seconds: samples.length / measuredRateHz,
    speechSeconds,
    voicedShare: speech.length === 0 ? 0 : voiced.length / speech.length,
    pitchHz,
    pitchSpread: spread(steady.map((hz) => 12 * Math.log2(hz / pitchHz))),
    levelDbfs,
    levelSpread: spread(speechDbs),
    clippedShare: samples.reduce((sum, sample) => sum + (Math.abs(sample) >= 0.985 ? 1 : 0), 0) / (samples.length || 1),
    noiseDb: levelDbfs - (sorted[Math.floor(sorted.length * 0.05)] ?? -120),
    syllableRate: speechSeconds === 0 ? 0 : countPeaks(levels) / speechSeconds,
    spectrum: meanSpectrum(voiced.map(({ spectrum }) => spectrum)),
  };
}

interface Frame {
  readonly db: number;
  /** 0 if unvoiced. */
  readonly pitchHz: number;
  readonly spectrum: Float64Array;
}

function createFrameAnalysis(): (frame: Float32Array) => Frame {
  const fft = createRealFft(fftSize);
  const window = periodicHann(frameSamples);
  const [input, re, im] = [new Float32Array(fftSize), new Float32Array(fft.bins), new Float32Array(fft.bins)];
  const bandOf = Array.from({ length: fft.bins }, (_, bin) => Math.round(bandAt((bin * measuredRateHz) / fftSize)));
  return (frame) => {
    let energy = 0;
    for (let i = 0; i < frameSamples; i++) {
      const sample = frame[i] as number;
      energy += sample * sample;
      input[i] = sample * (window[i] as number);
    }
    fft.forward(input, re, im);
    const powers = new Float64Array(bands.count);
    bandOf.forEach((band, bin) => {
      if (band >= 0 && band < bands.count)
        powers[band] = (powers[band] as number) + (re[bin] as number) ** 2 + (im[bin] as number) ** 2;
    });
    return {
      db: 10 * Math.log10(energy / frameSamples + 1e-12),
      pitchHz: energy / frameSamples < 1e-7 ? 0 : pitchOf(frame),
      spectrum: powers.map((power) => 10 * Math.log10(power + 1e-9)),
    };
  };
}

/** Returns the pitch by normalised autocorrelation of every second sample. */
function pitchOf(frame: Float32Array): number {
  const rateHz = measuredRateHz / 2;
  const short = Float32Array.from(
    { length: frame.length / 2 },
    (_, i) => ((frame[2 * i] as number) + (frame[2 * i + 1] as number)) / 2,
  );
  const [least, most] = [Math.floor(rateHz / highestHz), Math.floor(rateHz / lowestHz)];
  const length = short.length - most;
  // Running sums of squares: the energy of a stretch is the difference of two.
  const energies = new Float64Array(short.length + 1);
  for (let i = 0; i < short.length; i++) energies[i + 1] = (energies[i] as number) + (short[i] as number) ** 2;
  const energyFrom = (at: number): number => (energies[at + length] as number) - (energies[at] as number) + 1e-9;
  let best = 0;
  let bestLag = 0;
  for (let lag = least; lag <= most; lag++) {
    let both = 0;
    for (let i = 0; i < length; i++) both += (short[i] as number) * (short[i + lag] as number);
    const score = both / Math.sqrt(energyFrom(0) * energyFrom(lag));
    // Prefers the first of equal peaks: later ones are its multiples.
    if (score > best * 1.02) [best, bestLag] = [score, lag];
  }
  return best < voicedFrom || bestLag === least ? 0 : rateHz / bestLag;
}

/** Counts peaks of the level with a prominence of 3 dB. */
function countPeaks(levels: readonly number[]): number {
  const smooth = levels.map((_, at) => mean(levels.slice(Math.max(0, at - 2), at + 3)));
  let [peaks, low, high, rising] = [0, smooth[0] ?? 0, smooth[0] ?? 0, false];
  for (const level of smooth) {
    if (rising) {
      high = Math.max(high, level);
      if (level > high - 3) continue;
      peaks += high > -45 ? 1 : 0;
      [rising, low] = [false, level];
    } else {
      low = Math.min(low, level);
      if (level < low + 3) continue;
      [rising, high] = [true, level];
    }
  }
  return peaks;
}

function meanSpectrum(spectra: readonly Float64Array[]): readonly number[] {
  const sums = Array.from({ length: bands.count }, (_, band) =>
    mean(spectra.map((spectrum) => spectrum[band] as number)),
  );
  const middle = mean(sums);
  return sums.map((value) => value - middle);
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

function spread(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
}
