import { bareWord } from '../text/words.ts';

/** Words shown for an open utterance, and the hypothesis to compare the next one with. */
export interface Agreement {
  readonly shown: readonly string[];
  readonly last: readonly string[];
}

export const noAgreement: Agreement = { shown: [], last: [] };

/**
 * Shows a word once two successive hypotheses contain it at the same position, ignoring case and punctuation. Shown
 * words are never revoked: each agreed text begins with the previous one.
 */
export function agree({ shown, last }: Agreement, hypothesis: readonly string[]): Agreement {
  let common = 0;
  while (
    common < hypothesis.length &&
    common < last.length &&
    bareWord(hypothesis[common]!) === bareWord(last[common]!)
  ) {
    common += 1;
  }
  if (common <= shown.length) return { shown, last: hypothesis };
  const knownWords = shown.map((word, i) => (i === shown.length - 1 ? punctuated(word, hypothesis[i]!) : word));
  return { shown: [...knownWords, ...hypothesis.slice(shown.length, common)], last: hypothesis };
}

/** Returns the shown words. The last one has no punctuation, which becomes final only at the end. */
export function agreedText({ shown }: Agreement): string {
  return shown.map((word, i) => (i === shown.length - 1 ? unpunctuated(word) : word)).join(' ');
}

const unpunctuated = (word: string): string => word.replace(/[^\p{L}\p{N}]+$/u, '') || word;

/** Adds the punctuation of the last shown word now that more words follow. */
function punctuated(word: string, newer: string): string {
  return unpunctuated(newer) === unpunctuated(word) ? newer : unpunctuated(word);
}
