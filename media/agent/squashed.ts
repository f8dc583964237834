import { entriesOf } from '../language/languages.ts';
import { numberWords } from '../language/number-words.ts';
import { folded, plainWords } from '../text/words.ts';

/** Single letters belong to a code, so they are not read as digits. */
const digitWords = new Map([...numberWords.digits].filter(([word]) => word.length > 1));
/** Spoken names of the punctuation in addresses and codes. */
const signWords = new Set(entriesOf(({ agent }) => agent?.squashed.signWords));

/**
 * Reduces text to lower-case letters and digits, with spoken digits as numerals, so that a value has the same form
 * however it is spoken.
 */
export function squashed(text: string): string {
  let result = '';
  let times = 1;
  for (const word of wordsIn(text)) {
    if (signWords.has(word)) continue;
    const repeat = numberWords.repeats.get(word);
    if (repeat !== undefined) {
      times = repeat;
      continue;
    }
    result += (digitWords.get(word) ?? word).repeat(times);
    times = 1;
  }
  return result;
}

/** Splits text into words without accents, at every punctuation mark. */
export const wordsIn = (text: string): readonly string[] => plainWords(folded(text), { inside: '' });
