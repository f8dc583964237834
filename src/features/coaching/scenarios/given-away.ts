import { sentencesOf } from '../../../../media/text/sentences.ts';
import { plainWords } from '../../../../media/text/words.ts';

/** Normalises a text to its words and numbers, separated by single spaces. */
const plainOf = (text: string): string => ` ${plainWords(text, { inside: '' }).join(' ')} `;

/** A single word such as "yes" reveals nothing. */
const isTelling = (plain: string): boolean => plain.trim().includes(' ') || /\d{2}/.test(plain);

const sentences = (line: string): string[] => sentencesOf(line, { anyStart: true });
const least = { words: 3, share: 0.75, letters: 4 } as const;

/**
 * Returns whether a text contains a sentence: three quarters of its longer words, or a number with the word after it.
 */
function sentenceIn(plain: string, sentence: string): boolean {
  const plainSentence = plainOf(sentence);
  if (isTelling(plainSentence) && plain.includes(plainSentence)) return true;
  const words = plainSentence.trim().split(' ');
  if (words.some((word, at) => /\d{2}/.test(word) && plain.includes(` ${[word, words[at + 1]].join(' ').trim()} `)))
    return true;
  const long = [...new Set(words.filter((word) => word.length >= least.letters))];
  const shared = long.filter((word) => plain.includes(` ${word} `)).length;
  return shared >= least.words && shared >= least.share * long.length;
}

/**
 * Returns the key of a hidden fact whose value the text contains, or the sentence of prose; undefined if it contains
 * none.
 */
export function givenAway(text: string, hidden: Readonly<Record<string, unknown>> | string): string | undefined {
  const plain = plainOf(text);
  if (typeof hidden === 'string')
    return hidden
      .split('\n')
      .flatMap(sentences)
      .find((sentence) => sentenceIn(plain, sentence));
  return Object.entries(hidden).find(([, stated]) => {
    const value = typeof stated === 'object' && stated !== null && 'value' in stated ? stated.value : stated;
    if (typeof value !== 'string' && typeof value !== 'number') return false;
    const fact = plainOf(String(value));
    return isTelling(fact) && plain.includes(fact);
  })?.[0];
}
