import type { LikelyPhrase } from '../line/speech.ts';
import { plainWords } from '../text/words.ts';
import type { OverlapVocabulary } from './overlap-vocabulary.ts';

/** Words over a reply as recognised. */
export interface Heard {
  readonly text: string;
  /** Mean confidence of the recogniser, from 0 to 1. */
  readonly confidence: number;
  /** Absent or empty if the recogniser reports no single words. */
  readonly words?: readonly { readonly text: string; readonly confidence: number }[];
  /** Likely caller phrases that match the speech; absent if none were tried. */
  readonly likely?: readonly LikelyPhrase[];
}

export interface Token {
  readonly text: string;
  readonly confidence: number;
  /** Whether it consists of spelled letters: "TK", "P.K.", "G-I-T". */
  readonly spelled: boolean;
}

const spelledWord = /^\p{Lu}{2,3}$|^\p{L}(?:[.-]\p{L})+$/u;

/** Returns the words of a text in lower case, without punctuation. */
export function tokensOf({ text, confidence, words = [] }: Heard): Token[] {
  const knownWords = words.length > 0 ? words : [{ text, confidence }];
  return knownWords.flatMap((word) => {
    const bare = word.text.replace(/[^\p{L}\p{N}]+$/u, '');
    const spelled = spelledWord.test(bare);
    const parts = spelled ? [bare.toLowerCase()] : plainWords(word.text);
    return parts.map((part) => ({ text: part, confidence: word.confidence, spelled }));
  });
}

/** Returns the tokens that are not part of a filler. */
export function withoutFillers({ fillerPhrases, isFiller }: OverlapVocabulary, tokens: readonly Token[]): Token[] {
  const rest: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const phrase = fillerPhrases.find((words) => words.every((word, i) => tokens[at + i]?.text === word));
    if (phrase !== undefined) at += phrase.length;
    else {
      const token = tokens[at] as Token;
      if (!isFiller(token.text)) rest.push(token);
      at += 1;
    }
  }
  return rest;
}
