import { patternOf } from '../language/match.ts';
import { type Clause, clausesIn } from './acts.ts';
import { amountsIn } from './amounts.ts';

const finite = patternOf(({ reading }) => reading?.acts.finite);

/** How a phrase has to be said for a text to state it. */
export interface Wanted {
  /** "We do not charge a fee" is said by a denial. */
  readonly isNegative: boolean;
  /** "We will check whether a refund is due" is said in such words. */
  readonly isWithheld: boolean;
  /** Whether a question counts: "How can I help?", and words without a verb such as "callback number". */
  readonly mayBeAsked: boolean;
  /** The amounts of the phrase; a text has to name all of them. */
  readonly values: readonly number[];
}

export const wantedOf = (phrase: string): Wanted => {
  const clauses = clausesIn(phrase);
  const amounts = amountsIn(phrase);
  return {
    isNegative: clauses.some(({ isNegative }) => isNegative),
    isWithheld: clauses.some(({ isWithheld }) => isWithheld),
    mayBeAsked: clauses.some(({ isQuestion, acts }) => isQuestion || acts.has('wrapsUp')) || !finite.test(phrase),
    values: amounts.flatMap(({ value, high }) => (high === undefined ? [value] : [value, high])),
  };
};

/** Returns whether a clause says its words in the way that a phrase wants. */
export const isSaidAs = ({ isNegative, isWithheld, mayBeAsked }: Wanted, clause: Clause): boolean =>
  clause.isNegative === isNegative &&
  (isWithheld || !clause.isWithheld) &&
  !clause.isFailed &&
  !clause.isReported &&
  (!clause.isQuestion || clause.isTagged || (mayBeAsked && !isNegative));

/** Returns whether the clauses name every amount of a phrase: "$40" and "forty dollars" are the same. */
export function hasValues({ values }: Wanted, text: string): boolean {
  if (values.length === 0) return true;
  const said = amountsIn(text).flatMap(({ value, high }) => (high === undefined ? [value] : [value, high]));
  return values.every((value) => said.includes(value));
}

/** Returns the text with its amounts left out. */
export function withoutAmounts(text: string): string {
  let rest = '';
  let at = 0;
  for (const { start, end } of amountsIn(text)) {
    rest += `${text.slice(at, start)} `;
    at = end;
  }
  return rest + text.slice(at);
}
