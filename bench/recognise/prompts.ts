import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeMulaw, encodeMulaw } from '../../media/codec/g711.ts';
import { readWav } from '../../media/codec/wav.ts';
import { openSpeech } from '../../media/index.ts';
import { syntheticPrompts } from '../synthetic-prompts.ts';

export const rateHz = 8000;

export interface Prompt {
  readonly file: string;
  readonly words: string;
  /** Audio that the far end of a mu-law line receives, 8 kHz. */
  readonly samples: Float32Array;
}

/** Loads the recordings listed in `transcripts.tsv`. */
export async function loadPrompts(folder: string): Promise<Prompt[]> {
  const table = await readFile(join(folder, 'transcripts.tsv'), 'utf8');
  const rows = table
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [string, string]);
  return Promise.all(
    rows.map(async ([file, words]) => {
      const clip = readWav(await readFile(join(folder, file)));
      if (clip.rateHz !== rateHz) throw new Error(`${file} has ${clip.rateHz} Hz; ${rateHz} is expected`);
      return { file, words, samples: decodeMulaw(encodeMulaw(clip.samples)) };
    }),
  );
}

/** Substitutes for recordings: fewer, and easier to recognise. */
export async function synthesisePrompts(modelsDir: string): Promise<Prompt[]> {
  const speech = await openSpeech({ modelsDir });
  try {
    const prompts: Prompt[] = [];
    for (const [index, words] of syntheticPrompts.entries()) {
      const { samples } = await speech.speak(words, { speaker: 'daniel' }, rateHz);
      prompts.push({ file: `synthetic ${index + 1}`, words, samples: decodeMulaw(encodeMulaw(samples)) });
    }
    return prompts;
  } finally {
    await speech.close();
  }
}
