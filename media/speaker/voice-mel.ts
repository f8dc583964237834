import { createRealFft } from '../dsp/fft.ts';
import { melFilters } from '../dsp/mel-analysis.ts';
import { periodicHann } from '../dsp/stft.ts';

/** Power in 40 mel bands of 25 ms windows every 10 ms at 16 kHz. */
export const voiceMelFormat = { rateHz: 16_000, windowSamples: 400, hopSamples: 160, bands: 40 } as const;

export interface VoiceMel {
  /**
   * Returns [frames, 40] row-major: linear power. Frames are centred on each hop, with silence outside of `samples`.
   * Source: `librosa.feature.melspectrogram` as called by resemblyzer.
   */
  compute(samples: Float32Array): Float32Array;
}

/** Reuses its buffers between calls. Must not be shared between threads. */
export function createVoiceMel(): VoiceMel {
  const { windowSamples, hopSamples, bands } = voiceMelFormat;
  const fft = createRealFft(windowSamples);
  const filters = melFilters(fft.bins, bands);
  const hann = periodicHann(windowSamples);
  const frame = new Float32Array(windowSamples);
  const re = new Float32Array(fft.bins);
  const im = new Float32Array(fft.bins);
  return {
    compute(samples) {
      const frames = 1 + Math.floor(samples.length / hopSamples);
      const mel = new Float32Array(frames * bands);
      for (let t = 0; t < frames; t += 1) {
        const start = t * hopSamples - windowSamples / 2;
        for (let n = 0; n < windowSamples; n += 1) frame[n] = (samples[start + n] ?? 0) * (hann[n] as number);
        fft.forward(frame, re, im);
        for (const [band, { first, gains }] of filters.entries()) {
          let sum = 0;
          for (let k = 0; k < gains.length; k += 1) {
            const [real, imaginary] = [re[first + k] as number, im[first + k] as number];
            sum += (gains[k] as number) * (real * real + imaginary * imaginary);
          }
          mel[t * bands + band] = sum;
        }
      }
      return mel;
    },
  };
}
