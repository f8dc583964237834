import { languages } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import { amountsIn } from '../../media/reading/amounts.ts';
import { standingIn } from '../../media/reading/standing.ts';
import { looseStem } from '../../media/text/stem.ts';
import type { Span } from '../../media/text/words.ts';
import { plainWords } from '../../media/text/words.ts';
import type { ReadTurn } from './conversation.ts';
import { momentsOf, standingOf } from './moments-of-turn.ts';
import type { Facts, Field, Value } from './types.ts';

/** A value named in a turn, whether or not it answers a question about the field. */
export interface Candidate extends Span {
  readonly turn: ReadTurn;
  readonly value: Value;
  /** Whether the turn denies or replaces the value: "not Friday", "Friday, no, Saturday". */
  readonly isTakenBack: boolean;
  /** Whether the words name two limits, of which `value` is the upper one. */
  readonly isRange?: boolean;
}

type Finder = (turn: ReadTurn, field: Field, facts: Facts) => Candidate[];

/**
 * Returns the values in one turn that match the field's type. Text fields have no candidates here: they need a
 * preceding question (see `findText`).
 */
export const findCandidates = (turn: ReadTurn, field: Field, facts: Facts): Candidate[] =>
  (finders[field.type] ?? none)(turn, field, facts);

const none: Finder = () => [];

const finders: Partial<Record<Field['type'], Finder>> = {
  date: datesIn,
  time: timesOf,
  number: numbersOf,
  enum: optionsIn,
};

function datesIn(turn: ReadTurn, _field: Field, facts: Facts): Candidate[] {
  const standings = standingOf(turn, facts);
  return momentsOf(turn, facts).flatMap(({ day, time, start, end }, index) => {
    if (day === undefined) return [];
    const value = time === undefined ? day : `${day}T${time}`;
    return [{ turn, value, start, end, isTakenBack: standings[index] !== 'stands' }];
  });
}

function timesOf(turn: ReadTurn, _field: Field, facts: Facts): Candidate[] {
  const standings = standingOf(turn, facts);
  return momentsOf(turn, facts).flatMap(({ time, start, end }, index) =>
    time === undefined ? [] : [{ turn, value: time, start, end, isTakenBack: standings[index] !== 'stands' }],
  );
}

/**
 * Returns numbers that count something. Excludes parts of dates and times and, unless the field is about time,
 * durations such as "10 years" and "over the past 3".
 */
function numbersOf(turn: ReadTurn, field: Field, facts: Facts): Candidate[] {
  const moments = momentsOf(turn, facts);
  const isOfTime = timeField.test(`${field.name} ${field.description}`);
  const isOfMoney = moneyField.test(`${field.name} ${field.description}`);
  const amounts = amountsIn(turn.text);
  const standings = standingIn(turn.text, amounts);
  return amounts.flatMap(({ value, high, isMoney, start, end }, index) => {
    const isMoment = !isMoney && overlapsOne(moments, { start, end });
    const before = turn.text.slice(Math.max(0, start - longestPhrase), start);
    const isSpan = spanBefore.test(before) || unitAfter.test(turn.text.slice(end, end + longestPhrase));
    if (isMoment || (!isOfTime && isSpan)) return [];
    const after = turn.text.slice(end, end + longestPhrase);
    const isOther = isShare(turn.text.slice(start, end)) || shareAfter.test(after) || countsThings(after);
    if (isOfMoney && !isMoney && isOther) return [];
    if (isElsewhere(turn, start)) return [];
    const isTakenBack = standings[index] !== 'stands';
    return [{ turn, value: high ?? value, start, end, isTakenBack, isRange: high !== undefined }];
  });
}

const moneyField = patternOf(({ reading }) => reading?.amounts?.moneyField);
const mayFollow: ReadonlySet<string> = new Set(languages.flatMap(({ reading }) => reading?.amounts?.mayFollow ?? []));

const shareAfter = patternOf(({ reading }) => reading?.amounts?.shares);
const parts: ReadonlySet<string> = new Set(
  languages.flatMap(({ reading }) => Object.keys(reading?.amounts?.fractions ?? {})),
);

/** Whether the last word of a number is a part of something: "half", "three quarters". */
const isShare = (words: string): boolean => parts.has(words.toLowerCase().split(/\s+/).at(-1) ?? '');

/** Whether a noun follows a number: "six figures", "two million children". */
function countsThings(after: string): boolean {
  const next = /^\s+(\p{L}[\p{L}'’]*)/u.exec(after)?.[1];
  return next !== undefined && !mayFollow.has(next.toLowerCase());
}

/** Whether a place is in a clause about the past, about others or about a condition. */
function isElsewhere({ clauses }: ReadTurn, at: number): boolean {
  const clause = clauses.find(({ start, end }) => at >= start && at < end);
  return clause !== undefined && (clause.isPast || clause.isOthers || clause.isReported || clause.isFailed);
}

/** Moments are in order; the two of a range may share one span. */
function overlapsOne(moments: readonly Span[], { start, end }: Span): boolean {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as Span).end <= start) low = middle + 1;
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
  const named = options
    .flatMap((option) => {
      const wanted = plainWords(option, { inside: "'" }).map(looseStem);
      if (wanted.length === 0) return [];
      return stems.flatMap((_, index) => {
        const last = turn.words[index + wanted.length - 1];
        const isHere = wanted.every((stem, offset) => stems[index + offset] === stem);
        return isHere && last !== undefined ? [{ value: option, start: turn.words[index]!.start, end: last.end }] : [];
      });
    })
    .sort((a, b) => a.start - b.start);
  const standings = standingIn(turn.text, named);
  return named.map((option, index) => ({ ...option, turn, isTakenBack: standings[index] !== 'stands' }));
}
