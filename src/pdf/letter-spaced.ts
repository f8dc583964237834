import type { TextItem } from './text-item.ts';

/** Letters of a heading that are drawn apart: "C H A I R M A N". */
const leastLetters = 5;
/** A gap this much wider than the usual one between letters separates words. */
const wordGap = 1.6;

/**
 * Returns the text of a line whose letters are drawn apart for effect as words, and any other text unchanged. Single
 * letters in alphabetical order, as in the heading of a table, stay apart.
 */
export function withoutLetterSpacing(text: string, items: readonly TextItem[]): string {
  const letters = text.trim().split(/\s+/);
  if (!areLetters(letters)) return text;
  const words = items.every((item) => item.text.trim().length === 1)
    ? wordsByGaps(items)
    : items.flatMap((item) => item.text.trim().split(/\s{2,}/));
  return words.map((word) => word.replaceAll(/\s+/g, '')).join(' ');
}

function areLetters(tokens: readonly string[]): boolean {
  const letters = tokens.filter((token) => /^\p{L}$/u.test(token));
  if (letters.length < leastLetters || !tokens.every((token) => /^.\p{M}*$/u.test(token))) return false;
  const isList = letters.every((letter, i) => i === 0 || following(letters[i - 1] as string) === letter);
  return !isList && new Set(letters).size > 2;
}

const following = (letter: string): string => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 1);

/** Joins the letters of items at usual gaps, and separates words at wider ones. */
function wordsByGaps(items: readonly TextItem[]): string[] {
  const gaps = items.slice(1).map((item, i) => item.x - ((items[i]?.x ?? 0) + (items[i]?.width ?? 0)));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  const words: string[] = [];
  for (const [i, { text, size }] of items.entries()) {
    const isNext = i > 0 && (gaps[i - 1] as number) <= Math.max(usual * wordGap, usual + 0.1 * size);
    if (isNext) words.push(`${words.pop()}${text}`);
    else words.push(text);
  }
  return words;
}
