import { voicedAboveHz } from './pulse-train.ts';
import { binHz, frameMs, type SpectralFrames } from './spectral-frames.ts';

/** Position and level of the sound in a clause, before gain is applied. */
export interface Envelope {
  /** First frame with sound, and the frame after the last; equal if the clause is silent. */
  readonly startFrame: number;
  readonly endFrame: number;
  /** Root mean square of the frames that count as speech. */
  readonly rms: number;
  /** Stretches of sound, separated by silences of at least 60 ms. */
  readonly spans: readonly { readonly startFrame: number; readonly endFrame: number }[];
}

/** Frames this far below the speech level count as silence. */
const silenceDb = -36;
/** Frames within this range of the strongest one determine the speech level. */
const speechDb = -25;
const leastGapFrames = Math.ceil(60 / frameMs);
const binStep = 2;

/** Estimates power from the spectra, so that level and edges are known before the first sample is rendered. */
export function measureEnvelope(spectra: SpectralFrames): Envelope {
  const power = powerOf(spectra);
  const strongest = power.reduce((most, value) => Math.max(most, value), 0);
  if (strongest === 0) return { startFrame: 0, endFrame: 0, rms: 0, spans: [] };
  const speech = power.filter((value) => value > strongest * 10 ** (speechDb / 10));
  const mean = speech.reduce((sum, value) => sum + value, 0) / speech.length;
  const floor = mean * 10 ** (silenceDb / 10);
  const spans: { startFrame: number; endFrame: number }[] = [];
  for (let frame = 0; frame < spectra.frames; frame++) {
    if ((power[frame] as number) < floor) continue;
    const last = spans.at(-1);
    if (last !== undefined && frame - last.endFrame < leastGapFrames) last.endFrame = frame + 1;
    else spans.push({ startFrame: frame, endFrame: frame + 1 });
  }
  return {
    startFrame: spans[0]?.startFrame ?? 0,
    endFrame: spans.at(-1)?.endFrame ?? 0,
    rms: Math.sqrt(mean),
    spans,
  };
}

/**
 * Returns the mean square of each frame. Pulses add coherently across frames; noise loses three quarters in the
 * overlap.
 */
function powerOf({ frames, bins, harmonic, noise, free, f0 }: SpectralFrames): Float64Array {
  const power = new Float64Array(frames);
  const size = 2 * (bins - 1);
  for (let frame = 0; frame < frames; frame++) {
    const from = frame * bins;
    const spacing = (f0[frame] as number) / binHz;
    let pulses = 0;
    if (spacing * binHz > voicedAboveHz) {
      for (let bin = spacing; bin < bins; bin += spacing) pulses += (harmonic[from + Math.round(bin)] ?? 0) ** 2;
    }
    let rest = 0;
    for (let at = from; at < from + bins; at += binStep) {
      rest += 2 * (noise[at] as number) ** 2 + (free[at] as number) ** 2;
    }
    // A cosine of amplitude a peaks at a * size / 4; noise spreads over the frame and adds incoherently.
    power[frame] = (8 * pulses + 1.33 * binStep * rest) / size ** 2;
  }
  return power;
}
