import { writeWav } from '../../media/codec/wav.ts';

const rateHz = 16_000;

export interface SpeechLike {
  readonly seconds?: number;
  readonly pitchHz?: number;
  readonly gain?: number;
}

/** Sound with the pitch, the formants and the syllables of speech. */
export function speechLike({ seconds = 10, pitchHz = 140, gain = 0.3 }: SpeechLike = {}): Float32Array {
  const samples = new Float32Array(Math.round(seconds * rateHz));
  let phase = 0;
  for (let at = 0; at < samples.length; at++) {
    const t = at / rateHz;
    const hz = pitchHz * 2 ** ((2.5 * Math.sin(2 * Math.PI * 0.7 * t)) / 12);
    phase += (2 * Math.PI * hz) / rateHz;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 2 * t)) ** 0.7;
    let sum = 0;
    for (let harmonic = 1; harmonic * hz < 5000; harmonic++) {
      const near = [600, 1500, 2600].reduce(
        (most, formant) => Math.max(most, 1 / (1 + ((harmonic * hz - formant) / 150) ** 2)),
        0.02,
      );
      sum += (near / harmonic ** 0.5) * Math.sin(harmonic * phase);
    }
    samples[at] = Math.max(-1, Math.min(1, gain * syllable * sum));
  }
  return samples;
}

export const wavOf = (samples: Float32Array): Buffer => Buffer.from(writeWav({ samples, rateHz }));
