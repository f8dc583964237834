import type { Clause } from '../../media/reading/acts.ts';
import { amountsIn } from '../../media/reading/amounts.ts';
import type { ReadTurn } from './conversation.ts';

/** A day, an hour, a price, a size, or one of several things. */
const namesTerm = ({ acts, text }: Clause): boolean =>
  acts.has('terms') || amountsIn(text).some(({ value }) => value > 1);

/** "No, I don't want it", also in "I can't do Friday, and I don't want a visit"; "I don't want Friday" is none. */
const isOfThing = (clause: Clause): boolean =>
  !clause.isQuestion && (clause.acts.has('optOut') || (clause.acts.has('renounces') && !namesTerm(clause)));

/** "No, I want the other one", "No, make it two": another wish follows the no. */
const isAnotherWish = ({ acts, isNegative, isQuestion }: Clause): boolean =>
  !isNegative && !isQuestion && !acts.has('defers') && (acts.has('requests') || acts.has('moves'));

const isBare = ({ text }: Clause): boolean => text.split(/\s+/u).length <= 3;

/**
 * Returns whether a no of a turn declines a term of an offer and not the thing offered: "I can't do Friday", "Ninety is
 * too much", or "Nope" after "Friday?".
 */
export function declinesTerm(turn: ReadTurn, turns: readonly ReadTurn[]): boolean {
  if (turn.clauses.some(isOfThing)) return false;
  if (turn.clauses.some(namesTerm)) return true;
  if (turn.clauses.some(({ acts }) => acts.has('declines')) && turn.clauses.some(isAnotherWish)) return true;
  const offer = turns[turn.index - 1];
  return (
    offer !== undefined &&
    offer.speaker !== turn.speaker &&
    offer.clauses.some(({ acts, isQuestion }) => acts.has('terms') && (isQuestion || acts.has('offers'))) &&
    turn.clauses.every(isBare)
  );
}
