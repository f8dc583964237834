import { languages } from '../../language/languages.ts';
import { patternOf } from '../../language/match.ts';
import { plainWords } from '../../text/words.ts';

const hesitation = patternOf(({ agent }) => agent?.spoken.hesitation, 'g');

const contractions = new Map(languages.flatMap(({ text }) => Object.entries(text?.contractions?.entries ?? {})));

/** Normalises text for comparison: lower case, straight apostrophes, no punctuation except inside words and numbers. */
export function plainOf(text: string): string {
  const clock = text.toLowerCase().replace(/(?<=\b[ap])\.\s?m\b\.?/g, 'm');
  return plainWords(clock, { inside: "'@+:/.-", edges: '@+' })
    .join(' ')
    .replace(hesitation, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[a-z]+/g, (word) => contractions.get(word) ?? word);
}

export const wordsOf = (text: string): readonly string[] => {
  const plain = plainOf(text);
  return plain === '' ? [] : plain.split(' ');
};

/** Returns the number of edits between two words: insertions, deletions, substitutions and swaps of neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, beforeLast[j - 2]! + 1);
      row[j] = least;
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/** Returns 1 for equal words, 0 for words with nothing in common. */
export const likeness = (a: string, b: string): number =>
  a === b ? 1 : 1 - editDistance(a, b) / Math.max(a.length, b.length, 1);
