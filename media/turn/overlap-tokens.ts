import type { LikelyPhrase } from '../line/speech.ts';
import { plainWords } from '../text/words.ts';
import type { OverlapVocabulary } from './overlap-vocabulary.ts';

/** Words over a reply, as a recogniser understood them. */
export interface Heard {
  readonly text: string;
  /** Mean of the recogniser's, 0 to 1. */
  readonly confidence: number;
  /** Absent or empty where only the whole is known. */
  readonly words?: readonly { readonly text: string; readonly confidence: number }[];
  /** Of the phrases that callers are likely to say, those that it may have been; absent where none were tried. */
  readonly likely?: readonly LikelyPhrase[];
}

export interface Token {
  readonly text: string;
  readonly confidence: number;
  /** Letters that were read out: "TK", "P.K.", "G-I-T". */
  readonly spelled: boolean;
}

const spelledWord = /^\p{Lu}{2,3}$|^\p{L}(?:[.-]\p{L})+$/u;

/** The words of a text, lower case, without punctuation. */
export function tokensOf({ text, confidence, words = [] }: Heard): Token[] {
  const known = words.length > 0 ? words : [{ text, confidence }];
  return known.flatMap((word) => {
    const bare = word.text.replace(/[^\p{L}\p{N}]+$/u, '');
    const spelled = spelledWord.test(bare);
    const parts = spelled ? [bare.toLowerCase()] : plainWords(word.text);
    return parts.map((part) => ({ text: part, confidence: word.confidence, spelled }));
  });
}

/** What is left without fillers. */
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
