import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createOpenSession } from '../../media/inference/session.ts';
import { openVocabulary } from '../../media/recogniser/vocabulary.ts';
import { openWhisper } from '../../media/recogniser/whisper.ts';
import { editErrors } from '../../media/text/word-error.ts';
import { quantile, round } from '../table.ts';
import { loadPrompts, rateHz } from './prompts.ts';

export interface LanguageFigures {
  readonly language: string;
  readonly prompts: number;
  /** Percentage of prompts whose language was identified. */
  readonly identified: number;
  /** Percentages for prompts under and over 3 s. */
  readonly identifiedShort: number | null;
  readonly identifiedLong: number | null;
  /** Languages that the others were mistaken for. */
  readonly mistaken: string;
  /** Percentage with the identified language. */
  readonly wordErrorAuto: number | null;
  /** Percentage with the given language. */
  readonly wordErrorGiven: number | null;
  /** Milliseconds per prompt, encoder and decoder. */
  readonly medianMs: number | null;
}

const shortSeconds = 3;

/**
 * Measures language identification and word errors of a multilingual model on a folder with one subfolder of prompts
 * per language.
 */
export async function compareLanguages(folder: string, modelDir: string, clips: number): Promise<LanguageFigures[]> {
  const vocabulary = await openVocabulary(modelDir);
  const whisper = await openWhisper(modelDir, createOpenSession({ providers: ['cpu'] }));
  const signal = { aborted: false };
  const figures: LanguageFigures[] = [];
  for (const language of (await readdir(folder)).toSorted()) {
    const prompts = (await loadPrompts(join(folder, language))).slice(0, clips);
    const found: string[] = [];
    const times: number[] = [];
    const errors = { auto: 0, given: 0, words: 0 };
    for (const { samples, words } of prompts) {
      const auto = await whisper.transcribe({ samples, rateHz, languageCode: 'auto', signal });
      const given = await whisper.transcribe({ samples, rateHz, languageCode: language, signal });
      if (auto === undefined || given === undefined) continue;
      found.push(auto.languageCode);
      times.push(auto.encodeMs + auto.decodeMs);
      const said = wordsOf(words);
      errors.words += said.length;
      errors.auto += editErrors(said, wordsOf(vocabulary.text(auto.decoded.tokens))).errors;
      errors.given += editErrors(said, wordsOf(vocabulary.text(given.decoded.tokens))).errors;
    }
    const share = (isOne: (at: number) => boolean): number | null => {
      const these = found.flatMap((code, at) => (isOne(at) ? [code] : []));
      if (these.length === 0) return null;
      return round((100 * these.filter((code) => code === language).length) / these.length, 1);
    };
    const isShort = (at: number): boolean => (prompts[at]?.samples.length ?? 0) < shortSeconds * rateHz;
    const others = [...new Set(found.filter((code) => code !== language))];
    figures.push({
      language,
      prompts: prompts.length,
      identified: share(() => true) ?? 0,
      identifiedShort: share(isShort),
      identifiedLong: share((at) => !isShort(at)),
      mistaken: others.map((code) => `${code} ${found.filter((one) => one === code).length}`).join(', '),
      wordErrorAuto: round((100 * errors.auto) / errors.words, 1),
      wordErrorGiven: round((100 * errors.given) / errors.words, 1),
      medianMs: round(quantile(times, 0.5)),
    });
  }
  await whisper.close();
  return figures;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
