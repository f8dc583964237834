import { patternOf } from '../../language/match.ts';
import { plainOf } from './spoken.ts';

const service = patternOf(({ agent }) => agent?.forms.service, '');
const declining = patternOf(({ agent }) => agent?.forms.declining, '');
const correcting = patternOf(({ agent }) => agent?.forms.correcting, '');

const interrogative = patternOf(({ agent }) => agent?.forms.interrogative, '');
const proposal = patternOf(({ agent }) => agent?.forms.proposal, '');

/** A question in the middle of words that have no punctuation. */
const inner = patternOf(({ agent }) => agent?.forms.inner, '');

/** Whether the caller asks for information, rather than answering or asking for a service. */
export const asksForInformation = (text: string): boolean =>
  text.split(/[,.;!]+\s/).some((clause) => {
    const plain = plainOf(clause);
    return (interrogative.test(plain) || inner.test(plain)) && !proposal.test(plain);
  });

/** Whether the caller wants something done that is not in the script. */
export const asksForService = (text: string): boolean => service.test(plainOf(text));

/** Whether the caller will not or cannot answer. */
export const declines = (text: string): boolean => declining.test(plainOf(text));

/** Whether the words revoke an earlier answer. */
export const corrects = (text: string): boolean => correcting.test(plainOf(text));
