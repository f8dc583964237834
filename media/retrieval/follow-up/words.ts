import { questionTerms, yearsIn } from '../terms.ts';

/** A range of characters in a question. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const maxStretch = 4;
/** Each stretch is searched for in the whole source, so longer questions have none. */
const mostWords = 16;

/** Returns the words that name something, except years. */
export function contentOf(text: string): Stretch[] {
  return [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,&'’%-]*/gu)].flatMap(({ 0: found, index }) => {
    const word = found.replace(/[.,'’-]+$/, '');
    const isNamed = questionTerms(word).size > 0 && yearsIn(word).size === 0;
    return isNamed ? [{ from: index, to: index + word.length, text: word }] : [];
  });
}

/** Returns all runs of one to four adjacent content words, longest first. Returns none for a very long question. */
export function stretchesOf(text: string): Stretch[] {
  const words = contentOf(text);
  if (words.length > mostWords) return [];
  const all: Stretch[] = [];
  for (let i = 0; i < words.length; i++)
    for (let j = i; j < Math.min(words.length, i + maxStretch); j++) {
      const [first, last] = [words[i] as Stretch, words[j] as Stretch];
      const isWhole = words
        .slice(i + 1, j + 1)
        .every(({ from }, k) => /^[\s-]*$/.test(text.slice(words[i + k]?.to, from)));
      if (isWhole) all.push({ from: first.from, to: last.to, text: text.slice(first.from, last.to) });
    }
  return all.toSorted((a, b) => b.text.length - a.text.length);
}

export const replaced = (text: string, { from, to }: Pick<Stretch, 'from' | 'to'>, by: string): string =>
  `${text.slice(0, from)}${by}${text.slice(to)}`;

/** Returns whether the text is capitalised as a name: each of its words begins with a capital or is a number. */
export const isName = (text: string): boolean =>
  /\p{Lu}/u.test(text) && contentOf(text).every((word) => /^[\p{Lu}\p{N}]/u.test(word.text));

const years = /\b(?:18|19|20)\d\d(?:\s*[-/–]\s*\d\d)?\b/g;

/** Returns the question with its year replaced. */
export function ofYear(text: string, year: number): string {
  const plain = text.replace(/[\s?.!]+$/, '');
  if (yearsIn(plain).size === 0) return `${plain} in ${year}?`;
  const once = plain.replace(years, String(year));
  return `${once === plain && !yearsIn(plain).has(year) ? plain.replace(/\bFY ?'?\d\d\b/gi, `FY ${year}`) : once}?`;
}
