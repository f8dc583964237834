/**
 * Normalises text for comparison: lower case, without accents, with straight apostrophes. Vowel signs of other scripts
 * are kept.
 */
export const folded = (text: string): string =>
  straight(
    text
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .toLowerCase(),
  );

/** Replaces all kinds of apostrophe with a straight one. */
export const straight = (text: string): string => text.replaceAll(/[’`]/g, "'");

export interface WordForm {
  /** Characters that stay within a word; all others separate words. */
  readonly inside?: string;
  /** Subset that also stays at the ends of a word: "+49". */
  readonly edges?: string;
}

interface Patterns {
  readonly apart: RegExp;
  readonly ends: RegExp;
}

const patternsByForm = new Map<string, Patterns>();

function patternsFor(inside: string, edges: string): Patterns {
  const key = `${inside} ${edges}`;
  const cached = patternsByForm.get(key);
  if (cached !== undefined) return cached;
  const listed = (signs: string): string => signs.replaceAll(/[\\\]^-]/g, '\\$&');
  const outer = listed([...inside].filter((sign) => !edges.includes(sign)).join(''));
  const made: Patterns = {
    apart: new RegExp(`[^\\p{L}\\p{M}\\p{N}${listed(inside)}]+`, 'gu'),
    ends: outer === '' ? /(?!)/g : new RegExp(`^[${outer}]+|[${outer}]+$`, 'g'),
  };
  patternsByForm.set(key, made);
  return made;
}

/** Returns lower-case words without punctuation. By default apostrophes and hyphens within a word are kept. */
export function plainWords(text: string, { inside = "'-", edges = '' }: WordForm = {}): string[] {
  const { apart, ends } = patternsFor(inside, edges);
  return straight(text.toLowerCase())
    .replace(apart, ' ')
    .split(' ')
    .map((token) => token.replace(ends, ''))
    .filter((token) => token !== '');
}

/** Returns the letters and digits of a written word in lower case, also of "don't" and "twenty-five". */
export const bareWord = (word: string): string => word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** A range of a text, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word of a text with its position; `plain` is in lower case with straight apostrophes. */
export interface Word extends Span {
  readonly plain: string;
}

/** Returns the words of a text with their positions. Hyphens separate words, apostrophes within a word do not. */
export const placedWords = (text: string): Word[] =>
  [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’][\p{L}][\p{L}\p{M}]*)*/gu)].map(({ 0: word, index }) => ({
    plain: straight(word.toLowerCase()),
    start: index,
    end: index + word.length,
  }));
