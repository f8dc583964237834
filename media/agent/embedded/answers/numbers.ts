import { patternOf } from '../../../language/match.ts';

const tensHyphen = patternOf(({ agent }) => agent?.quantities.tensHyphen, 'g');
const none = patternOf(({ agent }) => agent?.quantities.none, '');
const couple = patternOf(({ agent }) => agent?.quantities.couple, '');
const dozen = patternOf(({ agent }) => agent?.quantities.dozen, '');
const single = patternOf(({ agent }) => agent?.quantities.single, '');

const units: Readonly<Record<string, number>> = {
  zero: 0,
  oh: 0,
  o: 0,
  nought: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
};
const teens: Readonly<Record<string, number>> = {
  ten: 10,
  eleven: 11,
  twelve: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
};
const tens: Readonly<Record<string, number>> = {
  twenty: 20,
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
/** What a recogniser writes for a digit when it expects words. */
const homophones: Readonly<Record<string, string>> = {
  to: 'two',
  too: 'two',
  for: 'four',
  fore: 'four',
  ate: 'eight',
  won: 'one',
  tree: 'three',
};
const repeats: Readonly<Record<string, number>> = { double: 2, triple: 3, treble: 3 };

const smallOf = (word: string): number | undefined => units[word] ?? teens[word];

/** Numerals for spoken numbers below a hundred: "twenty five" becomes "25", "nine" becomes "9". The rest stays. */
export function withNumerals(plain: string): string {
  const words = plain.replace(tensHyphen, '$1 ').split(' ');
  const made: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as string;
    const ten = tens[word];
    const unit = units[words[i + 1] ?? ''];
    if (ten !== undefined && unit !== undefined && unit > 0) {
      made.push(String(ten + unit));
      i += 1;
    } else {
      const value = ten ?? (word === 'o' || word === 'oh' ? undefined : smallOf(word));
      made.push(value === undefined ? word : String(value));
    }
  }
  return made.join(' ');
}

/**
 * The digits of a spoken number ("five five five, double two", "twenty two", "eight hundred", "555-0143"), and how many
 * words were not part of it.
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
    // "for" and "to" are digits only between digits.
    const among = digits !== '' && (next === '' || isDigitWord(next));
    const word = among ? (homophones[heard] ?? heard) : heard;
    const part = partOf(word, next);
    if (part !== undefined) {
      digits += part.digits.repeat(times);
      i += part.extra;
      times = 1;
    } else if (repeats[word] !== undefined) {
      times = repeats[word];
    } else if (word !== 'and') {
      otherWords += 1;
    }
  }
  return { digits, otherWords };
}

const isDigitWord = (word: string): boolean =>
  /^\d+$/.test(word) || smallOf(word) !== undefined || tens[word] !== undefined || repeats[word] !== undefined;

function partOf(word: string, next: string): { readonly digits: string; readonly extra: number } | undefined {
  if (/^\+?\d+$/.test(word)) return { digits: word.replace('+', ''), extra: 0 };
  const small = smallOf(word);
  const ten = tens[word];
  if (next === 'hundred' && small !== undefined) return { digits: `${small}00`, extra: 1 };
  if (next === 'thousand' && small !== undefined) return { digits: `${small}000`, extra: 1 };
  if (small !== undefined) return { digits: String(small), extra: 0 };
  if (ten === undefined) return undefined;
  const unit = units[next];
  const joins = unit !== undefined && unit > 0 && next !== 'oh' && next !== 'o';
  return joins ? { digits: String(ten + unit), extra: 1 } : { digits: String(ten), extra: 0 };
}

/** A quantity: "twenty five", "a hundred and ten", "a couple", "3.5", "1,200". */
export function quantityOf(plain: string): number | undefined {
  const numeral = /(?<![\d.])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/.exec(plain)?.[0];
  if (numeral !== undefined) return Number(numeral.replaceAll(',', ''));
  let total = 0;
  let part = 0;
  let seen = false;
  for (const word of plain.replaceAll('-', ' ').split(' ')) {
    const value = word === 'o' || word === 'oh' ? undefined : (smallOf(word) ?? tens[word]);
    if (value !== undefined) {
      part += value;
      seen = true;
    } else if (word === 'hundred') {
      part = Math.max(part, 1) * 100;
      seen = true;
    } else if (word === 'thousand') {
      total += Math.max(part, 1) * 1000;
      part = 0;
      seen = true;
    }
  }
  if (seen) return total + part;
  if (none.test(plain)) return 0;
  if (couple.test(plain)) return 2;
  if (dozen.test(plain)) return 12;
  return single.test(plain) ? 1 : undefined;
}
