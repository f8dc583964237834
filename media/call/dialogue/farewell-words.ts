import { entriesOf } from '../../language/languages.ts';
import { plainWords } from '../../text/words.ts';

const words = new Set(entriesOf(({ farewell }) => farewell?.words).flatMap((entry) => plainWords(entry)));

/**
 * Returns whether the caller says more than thanks and goodbye. Words that may belong to a farewell are not enough, also
 * if they form a question: "You too?"
 */
export const goesBeyondFarewell = (text: string): boolean => plainWords(text).some((word) => !words.has(word));
