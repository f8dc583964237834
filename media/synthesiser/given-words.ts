import type { Pronunciation } from '../line/speech.ts';
import { normalise } from './normalise/normalise.ts';
import type { GivenWords, NormaliseOptions } from './normalise/rule.ts';
import { addS } from './phonemes/inflection.ts';
import { readPhonemes } from './phonemes/ipa.ts';
import { pronunciationAt } from './pronunciations.ts';
import type { SpokenToken } from './spoken-token.ts';

const possessive = /^['’]s(?![\p{L}\p{M}\p{N}])/u;

/** Returns a reader for words with a custom pronunciation, including their possessive forms. */
export const givenWords =
  (pronunciations: readonly Pronunciation[], options: NormaliseOptions): GivenWords =>
  (text, at) => {
    const pronunciation = pronunciationAt(text, at, pronunciations);
    if (pronunciation === undefined) return undefined;
    const isPossessive = possessive.test(text.slice(pronunciation.end, pronunciation.end + 3));
    const tokens = tokensOf(pronunciation.pronunciation, text.slice(at, pronunciation.end), isPossessive, options);
    return tokens && { end: pronunciation.end + (isPossessive ? 2 : 0), tokens };
  };

function tokensOf(
  { phonemes, respelling = '' }: Pronunciation,
  text: string,
  isPossessive: boolean,
  options: NormaliseOptions,
): readonly SpokenToken[] | undefined {
  if (phonemes === undefined) {
    // Capitals mark stress in a respelling, but would be spelled out in text.
    const spelling = respelling.toLowerCase();
    return normalise(isPossessive ? `${spelling}'s` : spelling, options).flatMap((reading) => reading.tokens);
  }
  const read = readPhonemes(phonemes);
  if ('unknown' in read) return undefined;
  return [{ kind: 'word', text, phonemes: isPossessive ? addS(read.symbols) : read.symbols }];
}
