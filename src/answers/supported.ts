import { entriesOf, packOf } from '../../media/language/languages.ts';
import type { Passage, Source } from '../../media/retrieval/index.ts';

const numberWords = new Map(
  entriesOf(({ retrieval }) => retrieval?.designations.numbers).map((word, at) => [word, String(at + 1)]),
);
const commonWords: ReadonlySet<string> = new Set(packOf('en')?.text?.stopWords?.entries);
/** Share of common words from which a text is English, where capitals mark names. */
const englishShare = 0.25;

const wordsIn = (text: string): string[] => text.match(/\p{N}[\p{N}.,]*|\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];
const plainOf = (word: string): string => {
  const lower = word.toLowerCase();
  return /^\p{N}/u.test(lower) ? lower.replaceAll(',', '').replace(/\.+$/, '') : (numberWords.get(lower) ?? lower);
};

/**
 * Returns whether every figure, date and name of a model's answer stands in the passages, or in the title, company or
 * year of the document. The places that it names do not count. Capitals mark names in English only.
 */
export function isSupported(
  answer: string,
  passages: readonly Passage[],
  { title, about = '', year }: Pick<Source, 'title' | 'about' | 'year'>,
): boolean {
  const places = [...new Set(passages.map(({ place }) => place))].toSorted((a, b) => b.length - a.length);
  const text = places
    .reduce((rest, place) => rest.replaceAll(new RegExp(escaped(place), 'gi'), ' '), answer)
    .replaceAll(/\[\d+\]/g, ' ');
  const stated = new Set(
    wordsIn([title, about, year ?? '', ...passages.map((passage) => passage.text)].join(' ')).map(plainOf),
  );
  const words = wordsIn(text);
  const figures = words.filter((word) => /^\p{N}/u.test(word));
  const names = isEnglish(words) ? namesIn(text) : [];
  return [...figures, ...names].every((word) => stated.has(plainOf(word)));
}

const isEnglish = (words: readonly string[]): boolean =>
  words.filter((word) => commonWords.has(word.toLowerCase())).length >= englishShare * words.length;

/** Returns the capitalised words that do not begin a sentence, without common ones. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[^\s.!?:"“(\n]["”)]?,?\s+)\p{Lu}[\p{L}\p{M}]+/gu)]
    .map(([word]) => word)
    .filter((word) => !commonWords.has(word.toLowerCase()));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
