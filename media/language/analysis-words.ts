import { MediaFault } from '../line/fault.ts';
import { packOf } from './languages.ts';
import { type Phrasing, sourceOf } from './match.ts';

function wordsOfEnglish() {
  const found = packOf('en')?.analysis;
  if (found === undefined) throw new MediaFault('data_file_invalid', 'media/language/en/analysis.json is missing');
  return found;
}

/** English is the only language that call analysis has words of. */
export const analysisWords = wordsOfEnglish();

/** One expression for each list. */
export const compiled = <Name extends string>(
  lists: Readonly<Record<Name, Phrasing>>,
  flags = 'i',
): Readonly<Record<Name, RegExp>> =>
  Object.fromEntries(
    Object.entries<Phrasing>(lists).map(([name, phrasing]) => [name, new RegExp(sourceOf(phrasing), flags)]),
  ) as Record<Name, RegExp>;
