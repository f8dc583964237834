import { patternOf } from '../../media/language/match.ts';
import { type Moment, momentsIn } from '../../media/reading/moments.ts';
import { type Standing, standingIn } from '../../media/reading/standing.ts';
import { timesIn } from '../../media/reading/times.ts';
import type { ReadTurn } from './conversation.ts';
import type { Facts } from './types.ts';

interface Read {
  readonly facts: Facts;
  readonly moments: readonly Moment[];
  readonly standings: readonly Standing[];
}

const known = new WeakMap<ReadTurn, Read>();

const asksHour = patternOf(({ reading }) => reading?.times?.asks);

const bareHour = patternOf(({ reading }) => reading?.times?.answers);

/** After "What time?", and after "Thursday at two?", a bare "seven" is an hour. */
const expectsHour = ({ text, question, before }: ReadTurn): boolean =>
  (question !== undefined && asksHour.test(question.text)) ||
  (before !== undefined && bareHour.test(text) && timesIn(before).length > 0);

/** Reads the moments of a turn once for all fields, which takes most of the time of an analysis. */
function readOf(turn: ReadTurn, facts: Facts): Read {
  const before = known.get(turn);
  if (before?.facts === facts) return before;
  const isHourExpected = expectsHour(turn);
  const moments = momentsIn(turn.text, facts, { isHourExpected });
  const read = { facts, moments, standings: standingIn(turn.text, moments) };
  known.set(turn, read);
  return read;
}

export const momentsOf = (turn: ReadTurn, facts: Facts): readonly Moment[] => readOf(turn, facts).moments;

/** Returns for each moment of a turn whether the turn itself denies or replaces it. */
export const standingOf = (turn: ReadTurn, facts: Facts): readonly Standing[] => readOf(turn, facts).standings;
