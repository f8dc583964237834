import type { OpenSession } from '../line/engine.ts';
import { createVoiceMel, voiceMelFormat } from './voice-mel.ts';

export const vectorSize = 256;

export interface VoiceWindows {
  /** Centre of each window, in samples from the first. */
  readonly centres: readonly number[];
  /** [windows, 256] row-major. Each vector has length 1, or 0 for silence. */
  readonly vectors: Float32Array;
}

/** Encodes the speaker's voice, independently of the words. */
export interface VoiceEncoder {
  /**
   * Encodes windows of 1.6 s of mono audio at 16 kHz, `stepSamples` apart. Audio shorter than a window is padded with
   * silence to one window.
   */
  windows(samples: Float32Array, stepSamples: number): Promise<VoiceWindows>;
  close(): Promise<void>;
}

/** Window length of the training. Shorter audio is padded with silence. */
const windowFrames = 160;
/** Minimum length of a short last window; less says little about a voice. */
const leastFrames = 80;
const batch = 16;
/** Quiet recordings are amplified to this level, as in training. */
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

/** Returns the voice of a whole recording: the mean direction of its windows. */
export function meanVector(vectors: Float32Array): Float32Array {
  const mean = new Float32Array(vectorSize);
  for (let at = 0; at < vectors.length; at += 1)
    mean[at % vectorSize] = (mean[at % vectorSize] as number) + (vectors[at] as number);
  return normalise(mean);
}

/** Returns 1 for identical voices; different voices are mostly below 0.75. */
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
