import { createRealFft } from './fft.ts';
import { type KernelForm, threadForms } from './kernels/forms.ts';
import { createWasmLogMel } from './kernels/log-mel.ts';
import { analysisAt, floorPower, type LogMel, logMelFormat } from './mel-analysis.ts';

/**
 * Reuses its buffers between calls. Must not be shared between threads. At 8 kHz the bands below 4 kHz equal those of
 * the same audio at 16 kHz, at half the cost and without a resampler; the bands above are empty, as they would be
 * there.
 */
export function createLogMel(
  rateHz: 8000 | 16_000 = logMelFormat.rateHz,
  form: KernelForm = threadForms.logMel,
): LogMel {
  const plain = createPlainLogMel(rateHz);
  return form === 'wasm' ? createWasmLogMel(rateHz, plain) : plain;
}

function createPlainLogMel(rateHz: 8000 | 16_000): LogMel {
  const { bands } = logMelFormat;
  const { windowSamples, hopSamples, gain, hann, filters } = analysisAt(rateHz);
  const fft = createRealFft(windowSamples);
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
