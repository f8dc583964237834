import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { joinSamples } from '../../media/kit/join-samples.ts';

export const throughMulaw = (samples: Float32Array): Float32Array => decodeMulaw(encodeMulaw(samples));

export const silence = (ms: number, rateHz = 8000): Float32Array => new Float32Array((ms * rateHz) / 1000);

/** Generates sines of equal loudness with 5 ms edges. */
export function tone(
  hz: readonly number[],
  ms: number,
  options: { level?: number; rateHz?: number } = {},
): Float32Array {
  const { level = 0.3, rateHz = 8000 } = options;
  const samples = new Float32Array(Math.round((ms * rateHz) / 1000));
  const edge = rateHz / 200;
  for (let i = 0; i < samples.length; i++) {
    const slope = Math.min(1, i / edge, (samples.length - i) / edge);
    const sum = hz.reduce((all, one) => all + Math.sin((2 * Math.PI * one * i) / rateHz), 0);
    samples[i] = (level * slope * sum) / hz.length;
  }
  return samples;
}

/** Generates deterministic noise. */
export function noise(ms: number, level: number, rateHz = 8000): Float32Array {
  let seed = 12345;
  return Float32Array.from({ length: (ms * rateHz) / 1000 }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return level * (seed / 2 ** 31 - 1);
  });
}

export const mixed = (a: Float32Array, b: Float32Array): Float32Array => a.map((sample, i) => sample + (b[i] ?? 0));

export const joined = (...parts: readonly Float32Array[]): Float32Array => joinSamples([...parts]);

/** Generates a melody of pure notes with their octaves, one per beat. */
export function melody(ms: number, rateHz = 8000): Float32Array {
  const scale = [523, 587, 659, 698, 784, 880, 988, 1047];
  const beatMs = 240;
  return joined(
    ...Array.from({ length: Math.ceil(ms / beatMs) }, (_, i) => {
      const note = scale[(i * 3) % scale.length] as number;
      return tone([note, note * 2], beatMs, { rateHz });
    }),
  );
}
