import { entriesOf } from '../language/languages.ts';
import { numberWords } from '../language/number-words.ts';
import { folded, plainWords } from '../text/words.ts';

/** A single letter is one of the code. */
const digitWords = new Map([...numberWords.digits].filter(([word]) => word.length > 1));
/** How people read the signs of addresses and codes aloud. */
const signWords = new Set(entriesOf(({ agent }) => agent?.squashed.signWords));

/** Letters and digits only, in lower case, with digits that are read out as digits: one form for a value however it is spoken. */
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

/** Words without their accents, parted by every sign. */
export const wordsIn = (text: string): readonly string[] => plainWords(folded(text), { inside: '' });
