import { MediaFault } from '../line/fault.ts';
import type { Phrasing } from './analysis.ts';
import { packOf } from './languages.ts';

function wordsOfEnglish() {
  const found = packOf('en')?.analysis;
  if (found === undefined) throw new MediaFault('data_file_invalid', 'media/language/en/analysis.json is missing');
  return found;
}

/** English is the only language that call analysis has words of. */
export const analysisWords = wordsOfEnglish();

const around: Readonly<Record<Phrasing['at'], (entries: string) => string>> = {
  words: (entries) => `\\b(?:${entries})\\b`,
  begins: (entries) => `\\b(?:${entries})`,
  anywhere: (entries) => entries,
};

/** One expression for each list. */
export const compiled = <Name extends string>(
  lists: Readonly<Record<Name, Phrasing>>,
  flags = 'i',
): Readonly<Record<Name, RegExp>> =>
  Object.fromEntries(
    Object.entries<Phrasing>(lists).map(([name, { at, entries }]) => [
      name,
      new RegExp(around[at](entries.join('|')), flags),
    ]),
  ) as Record<Name, RegExp>;
