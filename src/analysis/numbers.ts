import type { Span, Word } from './words.ts';

const units = 'zero one two three four five six seven eight nine'.split(' ');
const teens = 'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ');
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Digits as they are read out one by one. */
export const digitWords: ReadonlyMap<string, string> = new Map([
  ...units.map((word, digit) => [word, String(digit)] as const),
  ['oh', '0'],
  ['o', '0'],
]);

/** Pairs of digits as they are read out: "forty", "eleven". */
export const tensWords: ReadonlyMap<string, string> = new Map([
  ...teens.map((word, index) => [word, String(index + 10)] as const),
  ...tens.map((word, index) => [word, String((index + 2) * 10)] as const),
]);

const small = new Map<string, number>([
  ...units.map((word, value) => [word, value] as const),
  ...teens.map((word, index) => [word, index + 10] as const),
  ...tens.map((word, index) => [word, (index + 2) * 10] as const),
]);
const scales = new Map([
  ['hundred', 100],
  ['thousand', 1000],
  ['lakh', 100_000],
  ['million', 1_000_000],
  ['crore', 10_000_000],
]);

export interface FoundNumber extends Span {
  readonly value: number;
}

/** Numbers of a text, in digits or words, with their places: "1,250.50", "twenty five", "a hundred and ten". */
export function numbersIn(text: string, words: readonly Word[]): FoundNumber[] {
  const written = [
    ...text.matchAll(/(?<![\p{L}\p{N}.])\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|(?<![\p{L}\p{N}.,])\d+(?:\.\d+)?/gu),
  ];
  const inDigits = written.flatMap(({ 0: number, index }) => {
    const value = Number(number.replaceAll(',', ''));
    return Number.isFinite(value) ? [{ value, start: index, end: index + number.length }] : [];
  });
  return [...inDigits, ...spokenIn(words)].sort((a, b) => a.start - b.start);
}

function spokenIn(words: readonly Word[]): FoundNumber[] {
  const found: FoundNumber[] = [];
  let index = 0;
  while (index < words.length) {
    const read = readSpoken(words, index);
    if (read === undefined) index += 1;
    else {
      found.push(read.number);
      index = read.next;
    }
  }
  return found;
}

function readSpoken(words: readonly Word[], from: number): { number: FoundNumber; next: number } | undefined {
  let total = 0;
  let current: number | undefined;
  let index = from;
  let end = from;
  for (; index < words.length; index += 1) {
    const { plain } = words[index] as Word;
    const value = small.get(plain);
    const scale = scales.get(plain);
    if (value !== undefined) {
      // "Twenty five" is one number, "five six" are two.
      const isRound = current !== undefined && current % 100 === 0 && current + total > 0;
      const continues = current === undefined || isRound || isTens(current, value);
      if (!continues) break;
      current = (current ?? 0) + value;
    } else if (scale !== undefined && (current !== undefined || isArticle(words[index - 1]))) {
      const whole = (current ?? 1) * scale;
      if (scale >= 1000) {
        total += whole;
        current = 0;
      } else current = whole;
    } else if (!(plain === 'and' && current !== undefined && current % 100 === 0 && current + total > 0)) break;
    end = index + 1;
  }
  if (current === undefined && total === 0) return undefined;
  const last = plainAnd(words[end - 1]) ? end - 2 : end - 1;
  const span = { start: (words[from] as Word).start, end: (words[last] as Word).end };
  return { number: { value: total + (current ?? 0), ...span }, next: Math.max(end, from + 1) };
}

const isTens = (current: number, value: number): boolean => current % 100 >= 20 && current % 10 === 0 && value < 10;
const isArticle = (word: Word | undefined): boolean => word?.plain === 'a' || word?.plain === 'an';
const plainAnd = (word: Word | undefined): boolean => word?.plain === 'and';
