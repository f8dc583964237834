import { MediaFault } from '../line/fault.ts';
import { packOf } from './languages.ts';
import { type Phrasing, sourceOf } from './match.ts';

function wordsOfEnglish() {
  const analysisPack = packOf('en')?.analysis;
  if (analysisPack === undefined)
    throw new MediaFault('data_file_invalid', 'media/language/en/analysis.json is missing');
  return analysisPack;
}

/** Call analysis has word lists for English only. */
export const analysisWords = wordsOfEnglish();

type PatternsOf<Lists> = { readonly [Name in keyof Lists as Lists[Name] extends Phrasing ? Name : never]: RegExp };

const isPhrasing = (list: unknown): list is Phrasing => typeof list === 'object' && list !== null && 'at' in list;

/** Returns one regular expression per phrasing of a group. */
export const compiled = <Lists extends object>(lists: Lists, flags = 'i'): PatternsOf<Lists> =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([name, list]) =>
      isPhrasing(list) ? [[name, new RegExp(sourceOf(list, packOf('en')), flags)]] : [],
    ),
  ) as PatternsOf<Lists>;
