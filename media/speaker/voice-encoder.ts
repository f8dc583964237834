import type { OpenSession } from '../line/engine.ts';
import { createVoiceMel, voiceMelFormat } from './voice-mel.ts';

export const vectorSize = 256;

export interface VoiceWindows {
  /** The middle of each window, in samples from the first. */
  readonly centres: readonly number[];
  /** [windows, 256] row-major; each has the length 1, or 0 where nothing is heard. */
  readonly vectors: Float32Array;
}

/** Describes whose voice it is, whatever is said. */
export interface VoiceEncoder {
  /** Of windows of 1.6 s in mono sound at 16 kHz, `stepSamples` apart. Sound shorter than a window is one window. */
  windows(samples: Float32Array, stepSamples: number): Promise<VoiceWindows>;
  close(): Promise<void>;
}

/** The length it was trained on; shorter sound ends in silence. */
const windowFrames = 160;
/** Of a last window that is short: less says little of a voice. */
const leastFrames = 80;
const batch = 16;
/** Quiet recordings are raised to this level, as the encoder was trained. */
const targetRms = 10 ** (-30 / 20);

/** Opens the model of `models/voice/convert.ts`. Throws `model_missing` and `model_unreadable`. */
export async function openVoiceEncoder(path: string, open: OpenSession): Promise<VoiceEncoder> {
  const session = await open(path);
  const mel = createVoiceMel();
  const { hopSamples, bands } = voiceMelFormat;

  async function run(inputs: readonly Float32Array[], into: Float32Array, from: number): Promise<void> {
    const mels = new Float32Array(inputs.length * windowFrames * bands);
    for (const [index, input] of inputs.entries()) mels.set(input, index * windowFrames * bands);
    const feeds = { mels: { type: 'float32', data: mels, dims: [inputs.length, windowFrames, bands] } } as const;
    const { vectors } = await session.run(feeds);
    into.set(vectors?.data as Float32Array, from * vectorSize);
  }

  return {
    async windows(samples, stepSamples) {
      const frames = mel.compute(raised(samples));
      const count = frames.length / bands;
      const step = Math.max(1, Math.round(stepSamples / hopSamples));
      const starts = [0];
      for (let at = step; at + leastFrames <= count && (starts.at(-1) as number) + windowFrames < count; at += step)
        starts.push(at);
      const vectors = new Float32Array(starts.length * vectorSize);
      for (let from = 0; from < starts.length; from += batch) {
        const part = starts.slice(from, from + batch);
        const inputs = part.map((at) => frames.subarray(at * bands, Math.min(count, at + windowFrames) * bands));
        await run(inputs, vectors, from);
      }
      for (let index = 0; index < starts.length; index += 1)
        normalise(vectors.subarray(index * vectorSize, (index + 1) * vectorSize));
      const centres = starts.map((at) => ((at + Math.min(count, at + windowFrames)) / 2) * hopSamples);
      return { centres, vectors };
    },
    close: () => session.close(),
  };
}

/** The voice of a whole recording: the mean direction of its windows. */
export function meanVector(vectors: Float32Array): Float32Array {
  const mean = new Float32Array(vectorSize);
  for (let at = 0; at < vectors.length; at += 1)
    mean[at % vectorSize] = (mean[at % vectorSize] as number) + (vectors[at] as number);
  return normalise(mean);
}

/** 1 for the same voice; different voices are mostly below 0.75. */
export function voiceSimilarity(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < vectorSize; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function normalise(vector: Float32Array): Float32Array {
  let sum = 0;
  for (const value of vector) sum += value * value;
  const length = Math.sqrt(sum);
  if (length > 0)
    for (let index = 0; index < vector.length; index += 1) vector[index] = (vector[index] as number) / length;
  return vector;
}

function raised(samples: Float32Array): Float32Array {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const rms = Math.sqrt(sum / Math.max(1, samples.length));
  return rms === 0 || rms >= targetRms ? samples : samples.map((sample) => (sample * targetRms) / rms);
}
