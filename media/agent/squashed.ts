import { entriesOf } from '../language/languages.ts';

const digitWords: Readonly<Record<string, string>> = {
  ...{ zero: '0', oh: '0', nought: '0', one: '1', two: '2', three: '3', four: '4' },
  ...{ five: '5', six: '6', seven: '7', eight: '8', nine: '9' },
};
/** How people read the signs of addresses and codes aloud. */
const signWords = new Set(entriesOf(({ agent }) => agent?.squashed.signWords));
const repeats: Readonly<Record<string, number>> = { double: 2, triple: 3 };

/** Letters and digits only, in lower case, with digits that are read out as digits: one form for a value however it is spoken. */
export function squashed(text: string): string {
  let result = '';
  let times = 1;
  for (const word of wordsIn(text)) {
    if (signWords.has(word)) continue;
    const repeat = repeats[word];
    if (repeat !== undefined) {
      times = repeat;
      continue;
    }
    result += (digitWords[word] ?? word).repeat(times);
    times = 1;
  }
  return result;
}

/** Words in lower case without their accents. */
export const wordsIn = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];
