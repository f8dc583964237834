import { createRequire } from 'node:module';
import type { Clip } from '../../media/index.ts';

const { WaveFile } = createRequire(import.meta.url)('wavefile') as typeof import('wavefile');

/** Splits a recording into its tracks: caller left, agent right. */
export function tracksOf(wav: Uint8Array): { readonly caller: Clip; readonly agent: Clip } {
  const file = new WaveFile(wav);
  const [left, right] = file.getSamples(false, Int16Array) as unknown as [Int16Array, Int16Array];
  const rateHz = (file.fmt as { sampleRate: number }).sampleRate;
  const clip = (pcm: Int16Array): Clip => ({ samples: Float32Array.from(pcm, (value) => value / 32768), rateHz });
  return { caller: clip(left), agent: clip(right) };
}

/** Returns the part of a track between two times. */
export const part = (clip: Clip, fromMs: number, toMs: number): Clip => ({
  samples: clip.samples.slice(Math.round((fromMs * clip.rateHz) / 1000), Math.round((toMs * clip.rateHz) / 1000)),
  rateHz: clip.rateHz,
});
