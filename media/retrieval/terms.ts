import { entriesOf, packOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { stem } from '../text/stem.ts';
import { folded } from '../text/words.ts';

/** Questions and documents are processed with the English word lists. */
const pack = packOf('en')?.text ?? {};
const stopWords: ReadonlySet<string> = new Set(pack.stopWords?.entries);
const phrases = (pack.phrases?.entries ?? []).map(({ pattern, means }) => [new RegExp(pattern, 'g'), means] as const);
const implied = (pack.implied?.entries ?? []).map(({ pattern, means }) => [new RegExp(pattern), means] as const);
/** Maps the stems of synonyms to their representative. */
const canonical: ReadonlyMap<string, string> = new Map(
  (pack.synonyms?.entries ?? []).flatMap((words) => words.map((word) => [stem(word), words[0] as string] as const)),
);

function termOf(word: string): string {
  const root = stem(word);
  return canonical.get(root) ?? root;
}

/** Compounds with one letter are one word, so that "e-bike" differs from "bike", and "e-mail" equals "email". */
const lettered = /(?<![\p{L}\p{N}-])(\p{L})-(?=\p{L}{2})/gu;
const letteredWord = /(?<![\p{L}\p{N}-])\p{L}-\p{L}[\p{L}\p{N}&']+/gu;

function* termsIn(plain: string): Generator<string> {
  for (const [word] of plain.replaceAll(lettered, '$1').matchAll(/\p{N}[\p{N}.,]*%?|[\p{L}&][\p{L}\p{N}&']*/gu)) {
    if (/^\p{N}/u.test(word)) {
      // "1,234.50" and "1234.50" are the same term.
      yield word.replaceAll(',', '').replace(/[.%]+$/, '');
      if (word.endsWith('%')) yield 'percent';
    } else if (!stopWords.has(word) && word.length > 1) {
      const root = stem(word);
      if (!stopWords.has(root)) yield canonical.get(root) ?? root;
    }
  }
}

const joined = (plain: string): string =>
  phrases.reduce((text, [pattern, word]) => text.replaceAll(pattern, ` ${word} `), plain);

/** Returns the terms of a passage: its words, the phrases they form, and the subjects they imply. */
export function termsOf(text: string): Set<string> {
  const plain = folded(text);
  const terms = new Set(termsIn(plain));
  const withPhrases = joined(plain);
  if (withPhrases !== plain) for (const term of termsIn(withPhrases)) terms.add(term);
  // A passage about e-bikes is about bikes too.
  for (const [compound] of plain.matchAll(letteredWord)) for (const term of termsIn(compound.slice(2))) terms.add(term);
  for (const [pattern, means] of implied) if (pattern.test(plain)) for (const term of termsIn(means)) terms.add(term);
  return terms;
}

/** Returns the terms of a question. A phrase replaces its words. */
export const questionTerms = (text: string): Set<string> =>
  new Set(termsIn(joined(folded(text).replaceAll(measure, ' '))));

const measure = patternOf(({ retrieval }) => retrieval?.terms.measure, 'g');

/**
 * Verbs for which a table has no word, and measures that its figures show. A question may contain them next to its
 * subject, so they weigh less.
 */
export const softTerms: ReadonlySet<string> = new Set((pack.softWords?.entries ?? []).map(termOf));

/** Terms of degree, as in comparisons. */
export const degreeTerms: ReadonlySet<string> = questionTerms(
  entriesOf(({ retrieval }) => retrieval?.terms.degrees).join(' '),
);

/** Words of small classes, such as meals. Another word of the class is near in meaning, but another thing. */
export const siblings: ReadonlySet<string> = new Set(entriesOf(({ retrieval }) => retrieval?.terms.siblings));

const daysOf = (options: Intl.DateTimeFormatOptions, stepMs: number): string[] => {
  const format = new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, i) => format.format(i * stepMs).toLowerCase());
};
/** Weekdays and months. */
export const dayNames: ReadonlySet<string> = new Set([
  ...daysOf({ weekday: 'long' }, 86_400_000),
  ...daysOf({ month: 'long' }, 31 * 86_400_000),
]);

/** Returns all words of a text in comparable form, including stop words. */
export const rootsOf = (text: string): Set<string> =>
  new Set(
    [...folded(text).matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) => {
      const root = stem(word);
      return [word, root, canonical.get(root) ?? root];
    }),
  );

/** Returns the years in a text; "FY24" and "2023/24" are 2024, "1999/00" is 2000. */
export function yearsIn(text: string): Set<number> {
  const years = new Set<number>();
  for (const [, full, span, fiscal] of text.matchAll(
    /\b((?:18|19|20)\d\d)(?:\s*[-/–]\s*(\d\d)\b)?|\bFY\s*'?(\d\d)\b/gi,
  )) {
    if (fiscal !== undefined) years.add(2000 + Number(fiscal));
    else years.add(span === undefined ? Number(full) : nextEndingIn(Number(span), Number(full)));
  }
  return years;
}

/** Returns the first year from `from` on whose last two digits are `digits`. */
const nextEndingIn = (digits: number, from: number): number => from + ((digits - (from % 100) + 100) % 100);
