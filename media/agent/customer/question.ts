import { hear } from './heard.ts';
import { contentOf, plain, stemsOf, wordsOf } from './words.ts';

/** The last question in an agent turn. */
export interface AskedQuestion {
  readonly text: string;
  /**
   * `confirm`: asks whether something was understood correctly. `common`: asks for something everybody has, such as a
   * name or a number.
   */
  readonly kind: 'help' | 'anything_else' | 'how_are_you' | 'confirm' | 'still' | 'common' | 'other';
  /** Its content words, in order. */
  readonly about: readonly string[];
  /** What everybody has, such as `name`; only of the kind `common`. */
  readonly topic?: string;
}

/** Returns the last question as a simulated customer understands it, or undefined if the turn has none. */
export function questionIn(languageCode: string, text: string): AskedQuestion | undefined {
  const words = wordsOf(languageCode);
  const question = hear(words, { text, ended: false }).questions.at(-1);
  if (question === undefined) return undefined;
  const plainQuestion = plain(question);
  const kinds = [
    ['still', words.is.still],
    ['anything_else', words.is.anythingElse],
    ['help', words.is.help],
    ['how_are_you', words.is.howAreYou],
    ['confirm', words.is.confirm],
  ] as const;
  const topic = words.common.find(({ pattern }) => pattern.test(plainQuestion))?.kind;
  const kind =
    kinds.find(([, pattern]) => pattern.test(plainQuestion))?.[0] ?? (topic === undefined ? 'other' : 'common');
  const stems = new Set(contentOf(words, question));
  const about = plainQuestion.split(' ').filter((word) => stemsOf(word).some((stem) => stems.has(stem)));
  return {
    text: question,
    kind,
    about: [...new Set(about)],
    ...(kind === 'common' && topic !== undefined && { topic }),
  };
}
