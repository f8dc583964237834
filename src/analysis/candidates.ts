import * as chrono from 'chrono-node';
import type { ReadTurn } from './conversation.ts';
import { numbersIn } from './numbers.ts';
import type { Facts, Field, Value } from './types.ts';
import { type Span, stemOf } from './words.ts';

/** A value that a turn names, whatever it answers. */
export interface Candidate extends Span {
  readonly turn: ReadTurn;
  readonly value: Value;
}

type Finder = (turn: ReadTurn, field: Field, facts: Facts) => Candidate[];

/** Values of the type of a field in one turn. Text needs a question first and is found elsewhere. */
export const findCandidates = (turn: ReadTurn, field: Field, facts: Facts): Candidate[] =>
  (finders[field.type] ?? none)(turn, field, facts);

const none: Finder = () => [];

const finders: Partial<Record<Field['type'], Finder>> = { date: datesIn, number: numbersOf, enum: optionsIn };

function datesIn(turn: ReadTurn, _field: Field, { calledAt, utcOffsetMinutes }: Facts): Candidate[] {
  const reference = { instant: new Date(calledAt), timezone: utcOffsetMinutes };
  return chrono.parse(turn.text, reference, { forwardDate: true }).flatMap(({ index, text, start }) => {
    const isDay = start.isCertain('day') || start.isCertain('weekday');
    if (!isDay) return [];
    const parts = [start.get('year'), start.get('month'), start.get('day')].map((part) =>
      String(part).padStart(2, '0'),
    );
    const day = parts.join('-');
    const time = `${twoDigits(start.get('hour'))}:${twoDigits(start.get('minute'))}`;
    const value = start.isCertain('hour') ? `${day}T${time}` : day;
    return [{ turn, value, start: index, end: index + text.length }];
  });
}

const twoDigits = (part: number | null): string => String(part ?? 0).padStart(2, '0');

function numbersOf(turn: ReadTurn): Candidate[] {
  return numbersIn(turn.text, turn.words).map(({ value, start, end }) => ({ turn, value, start, end }));
}

/** The options of an enum that are named, word for word but for their endings. */
function optionsIn(turn: ReadTurn, { options }: Field): Candidate[] {
  const stems = turn.words.map(({ plain }) => stemOf(plain));
  return options.flatMap((option) => {
    const wanted = option
      .toLowerCase()
      .split(/[^\p{L}\p{N}']+/u)
      .filter((word) => word !== '')
      .map(stemOf);
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
