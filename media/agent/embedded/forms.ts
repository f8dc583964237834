import { patternOf } from '../../language/match.ts';
import { plainOf } from './spoken.ts';

const service = patternOf(({ agent }) => agent?.forms.service, '');
const declining = patternOf(({ agent }) => agent?.forms.declining, '');
const correcting = patternOf(({ agent }) => agent?.forms.correcting, '');

const interrogative = patternOf(({ agent }) => agent?.forms.interrogative, '');
const proposal = patternOf(({ agent }) => agent?.forms.proposal, '');

/** A question inside words without punctuation. */
const inner = patternOf(({ agent }) => agent?.forms.inner, '');

/** Returns whether the caller asks for information, rather than answering or requesting a service. */
export const asksForInformation = (text: string): boolean =>
  text.split(/[,.;!]+\s/).some((clause) => {
    const plain = plainOf(clause);
    return (interrogative.test(plain) || inner.test(plain)) && !proposal.test(plain);
  });

/** Returns the text without the clauses that ask for information. */
export const withoutQuestions = (text: string): string =>
  text
    .split(/(?<=[,.;!?]\s)/)
    .filter((clause) => !asksForInformation(clause))
    .join('')
    .trim();

/** Returns whether a clause of the text asks for information. */
export const hasQuestion = (text: string): boolean => withoutQuestions(text) !== text.trim();

/** Returns whether the caller requests something that the script does not cover. */
export const asksForService = (text: string): boolean => service.test(plainOf(text));

/** Returns whether the caller cannot or does not want to answer. */
export const declines = (text: string): boolean => declining.test(plainOf(text));

const clauseEnd = patternOf(({ agent }) => agent?.goals.clauseEnd);
const negating = patternOf(({ agent }) => agent?.forms.negating, '');
const reporting = patternOf(({ agent }) => agent?.forms.reporting, '');

/** Returns whether the words deny something. */
export const negates = (text: string): boolean => negating.test(plainOf(text));

/** Returns whether the words are about what has happened, rather than a wish. */
export const reports = (text: string): boolean => reporting.test(plainOf(text));

/** Returns the clauses that deny nothing. */
export const affirmedIn = (text: string): string =>
  negates(text)
    ? text
        .split(clauseEnd)
        .filter((clause) => !negates(clause))
        .join(', ')
    : text;

/** Returns whether the words are a question of any kind. */
export const isInterrogative = (text: string): boolean => interrogative.test(plainOf(text));

/** Returns whether the words revoke an earlier answer. */
export const corrects = (text: string): boolean => correcting.test(plainOf(text));
