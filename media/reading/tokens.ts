import { numberWords } from '../language/number-words.ts';
import { type Span, straight } from '../text/words.ts';

/** A word, a number in digits or a sign of a text. */
export interface Token extends Span {
  /** Lower case, with straight apostrophes. */
  readonly plain: string;
  /** Digits as they are written, with their separators; undefined for words and signs. */
  readonly digits: string | undefined;
  /** Whether only spaces, or nothing, separate this token from the one before. */
  readonly isNext: boolean;
}

/** Numbers with separators inside, fractions, words and currency signs. Hyphens and other signs separate words. */
const pattern =
  /(?<![\p{L}\p{N}])\.\d+|\d+(?:[.,'’]\d+)*|[½¼¾]|\p{L}[\p{L}\p{M}]*(?:['’]\p{L}[\p{L}\p{M}]*)*|[$€£₹%+@&(),.;:?!–—-]/gu;

const zero = '०'.charCodeAt(0);
const inLatinDigits = (text: string): string =>
  text.replaceAll(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - zero));

/** Returns a word in the form of tokens: lower case, and Devanagari without nukta and chandrabindu, which vary. */
export const plainToken = (word: string): string =>
  straight(word.toLowerCase()).replaceAll(/\p{Script=Devanagari}+/gu, (letters) =>
    letters.normalize('NFD').replaceAll('\u093c', '').replaceAll('\u0901', '\u0902'),
  );

export function tokensOf(text: string): Token[] {
  let end = 0;
  return [...inLatinDigits(text).matchAll(pattern)].map(({ 0: word, index }) => {
    const isNext = text.slice(end, index).trim() === '';
    end = index + word.length;
    const digits = /^\.?\d/.test(word) ? word : undefined;
    return { plain: plainToken(word), digits, start: index, end, isNext };
  });
}

/** Returns the value of a token that is one number below 100, in digits or one word. */
function smallNumber(token: Token | undefined): number | undefined {
  if (token === undefined) return undefined;
  if (token.digits !== undefined) return /^\d{1,2}$/.test(token.digits) ? Number(token.digits) : undefined;
  return numberWords.quantities.get(token.plain);
}

/**
 * Returns a number below 100 of one or two words from a position, such as "45", "forty five" or "forty-five", and the
 * position after it.
 */
export function numberBelowHundred(
  tokens: readonly Token[],
  at: number,
): { readonly value: number; readonly next: number } | undefined {
  const value = smallNumber(tokens[at]);
  if (value === undefined || value >= 100) return undefined;
  const isTens = tokens[at]?.digits === undefined && value >= 20 && value % 10 === 0;
  const ones = tokens[at + 1]?.plain === '-' ? at + 2 : at + 1;
  const one = tokens[ones]?.digits === undefined ? smallNumber(tokens[ones]) : undefined;
  return isTens && one !== undefined && one > 0 && one < 10
    ? { value: value + one, next: ones + 1 }
    : { value, next: at + 1 };
}
