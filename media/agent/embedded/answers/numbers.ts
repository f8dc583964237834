import { patternOf } from '../../../language/match.ts';
import { numberWords } from '../../../language/number-words.ts';

/** "The one by the window" */
const pronoun = patternOf(({ agent }) => agent?.quantities.pronoun, 'g');
const none = patternOf(({ agent }) => agent?.quantities.none, '');
const couple = patternOf(({ agent }) => agent?.quantities.couple, '');
const dozen = patternOf(({ agent }) => agent?.quantities.dozen, '');
const single = patternOf(({ agent }) => agent?.quantities.single, '');

const { cardinals, quantities, scales, repeats, homophones, joins } = numberWords;
const tensHyphen = patternOf(({ numbers }) => numbers && { at: '(?<=\\b(?:{entries}))-', entries: ['{tens}'] }, 'g');
/** "One eight hundred" and "five thousand" occur in telephone numbers, a million does not. */
const largestReadOut = 1000;
const isTens = (value: number | undefined): value is number => value !== undefined && value >= 20;
const isUnit = (value: number | undefined): value is number => value !== undefined && value > 0 && value < 10;

/**
 * Replaces spoken numbers below a hundred with numerals: "twenty five" becomes "25", "nine" becomes "9". Other words
 * are unchanged.
 */
export function withNumerals(plain: string): string {
  const words = plain.replace(tensHyphen, ' ').split(' ');
  const numbers: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const value = quantities.get(word);
    const unit = quantities.get(words[i + 1] ?? '');
    if (isTens(value) && isUnit(unit)) {
      numbers.push(String(value + unit));
      i += 1;
    } else numbers.push(value === undefined ? word : String(value));
  }
  return numbers.join(' ');
}

/**
 * Returns the digits of a spoken number ("five five five, double two", "twenty two", "eight hundred", "555-0143") and
 * the count of words that are not part of it.
 */
export function digitsOf(plain: string): { readonly digits: string; readonly otherWords: number } {
  const words = plain
    .replace(/[-./()]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  let digits = '';
  let otherWords = 0;
  let times = 1;
  for (let i = 0; i < words.length; i++) {
    const heard = words[i] as string;
    const next = words[i + 1] ?? '';
    // "for" and "to" count as digits only between digits.
    const among = digits !== '' && (next === '' || isDigitWord(next));
    const word = among ? String(homophones.get(heard) ?? heard) : heard;
    const part = partOf(word, next);
    if (part !== undefined) {
      digits += part.digits.repeat(times);
      i += part.extra;
      times = 1;
    } else if (repeats.has(word)) {
      times = repeats.get(word) as number;
    } else if (!joins.has(word)) {
      otherWords += 1;
    }
  }
  return { digits, otherWords };
}

const isDigitWord = (word: string): boolean => /^\d+$/.test(word) || cardinals.has(word) || repeats.has(word);

function partOf(word: string, next: string): { readonly digits: string; readonly extra: number } | undefined {
  if (/^\+?\d+$/.test(word)) return { digits: word.replace('+', ''), extra: 0 };
  const value = cardinals.get(word);
  if (value === undefined) return undefined;
  if (isTens(value)) {
    const unit = quantities.get(next);
    return isUnit(unit) ? { digits: String(value + unit), extra: 1 } : { digits: String(value), extra: 0 };
  }
  const scale = scales.get(next);
  return scale === undefined || scale > largestReadOut
    ? { digits: String(value), extra: 0 }
    : { digits: `${value}${String(scale).slice(1)}`, extra: 1 };
}

/** Parses a quantity: "twenty five", "a hundred and ten", "a couple", "3.5", "1,200". */
export function quantityOf(text: string): number | undefined {
  const plain = text.replace(pronoun, ' ');
  const numeral = /(?<![\d.])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/.exec(plain)?.[0];
  if (numeral !== undefined) return Number(numeral.replaceAll(',', ''));
  let total = 0;
  let part = 0;
  let seen = false;
  for (const word of plain.replaceAll('-', ' ').split(' ')) {
    const value = quantities.get(word);
    const scale = scales.get(word);
    seen ||= value !== undefined || scale !== undefined;
    if (value !== undefined) part += value;
    else if (scale !== undefined && scale < 1000) part = Math.max(part, 1) * scale;
    else if (scale !== undefined) {
      total += Math.max(part, 1) * scale;
      part = 0;
    }
  }
  if (seen) return total + part;
  if (none.test(plain)) return 0;
  if (couple.test(plain)) return 2;
  if (dozen.test(plain)) return 12;
  return single.test(plain) ? 1 : undefined;
}
