import { voicedAboveHz } from './pulse-train.ts';
import { isBent, type Voicing } from './voicing.ts';

/** Output of the acoustic model for a clause: parts [bins, frames] over 0 to 12 kHz and the pitch, every 12.5 ms. */
export interface AcousticOutput {
  readonly lh: Float32Array;
  readonly theta: Float32Array;
  readonly ln: Float32Array;
  readonly lr: Float32Array;
  readonly phi: Float32Array;
  readonly f0: Float32Array;
}

/**
 * The same data cut to the bins of the target rate, with amplitudes instead of logarithms and the bins of a frame
 * adjacent.
 */
export interface SpectralFrames {
  readonly frames: number;
  readonly bins: number;
  /** Amplitude applied to the pulses, [frames, bins]. `theta` rotates their phase. */
  readonly harmonic: Float32Array;
  readonly theta: Float32Array;
  /** Amplitude of the noise. */
  readonly noise: Float32Array;
  /** Amplitude of the component whose phase `phi` the model predicts. */
  readonly free: Float32Array;
  readonly phi: Float32Array;
  /** Pitch in Hz; at most 40 if unvoiced. */
  readonly f0: Float32Array;
}

export const frameMs = 12.5;
export const binHz = 20;
/** Mean pitch of the model's voice. */
const middleHz = 200;
/** The model's logarithms are clipped at this value by design. */
const ceiling = 7;
const lastBin = 600;
/** Noise level relative to the harmonics at a breath of 1. */
const fullBreath = 0.35;

/** `bins`: 201 for 8 kHz, 401 for 16 kHz. */
export function shapeFrames(output: AcousticOutput, bins: number, voicing: Voicing): SpectralFrames {
  const frames = output.f0.length;
  const size = frames * bins;
  const shaped = {
    frames,
    bins,
    harmonic: new Float32Array(size),
    theta: new Float32Array(size),
    noise: new Float32Array(size),
    free: new Float32Array(size),
    phi: new Float32Array(size),
    f0: output.f0.map((hz) => bendPitch(hz, voicing)),
  };
  // The model's spectrum is for a 1,200-point window at 24 kHz; this window's size is proportional to the bins.
  const gains = tilt(bins, voicing).map((gain) => (gain * 2 * (bins - 1)) / 1200);
  for (let bin = 0; bin < bins; bin++) shapeBin(output, shaped, { bin, gain: gains[bin] as number, voicing });
  if (isBent(voicing)) {
    for (let frame = 0; frame < frames; frame++) reshapeHarmonics(output, shaped, { frame, gains, voicing });
  }
  if (voicing.breath > 0) layBreath(shaped, voicing.breath * fullBreath);
  return shaped;
}

function bendPitch(hz: number, { pitchScale, pitchRange }: Voicing): number {
  if (hz <= voicedAboveHz) return hz;
  return middleHz * pitchScale * (hz / middleHz) ** pitchRange;
}

function tilt(bins: number, { tiltDbPerOctave }: Voicing): Float32Array {
  return Float32Array.from({ length: bins }, (_, bin) => {
    const octaves = Math.max(0, Math.log2((bin * binHz) / 500));
    return 10 ** ((tiltDbPerOctave * octaves) / 20);
  });
}

interface BinPlan {
  readonly bin: number;
  readonly gain: number;
  readonly voicing: Voicing;
}

function shapeBin(from: AcousticOutput, to: SpectralFrames, { bin, gain, voicing }: BinPlan): void {
  const { frames, bins } = to;
  const place = Math.min(bin / voicing.formantScale, lastBin);
  const left = Math.floor(place);
  const share = place - left;
  const a = left * frames;
  const b = Math.min(left + 1, lastBin) * frames;
  const near = share < 0.5 ? a : b;
  const keptGain = gain * 10 ** (voicing.aperiodicDb * Math.min(1, Math.max(0, (3000 - bin * binHz) / 2000)) * 0.05);
  for (let frame = 0, at = bin; frame < frames; frame++, at += bins) {
    const voiced = (to.f0[frame] as number) > voicedAboveHz;
    to.harmonic[at] = gain * Math.exp(mix(from.lh, a + frame, b + frame, share));
    to.theta[at] = from.theta[near + frame] as number;
    to.noise[at] = gain * Math.exp(mix(from.ln, a + frame, b + frame, share));
    to.free[at] = (voiced ? keptGain : gain) * Math.exp(mix(from.lr, a + frame, b + frame, share));
    to.phi[at] = from.phi[near + frame] as number;
  }
}

interface FramePlan {
  readonly frame: number;
  readonly gains: Float32Array;
  readonly voicing: Voicing;
}

/**
 * The model's harmonic amplitudes are meaningful only at harmonics of its own pitch; in between they are arbitrary.
 * Shifted harmonics are therefore interpolated linearly between those points.
 */
function reshapeHarmonics(from: AcousticOutput, to: SpectralFrames, { frame, gains, voicing }: FramePlan): void {
  const pitch = from.f0[frame] as number;
  if (pitch <= voicedAboveHz) return;
  const { bins } = to;
  const spacing = pitch / binHz;
  const most = Math.min(Math.floor(lastBin / spacing), Math.ceil(bins / voicing.formantScale / spacing) + 1);
  const points = harmonicPoints(from, frame, { spacing, most });
  for (let bin = 0, at = frame * bins; bin < bins; bin++, at++) {
    const place = Math.min(Math.max(bin / voicing.formantScale / spacing, 1), most);
    const left = Math.floor(place);
    const right = Math.min(left + 1, most);
    to.harmonic[at] = (gains[bin] as number) * Math.exp(mix(points.lh, left, right, place - left));
    to.theta[at] = points.theta[place - left < 0.5 ? left : right] as number;
  }
}

/** Returns the model's values at its harmonics 1 to `most`, by number. */
function harmonicPoints(from: AcousticOutput, frame: number, { spacing, most }: { spacing: number; most: number }) {
  const frames = from.f0.length;
  const lh = new Float32Array(most + 1);
  const theta = new Float32Array(most + 1);
  for (let harmonic = 1; harmonic <= most; harmonic++) {
    const at = Math.round(harmonic * spacing) * frames + frame;
    lh[harmonic] = from.lh[at] as number;
    theta[harmonic] = from.theta[at] as number;
  }
  return { lh, theta };
}

/** Adds breath above 800 Hz, at full strength from 3 kHz. */
function layBreath({ frames, bins, f0, harmonic, noise }: SpectralFrames, amount: number): void {
  for (let bin = 0; bin < bins; bin++) {
    const share = amount * Math.min(1, Math.max(0, (bin * binHz - 800) / 2200));
    for (let frame = 0, at = bin; frame < frames; frame++, at += bins) {
      if ((f0[frame] as number) <= voicedAboveHz) continue;
      noise[at] = (noise[at] as number) + share * (harmonic[at] as number);
    }
  }
}

function mix(values: Float32Array, a: number, b: number, share: number): number {
  const left = values[a] as number;
  const value = share === 0 ? left : left + ((values[b] as number) - left) * share;
  return Math.min(value, ceiling);
}
