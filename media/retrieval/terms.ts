import { entriesOf, packOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { stem } from '../text/stem.ts';
import { folded } from '../text/words.ts';

/** Questions are read in English, like documents. */
const pack = packOf('en')?.text ?? {};
const stopWords: ReadonlySet<string> = new Set(pack.stopWords?.entries);
const phrases = (pack.phrases?.entries ?? []).map(({ pattern, means }) => [new RegExp(pattern, 'g'), means] as const);
const implied = (pack.implied?.entries ?? []).map(({ pattern, means }) => [new RegExp(pattern), means] as const);
/** The stems of words for one subject, and the word that stands for them. */
const canonical: ReadonlyMap<string, string> = new Map(
  (pack.synonyms?.entries ?? []).flatMap((words) => words.map((word) => [stem(word), words[0] as string] as const)),
);

function termOf(word: string): string {
  const root = stem(word);
  return canonical.get(root) ?? root;
}

function* termsIn(plain: string): Generator<string> {
  for (const [word] of plain.matchAll(/\p{N}[\p{N}.,]*%?|[\p{L}&][\p{L}\p{N}&']*/gu)) {
    if (/^\p{N}/u.test(word)) {
      // "1,234.50" is what "1234.50" is.
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

/** The subjects of a passage: its words, what several of them together stand for, and what they imply. */
export function termsOf(text: string): Set<string> {
  const plain = folded(text);
  const terms = new Set([...termsIn(plain), ...termsIn(joined(plain))]);
  for (const [pattern, means] of implied) if (pattern.test(plain)) for (const term of termsIn(means)) terms.add(term);
  return terms;
}

/** The subjects of a question: what several words stand for together is not any of them. */
export const questionTerms = (text: string): Set<string> =>
  new Set(termsIn(joined(folded(text).replaceAll(measure, ' '))));

const measure = patternOf(({ retrieval }) => retrieval?.terms.measure, 'g');

/** Verbs that a table has no word for, and measures that its figures show: a question may well name them beside its subject. */
export const softTerms: ReadonlySet<string> = new Set((pack.softWords?.entries ?? []).map(termOf));

/** How much, compared with others of the kind. */
export const degreeTerms: ReadonlySet<string> = questionTerms(
  entriesOf(({ retrieval }) => retrieval?.terms.degrees).join(' '),
);

const daysOf = (options: Intl.DateTimeFormatOptions, stepMs: number): string[] =>
  Array.from({ length: 12 }, (_, i) =>
    new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(i * stepMs).toLowerCase(),
  );
/** Weekdays and months. */
export const dayNames: ReadonlySet<string> = new Set([
  ...daysOf({ weekday: 'long' }, 86_400_000),
  ...daysOf({ month: 'long' }, 31 * 86_400_000),
]);

/** All words of a text as they are compared, those too that say nothing about a subject. */
export const rootsOf = (text: string): Set<string> =>
  new Set(
    [...folded(text).matchAll(/[\p{L}\p{N}]+/gu)].flatMap(([word]) => {
      const root = stem(word);
      return [word, root, canonical.get(root) ?? root];
    }),
  );

/** Years that a text names; "FY24" and "2023/24" are 2024. */
export function yearsIn(text: string): Set<number> {
  const years = new Set<number>();
  for (const [, full, span, fiscal] of text.matchAll(
    /\b((?:18|19|20)\d\d)(?:\s*[-/–]\s*(\d\d)\b)?|\bFY\s*'?(\d\d)\b/gi,
  )) {
    if (fiscal !== undefined) years.add(2000 + Number(fiscal));
    else years.add(span === undefined ? Number(full) : 2000 + Number(span));
  }
  return years;
}
