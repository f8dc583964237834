import { patternOf } from '../../media/language/match.ts';
import { looseStem } from '../../media/text/stem.ts';
import type { Span } from '../../media/text/words.ts';
import { plainWords } from '../../media/text/words.ts';
import type { ReadTurn } from './conversation.ts';
import type { Moment } from './moments.ts';
import { momentsOf } from './moments-of-turn.ts';
import { numbersIn } from './numbers.ts';
import type { Facts, Field, Value } from './types.ts';

/** A value named in a turn, whether or not it answers a question about the field. */
export interface Candidate extends Span {
  readonly turn: ReadTurn;
  readonly value: Value;
}

type Finder = (turn: ReadTurn, field: Field, facts: Facts) => Candidate[];

/**
 * Returns the values in one turn that match the field's type. Text fields have no candidates here: they need a
 * preceding question (see `findText`).
 */
export const findCandidates = (turn: ReadTurn, field: Field, facts: Facts): Candidate[] =>
  (finders[field.type] ?? none)(turn, field, facts);

const none: Finder = () => [];

const finders: Partial<Record<Field['type'], Finder>> = { date: datesIn, number: numbersOf, enum: optionsIn };

function datesIn(turn: ReadTurn, _field: Field, facts: Facts): Candidate[] {
  return momentsOf(turn, facts).flatMap((moment) => {
    const value = dateOf(moment);
    return value === undefined ? [] : [{ turn, value, start: moment.start, end: moment.end }];
  });
}

const dateOf = ({ day, time }: Moment): string | undefined =>
  day === undefined || time === undefined ? day : `${day}T${time}`;

/**
 * Returns numbers that count something. Excludes parts of dates and times and, unless the field is about time,
 * durations such as "10 years" and "over the past 3".
 */
function numbersOf(turn: ReadTurn, field: Field, facts: Facts): Candidate[] {
  const moments = momentsOf(turn, facts);
  const isOfTime = timeField.test(`${field.name} ${field.description}`);
  return numbersIn(turn.text, turn.words).flatMap(({ value, start, end }) => {
    const isMoment = overlapsOne(moments, { start, end });
    const before = turn.text.slice(Math.max(0, start - longestPhrase), start);
    const isSpan = spanBefore.test(before) || unitAfter.test(turn.text.slice(end, end + longestPhrase));
    return isMoment || (!isOfTime && isSpan) ? [] : [{ turn, value, start, end }];
  });
}

/** Moments are in order; the two of a range may share one span. */
function overlapsOne(moments: readonly Moment[], { start, end }: Span): boolean {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as Moment).end <= start) low = middle + 1;
    else high = middle;
  }
  const first = moments[low];
  return first !== undefined && first.start < end;
}

/** Bounds the text around a number that is read, in characters: more than the longest phrase of a duration. */
const longestPhrase = 60;

const timeField = patternOf(({ analysis }) => analysis?.candidates.timeField);
const spanBefore = patternOf(({ analysis }) => analysis?.candidates.spanBefore);
const unitAfter = patternOf(({ analysis }) => analysis?.candidates.unitAfter);

/** Returns the enum options named in the turn. Words must match except for their endings. */
function optionsIn(turn: ReadTurn, { options }: Field): Candidate[] {
  const stems = turn.words.map(({ plain }) => looseStem(plain));
  return options.flatMap((option) => {
    const wanted = plainWords(option, { inside: "'" }).map(looseStem);
    if (wanted.length === 0) return [];
    return stems.flatMap((_, index) => {
      const last = turn.words[index + wanted.length - 1];
      const isHere = wanted.every((stem, offset) => stems[index + offset] === stem);
      return isHere && last !== undefined
        ? [{ turn, value: option, start: turn.words[index]!.start, end: last.end }]
        : [];
    });
  });
}
