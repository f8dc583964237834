import { listSpeakers, openSpeech } from '../../media/index.ts';
import { sentences } from '../sentences.ts';
import { printTable, round } from '../table.ts';
import { hear } from './hear.ts';
import { type HearingOptions, openHearing } from './hearing.ts';
import { inNoise, levelsOf, noiseKinds, readVoices } from './noise.ts';
import { type Prompt, rateHz } from './prompts.ts';

export interface NoiseOptions {
  readonly modelsDir: string;
  /** Folder of recordings of other people; the built-in voices by default. */
  readonly babble: string | undefined;
  readonly listen: HearingOptions;
}

export interface NoiseFigures {
  readonly noise: string;
  readonly level: string;
  /** Percentages of the spoken words. */
  readonly wordError: number | null;
  readonly missing: number | null;
}

/** Measures word errors of the prompts in each kind of noise. Prints a table. */
export async function compareNoise(prompts: readonly Prompt[], options: NoiseOptions): Promise<NoiseFigures[]> {
  const { babble, modelsDir, listen } = options;
  const voices = babble === undefined ? await builtInVoices(modelsDir) : await readVoices(babble);
  const models = await openHearing(listen);
  const figures: NoiseFigures[] = [];
  async function measure(noise: string, level: string, noisy: (prompt: Prompt, nth: number) => Prompt) {
    const sum = { errors: 0, words: 0, missing: 0 };
    for (const [nth, prompt] of prompts.entries()) {
      const { errors, words, text } = await hear(noisy(prompt, nth), models);
      sum.errors += errors;
      sum.words += words;
      if (text === '') sum.missing += words;
    }
    const share = (count: number): number | null => round((100 * count) / sum.words, 2);
    figures.push({ noise, level, wordError: share(sum.errors), missing: share(sum.missing) });
    process.stderr.write(`${noise} ${level}: ${share(sum.errors)} %\n`);
  }
  try {
    await measure('none', '', (prompt) => prompt);
    for (const kind of noiseKinds) {
      const unit = kind === 'lost packets' ? '%' : 'dB';
      for (const level of levelsOf(kind)) {
        await measure(kind, `${level} ${unit}`, (prompt, nth) =>
          inNoise(prompt, { kind, level, seed: nth + 1, voices }),
        );
      }
    }
  } finally {
    await models.close();
  }
  printTable(
    ['noise', 'voice above it, or lost', 'word error, %', 'words of prompts without any word, %'],
    figures.map(({ noise, level, wordError, missing }) => [noise, level, wordError, missing]),
  );
  return figures;
}

async function builtInVoices(modelsDir: string): Promise<Float32Array[]> {
  const speech = await openSpeech({ modelsDir });
  try {
    const speakers = listSpeakers();
    const voices: Float32Array[] = [];
    for (const [nth, text] of sentences.entries()) {
      const speaker = speakers[nth % speakers.length]?.name ?? '';
      voices.push((await speech.speak(text, { speaker }, rateHz)).samples);
    }
    return voices;
  } finally {
    await speech.close();
  }
}
