import { entriesOf, packOf } from '../../media/language/languages.ts';
import type { Passage, Source } from '../../media/retrieval/index.ts';

const numberWords = new Map(
  entriesOf(({ retrieval }) => retrieval?.designations.numbers).map((word, at) => [word, String(at + 1)]),
);
const commonWords: ReadonlySet<string> = new Set(packOf('en')?.text?.stopWords?.entries);
/** Share of common words from which a text is English, where capitals mark names. */
const englishShare = 0.25;
/** An answer of so few words may be a name alone. The question then shows the language. */
const fewWords = 6;
const englishQuestion = 0.34;

const wordsIn = (text: string): string[] => text.match(/\p{N}[\p{N}.,]*|\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? [];

/** Returns a word or figure without what may differ: case, plural, commas, and zeros as in "09" and "12.50". */
function plainOf(word: string): string {
  const lower = word.toLowerCase();
  if (!/^\p{N}/u.test(lower)) return numberWords.get(lower) ?? lower.replace(/(?<=...)s$/, '');
  const figure = lower.replaceAll(',', '').replace(/\.+$/, '');
  return (/^\d+\.\d+$/.test(figure) ? figure.replace(/\.?0+$/, '') : figure).replace(/^0+(?=\d)/, '');
}

/** Full hours are written with and without minutes. */
const withoutMinutes = (text: string): string => text.replaceAll(/(\d):00\b/g, '$1');

/**
 * Returns whether every figure, date and name of a model's answer stands in the passages, or in the title, company or
 * year of the document. The places that it names and the numbers of a list do not count. Capitals mark names in English
 * only.
 */
export function isSupported(
  { question, answer }: { readonly question: string; readonly answer: string },
  passages: readonly Passage[],
  { title, about = '', year }: Pick<Source, 'title' | 'about' | 'year'>,
): boolean {
  const text = withoutMinutes(withoutPlaces(answer.replaceAll(/^\s*\(?\d{1,2}[.)]\s+/gm, ''), passages));
  const source = [title, about, year ?? '', ...passages.map((passage) => passage.text)].join(' ');
  const stated = new Set(wordsIn(withoutMinutes(source)).map(plainOf));
  const words = wordsIn(text);
  const figures = words.filter((word) => /^\p{N}/u.test(word));
  const isEnglish =
    commonShare(words) >= englishShare ||
    (words.length <= fewWords && commonShare(wordsIn(question)) >= englishQuestion);
  const names = isEnglish ? namesIn(text) : [];
  return [...figures, ...names].every((word) => stated.has(plainOf(word)));
}

/** Removes "(page 7)", "page 7", "(pages 7 and 9)" and "[2]". */
function withoutPlaces(answer: string, passages: readonly Passage[]): string {
  const places = [...new Set(passages.map(({ place }) => place))].toSorted((a, b) => b.length - a.length);
  const parts = new Set(['and', 'to', ...places.flatMap((place) => wordsIn(place).map(plainOf))]);
  return places
    .reduce((rest, place) => rest.replaceAll(new RegExp(`${escaped(place)}(?![\\p{L}\\p{N}])`, 'giu'), ' '), answer)
    .replaceAll(/\[\d+\]/g, ' ')
    .replaceAll(/\([^()]*\)/g, (group) => (wordsIn(group).every((word) => parts.has(plainOf(word))) ? ' ' : group));
}

const commonShare = (words: readonly string[]): number =>
  words.length === 0 ? 0 : words.filter((word) => commonWords.has(word.toLowerCase())).length / words.length;

/** Returns the capitalised words that do not begin a sentence, a line or an item, without common ones. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?<=[^\s.!?:"“(*•–-]["”)]?,?[^\S\n]+)\p{Lu}[\p{L}\p{M}]+/gu)]
    .map(([word]) => word)
    .filter((word) => !commonWords.has(word.toLowerCase()));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
