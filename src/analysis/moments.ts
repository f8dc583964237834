import type { ParsedComponents, Parser, ParsingComponents, ParsingContext } from 'chrono-node';
import { Chrono, configuration } from 'chrono-node/en';
import { analysisWords, compiled } from '../../media/language/analysis-words.ts';
import { entriesOf } from '../../media/language/languages.ts';
import { spokenValue } from '../../media/language/number-words.ts';
import type { Span } from '../../media/text/words.ts';
import type { Facts } from './types.ts';

const words = compiled(analysisWords.moments);
const weekdays = entriesOf(({ numbers }) => numbers?.weekdays);

/** A day, a time of day, or both, named in a text. */
export interface Moment extends Span {
  /** YYYY-MM-DD; undefined if only a time is named. */
  readonly day: string | undefined;
  /** 24-hour HH:MM; undefined if no time is named. */
  readonly time: string | undefined;
}

/** Parses an hour or day written in digits or words. */
const numberOf = (text: string | undefined): number => {
  if (text === undefined) return 0;
  return /^\d/.test(text) ? Number(text) : spokenValue(text);
};

/** Sets a 24-hour time from a 12-hour one and its part of the day; without that part, the time stays as spoken. */
function clock(result: ParsingComponents, hour: number, minute: number, part: string | undefined) {
  const isLate = part !== undefined && words.late.test(part);
  const isEarly = part !== undefined && words.early.test(part);
  const isMidnight = part !== undefined && words.night.test(part) && hour === 12;
  const hours = isMidnight || (isEarly && hour === 12) ? 0 : isLate && hour < 12 ? hour + 12 : hour;
  if (hours > 23 || minute > 59) return null;
  result.assign('hour', hours).assign('minute', minute);
  if (isLate || isEarly) result.assign('meridiem', hours >= 12 ? 1 : 0);
  return result;
}

const dayMs = 86_400_000;

function calendar(result: ParsingComponents, day: Date) {
  return result
    .assign('year', day.getUTCFullYear())
    .assign('month', day.getUTCMonth() + 1)
    .assign('day', day.getUTCDate());
}

/** Returns the customer's local date of the conversation, as midnight UTC. */
function todayOf(context: ParsingContext): Date {
  const { instant, timezoneOffset } = context.reference as unknown as { instant: Date; timezoneOffset: number | null };
  const local = new Date(instant.getTime() + (timezoneOffset ?? 0) * 60_000);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()));
}

/** Returns the next date with this day of the month; a named month is kept. */
function onDay(today: Date, day: number, which: string | undefined): Date | undefined {
  if (day < 1 || day > 31) return undefined;
  const saysNext = which !== undefined && words.next.test(which);
  const isOpen = which === undefined || !(saysNext || words.this.test(which));
  const isNext = saysNext || (isOpen && day < today.getUTCDate());
  for (let ahead = isNext ? 1 : 0; ahead <= 2; ahead += 1) {
    const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, day));
    if (date.getUTCDate() === day) return date;
    if (!isOpen) return undefined;
  }
  return undefined;
}

