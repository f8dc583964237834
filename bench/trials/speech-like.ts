import { writeWav } from '../../media/codec/wav.ts';

const rateHz = 16_000;

export interface SpeechLike {
  readonly seconds?: number;
  readonly pitchHz?: number;
  readonly gain?: number;
}

/** Generates sound with the pitch, formants and syllables of speech. */
export function speechLike({ seconds = 10, pitchHz = 140, gain = 0.3 }: SpeechLike = {}): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rateHz));
  let phase = 0;
  for (let at = 0; at < samples.length; at++) {
    const t = at / rateHz;
    const hz = pitchHz * 2 ** ((2.5 * Math.sin(2 * Math.PI * 0.7 * t)) / 12);
    phase += (2 * Math.PI * hz) / rateHz;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 2 * t)) ** 0.7;
    if (syllable === 0) continue;
    let sum = 0;
    // Computes the sine of each multiple of the phase from the previous two.
    const twiceCosine = 2 * Math.cos(phase);
    let [before, sine] = [0, Math.sin(phase)];
    for (let harmonic = 1; harmonic * hz < 5000; harmonic++) {
      sum += (loudness(harmonic * hz) / Math.sqrt(harmonic)) * sine;
      [before, sine] = [sine, twiceCosine * sine - before];
    }
    samples[at] = Math.max(-1, Math.min(1, gain * syllable * sum));
  }
  return samples;
}

/** Returns the gain of the nearest of three formants. */
function loudness(hz: number): number {
  const nearest = Math.min(Math.abs(hz - 600), Math.abs(hz - 1500), Math.abs(hz - 2600)) / 150;
  return Math.max(0.02, 1 / (1 + nearest * nearest));
}

export const wavOf = (samples: Float32Array): Buffer => Buffer.from(writeWav({ samples, rateHz }));
