import { numberWords } from '../../media/language/number-words.ts';
import type { Span, Word } from '../../media/text/words.ts';

const { quantities, scales, articles, joins } = numberWords;

export interface FoundNumber extends Span {
  readonly value: number;
}

/**
 * Returns the numbers in a text, in digits or words, with their positions: "1,250.50", "twenty five", "a hundred and
 * ten".
 */
export function numbersIn(text: string, words: readonly Word[]): FoundNumber[] {
  const written = [
    ...text.matchAll(
      /(?<![\p{L}\p{N}.])\d{1,3}(?:,\d{2,3})+(?:\.\d+)?(?!\p{N})|(?<![\p{L}\p{N}.,])\d+(?:\.\d+)?(?!\p{N})/gu,
    ),
  ];
  const inDigits = written.flatMap(({ 0: number, index }) => {
    const value = Number(number.replaceAll(',', ''));
    return Number.isFinite(value) ? [{ value, start: index, end: index + number.length }] : [];
  });
  return [...inDigits, ...spokenIn(words)].sort((a, b) => a.start - b.start);
}

function spokenIn(words: readonly Word[]): FoundNumber[] {
  const numbers: FoundNumber[] = [];
  let index = 0;
  while (index < words.length) {
    const read = readSpoken(words, index);
    if (read === undefined) index += 1;
    else {
      numbers.push(read.number);
      index = read.next;
    }
  }
  return numbers;
}

function readSpoken(words: readonly Word[], from: number): { number: FoundNumber; next: number } | undefined {
  let total = 0;
  let current: number | undefined;
  let index = from;
  let end = from;
  for (; index < words.length; index += 1) {
    const { plain } = words[index] as Word;
    const value = quantities.get(plain);
    const scale = scales.get(plain);
    if (value !== undefined) {
      // "Twenty five" is one number; "five six" is two.
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
    } else if (!(joins.has(plain) && current !== undefined && current % 100 === 0 && current + total > 0)) break;
    end = index + 1;
  }
  if (current === undefined && total === 0) return undefined;
  const last = isJoin(words[end - 1]) ? end - 2 : end - 1;
  const span = { start: (words[from] as Word).start, end: (words[last] as Word).end };
  return { number: { value: total + (current ?? 0), ...span }, next: Math.max(end, from + 1) };
}

const isTens = (current: number, value: number): boolean => current % 100 >= 20 && current % 10 === 0 && value < 10;
const isArticle = (word: Word | undefined): boolean => word !== undefined && articles.has(word.plain);
const isJoin = (word: Word | undefined): boolean => word !== undefined && joins.has(word.plain);
