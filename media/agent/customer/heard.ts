import { sentencesOf } from '../../text/sentences.ts';
import type { AgentTurn } from './plan.ts';
import { type CustomerWords, plain } from './words.ts';

/** An agent turn as the customer understands it. */
export interface Heard {
  readonly turn: AgentTurn;
  readonly plain: string;
  readonly sentences: readonly string[];
  /** In order. The customer answers the last one. */
  readonly questions: readonly string[];
  readonly statements: readonly string[];
  readonly isEvasive: boolean;
}

export function hear(words: CustomerWords, turn: AgentTurn): Heard {
  const sentences = sentencesOf(turn.text);
  const isQuestion = (sentence: string): boolean => {
    if (/\?["')\]”’]*$/u.test(sentence)) return true;
    const [first] = plain(sentence).split(' ');
    return first !== undefined && !/[.!]["')\]”’]*$/u.test(sentence) && words.openers.has(first);
  };
  const questions = sentences.filter((one) => isQuestion(one) || words.is.help.test(plain(one)));
  return {
    turn,
    plain: plain(turn.text),
    sentences,
    questions,
    statements: sentences.filter((one) => !questions.includes(one)),
    isEvasive: words.evasive.test(plain(turn.text)),
  };
}