const parsers: readonly Parser[] = [
  {
    // "The 12th", "12th of this month". Requires an article or a preposition: "my 2nd card" is not a date.
    pattern: () => words.dayOfMonth,
    extract: (context, match) => {
      const date = onDay(todayOf(context), numberOf(match[1] ?? match[2]), match[3]);
      if (date === undefined) return null;
      const lead = words.beforeDate.exec(match[0])?.[0].length ?? 0;
      const text = match[0].slice(lead);
      const parsed = context.createParsingResult((match.index ?? 0) + lead, text);
      calendar(parsed.start, date);
      return parsed;
    },
  },
  {
    pattern: () => words.dayOfNearMonth,
    extract: (context, match) => {
      const date = onDay(todayOf(context), numberOf(match[1] ?? match[2]), match[3]);
      return date === undefined ? null : calendar(context.createParsingComponents(), date);
    },
  },
  {
    // Weeks begin on Monday: on a Sunday, "Monday next week" is tomorrow.
    pattern: () => words.dayOfNearWeek,
    extract: (context, match) => {
      const today = todayOf(context);
      const wanted = (weekdays.indexOf((match[1] ?? '').toLowerCase()) + 6) % 7;
      const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs;
      const week = words.next.test(match[2] ?? '') ? 7 : 0;
      return calendar(context.createParsingComponents(), new Date(monday + (week + wanted) * dayMs));
    },
  },
  {
    pattern: () => words.nearDay,
    extract: (context, match) => {
      const today = todayOf(context);
      const wanted = weekdays.indexOf((match[1] ?? '').toLowerCase());
      const ahead = (wanted - today.getUTCDay() + 7) % 7 || (words.next.test(match[0]) ? 7 : 0);
      return calendar(context.createParsingComponents(), new Date(today.getTime() + ahead * dayMs));
    },
  },
  {
    pattern: () => words.besideHour,
    extract: (context, match) => {
      const [, amount = '', side = ''] = match;
      const minutes = words.quarter.test(amount) ? 15 : words.half.test(amount) ? 30 : numberOf(amount);
      const isAfter = words.past.test(side);
      const hour = numberOf(match[3]);
      const shown = isAfter ? hour : hour === 1 ? 12 : hour - 1;
      // "Quarter to 12 in the afternoon" is before noon.
      return clock(context.createParsingComponents(), shown, isAfter ? minutes : 60 - minutes, match[4] ?? match[5]);
    },
  },
  {
    // "Seven thirty pm", "five o'clock", "7 in the evening", "one in the afternoon".
    pattern: () => words.hourOfDay,
    extract: (context, match) => {
      const minute = numberOf(match[2]);
      const lead = words.beforeTime.exec(match[0])?.[0].length ?? 0;
      const parsed = context.createParsingResult((match.index ?? 0) + lead, match[0].slice(lead));
      return clock(parsed.start, numberOf(match[1]), minute, match[3] ?? match[4]) === null ? null : parsed;
    },
  },
  {
    // "Afternoon 3", "in the evening 6".
    pattern: () => words.partThenHour,
    extract: (context, match) =>
      clock(context.createParsingComponents(), numberOf(match[2]), numberOf(match[3]), match[1]),
  },
  {
    pattern: () => words.dayAfterTomorrow,
    extract: (context) => calendar(context.createParsingComponents(), new Date(todayOf(context).getTime() + 2 * dayMs)),
  },
  {
    pattern: () => words.hourAndMinutes,
    extract: (context, match) =>
      clock(context.createParsingComponents(), numberOf(match[1]), numberOf(match[2]), undefined),
  },
];

const standard = configuration.createCasualConfiguration();

/**
 * "A day" and "for two hours" are durations, not dates; the library reads them as "in a day" when `forwardDate` is set.
 */
const withinOnly = (parser: Parser): Parser =>
  parser.constructor.name !== 'ENTimeUnitWithinFormatParser'
    ? parser
    : {
        pattern: (context) => parser.pattern(Object.create(context, { option: { value: { forwardDate: false } } })),
        extract: (context, match) => (/^\W?for\b/i.test(match[0]) ? null : parser.extract(context, match)),
      };

const english = new Chrono({
  parsers: [...parsers, ...standard.parsers.map(withinOnly)],
  // "From the 10th till the 12th" counts as two separate days.
  refiners: standard.refiners.filter((refiner) => refiner.constructor.name !== 'ENMergeDateRangeRefiner'),
});

/**
 * Returns the days and times named in a text, in order. A day without a year resolves to its next occurrence after the
 * conversation.
 */
export function momentsIn(
  text: string,
  { calledAt, utcOffsetMinutes }: Pick<Facts, 'calledAt' | 'utcOffsetMinutes'>,
): Moment[] {
  if (!words.mayName.test(text)) return [];
  const reference = { instant: new Date(calledAt), timezone: utcOffsetMinutes };
  const today = new Date(Date.parse(calledAt) + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
  return english.parse(text, reference, { forwardDate: true }).flatMap((result): Moment[] => {
    const { start, end } = result;
    const span = { start: result.index, end: result.index + result.text.length };
    // "Now please" and "the current one" do not name a date.
    if (words.present.test(result.text) || isInWord(text, span.start) || isInWord(text, span.end)) return [];
    const first = momentOf(start, span, today);
    const last = end === undefined || end === null ? undefined : momentOf(end, span, today);
    return [first, last].filter((each) => each !== undefined);
  });
}

/** The library resumes inside a word that it cannot parse: it would read "1th" in "81th". */
const isInWord = (text: string, at: number): boolean =>
  /^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1));

function momentOf(parts: ParsedComponents, span: Span, today: string): Moment | undefined {
  const isDay = parts.isCertain('day') || parts.isCertain('weekday');
  const isTime = parts.isCertain('hour');
  if (!isDay && !isTime) return undefined;
  const day = isDay ? `${yearOf(parts, today)}-${two(parts.get('month'))}-${two(parts.get('day'))}` : undefined;
  const time = isTime ? `${two(parts.get('hour'))}:${two(parts.get('minute'))}` : undefined;
  return { ...span, day, time };
}

/** A time today that has already passed stays today rather than moving a year ahead. */
function yearOf(parts: ParsedComponents, today: string): number {
  const year = parts.get('year') ?? 0;
  const isToday = `${two(parts.get('month'))}-${two(parts.get('day'))}` === today.slice(5);
  return isToday && !parts.isCertain('year') && year === Number(today.slice(0, 4)) + 1 ? year - 1 : year;
}

const two = (part: number | null): string => String(part ?? 0).padStart(2, '0');
