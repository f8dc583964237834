/** A text as it is compared: lower case, without accents, with straight apostrophes. Vowel signs of other scripts stay. */
export const folded = (text: string): string =>
  straight(
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  );

/** With one kind of apostrophe, whichever a keyboard or a recogniser writes. */
export const straight = (text: string): string => text.replaceAll(/[’`]/g, "'");

export interface WordForm {
  /** Signs that stay within a word; any other sign parts words. */
  readonly inside?: string;
  /** Of these, signs that also stay at the ends of a word: "+49". */
  readonly edges?: string;
}

interface Patterns {
  readonly apart: RegExp;
  readonly ends: RegExp;
}

const known = new Map<string, Patterns>();

function patternsFor(inside: string, edges: string): Patterns {
  const key = `${inside} ${edges}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const listed = (signs: string): string => signs.replaceAll(/[\\\]^-]/g, '\\$&');
  const outer = listed([...inside].filter((sign) => !edges.includes(sign)).join(''));
  const made: Patterns = {
    apart: new RegExp(`[^\\p{L}\\p{M}\\p{N}${listed(inside)}]+`, 'gu'),
    ends: outer === '' ? /(?!)/g : new RegExp(`^[${outer}]+|[${outer}]+$`, 'g'),
  };
  known.set(key, made);
  return made;
}

/** Lower-case words without punctuation. By default apostrophes and hyphens within a word stay. */
export function plainWords(text: string, { inside = "'-", edges = '' }: WordForm = {}): string[] {
  const { apart, ends } = patternsFor(inside, edges);
  return straight(text.toLowerCase())
    .replace(apart, ' ')
    .split(' ')
    .map((token) => token.replace(ends, ''))
    .filter((token) => token !== '');
}

/** Letters and digits of a written word, lower case: one word whatever its signs, "don't" and "twenty-five" too. */
export const bareWord = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A stretch of a text: from `start` to `end`, `end` excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word of a text with its place; `plain` is in lower case with straight apostrophes. */
export interface Word extends Span {
  readonly plain: string;
}

/** The words of a text with their places. Hyphens part words, apostrophes within a word do not. */
export const placedWords = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}][\p{L}\p{M}]*)*/gu)].map(({ 0: word, index }) => ({
    plain: straight(word.toLowerCase()),
    start: index,
    end: index + word.length,
  }));
