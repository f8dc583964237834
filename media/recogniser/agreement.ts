import { bareWord } from '../text/words.ts';

/** What has been shown of an open utterance, and the hypothesis that the next one is compared with. */
export interface Agreement {
  readonly shown: readonly string[];
  readonly last: readonly string[];
}

export const noAgreement: Agreement = { shown: [], last: [] };

/**
 * Shows a word once two successive hypotheses have it in the same place, whatever its case and punctuation. What is shown is never
 * revoked: the text of an agreement begins with the text of the one before.
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
  const known = shown.map((word, i) => (i === shown.length - 1 ? punctuated(word, hypothesis[i]!) : word));
  return { shown: [...known, ...hypothesis.slice(shown.length, common)], last: hypothesis };
}

/** The words shown; the last one without its punctuation, which is final only at the end. */
export function agreedText({ shown }: Agreement): string {
  return shown.map((word, i) => (i === shown.length - 1 ? unpunctuated(word) : word)).join(' ');
}

const unpunctuated = (word: string): string => word.replace(/[^\p{L}\p{N}]+$/u, '') || word;

/** The last word shown takes its punctuation now that more words follow. */
function punctuated(word: string, newer: string): string {
  return unpunctuated(newer) === unpunctuated(word) ? newer : unpunctuated(word);
}
