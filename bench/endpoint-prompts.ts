import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMulaw, encodeMulaw } from '../media/codec/g711.ts';
import { readWav } from '../media/codec/wav.ts';
import { resample } from '../media/dsp/resampler.ts';
import { createRandom } from '../media/emulator/random.ts';
import type { Dictation } from '../media/line/turn.ts';

export const rateHz = 8000;
const leadMs = 500;
const tailMs = 2000;

export interface Prompt {
  readonly file: string;
  readonly samples: Float32Array;
  readonly onsetMs: number;
  readonly endMs: number;
  readonly awaited?: Dictation | undefined;
}

export interface Clip {
  readonly file: string;
  readonly samples: Float32Array;
  /** What the agent has asked for. */
  readonly awaited?: Dictation | undefined;
}

export async function readPrompts(dir: string): Promise<Clip[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.wav')).sort();
  return Promise.all(
    files.map(async (file) => {
      const clip = readWav(await readFile(join(dir, file)));
      return { file, samples: resample(clip.samples, clip.rateHz, rateHz) };
    }),
  );
}

/**
 * Places the prompt between silences, with noise, and applies mu-law; its true bounds are those of the clean prompt's
 * energy.
 */
export function onTheLine(
  file: string,
  clip: Float32Array,
  options: { readonly shiftMs: number; readonly noiseDbfs: number | undefined },
): Prompt {
  const lead = ((leadMs + options.shiftMs) * rateHz) / 1000;
  const clean = new Float32Array(lead + clip.length + (tailMs * rateHz) / 1000);
  clean.set(clip, lead);
  const { onsetMs, endMs } = boundsByEnergy(clean);
  const amplitude = options.noiseDbfs === undefined ? 0 : 10 ** (options.noiseDbfs / 20) * Math.sqrt(3);
  const random = createRandom(clip.length);
  const noisy = clean.map((x) => x + amplitude * (2 * random() - 1));
  return { file, samples: decodeMulaw(encodeMulaw(noisy)), onsetMs, endMs };
}

/** First and last 10 ms within 35 dB of the loudest (and above -45 dBFS). */
function boundsByEnergy(samples: Float32Array): { onsetMs: number; endMs: number } {
  const levels: number[] = [];
  for (let at = 0; at + 80 <= samples.length; at += 80) {
    const energy = samples.subarray(at, at + 80).reduce((sum, x) => sum + x * x, 0);
    levels.push(10 * Math.log10(energy / 80 + 1e-10));
  }
  const threshold = Math.max(-45, Math.max(...levels) - 35);
  const active = levels.map((level) => level > threshold);
  return { onsetMs: active.indexOf(true) * 10, endMs: (active.lastIndexOf(true) + 1) * 10 };
}
