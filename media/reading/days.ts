import type { ParsedComponents, Parser, ParsingComponents, ParsingContext } from 'chrono-node';
import { Chrono, configuration } from 'chrono-node/en';
import { entriesOf, languages } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { spokenValue } from '../language/number-words.ts';
import type { Span } from '../text/words.ts';

/** A day named in a text, with the time that "in two hours" gives it. */
export interface Day extends Span {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly time: string | undefined;
}

/** When a text was said, and where. */
export interface Reference {
  /** ISO 8601. */
  readonly calledAt: string;
  readonly utcOffsetMinutes: number;
}

const named = (
  name:
    | 'dayOfMonth'
    | 'dayOfNearMonth'
    | 'dayOfNearWeek'
    | 'weekdayNextWeek'
    | 'nearDay'
    | 'holiday'
    | 'fortnight'
    | 'monthAndDay'
    | 'dayAfterTomorrow'
    | 'edgeOfPeriod'
    | 'nthWeekday'
    | 'present'
    | 'mayName'
    | 'beforeDate'
    | 'partOfToday'
    | 'duration'
    | 'weekFrom'
    | 'weekAfter',
): RegExp => patternOf(({ reading }) => reading?.dates?.[name]);

const mayName = named('mayName');
const present = named('present');
const beforeDate = named('beforeDate');
const duration = named('duration');
const weekFrom = named('weekFrom');
const weekAfter = named('weekAfter');
const weekdays = entriesOf(({ numbers }) => numbers?.weekdays);
const months = entriesOf(({ numbers }) => numbers?.months);
const dateWords = languages.flatMap(({ reading }) => reading?.dates ?? []);
const counts = new Map(dateWords.flatMap(({ numbers }) => Object.entries(numbers)));
const holidays = dateWords.flatMap((words) =>
  words.holidays.map(({ pattern, month, day }) => ({ pattern: new RegExp(`^${pattern}`, 'i'), month, day })),
);

/** Parses a count or a day of the month in digits or words. */
const numberOf = (text: string | undefined): number => {
  if (text === undefined) return 0;
  return /^\d/.test(text) ? Number.parseInt(text, 10) : (counts.get(text.toLowerCase()) ?? spokenValue(text));
};

const dayMs = 86_400_000;
const utc = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));
const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * dayMs);

/** Adds months; a day that the month lacks becomes its last. */
function addMonths(date: Date, count: number): Date {
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + count];
  const last = utc(year, month + 1, 0).getUTCDate();
  return utc(year, month, Math.min(date.getUTCDate(), last));
}

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
  return utc(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate());
}

/** Returns the next date with this day of the month; a named month is kept. */
function onDay(today: Date, day: number, which: string | undefined): Date | undefined {
  if (day < 1 || day > 31) return undefined;
  const saysNext = /^next/i.test(which ?? '');
  const isOpen = which === undefined || !(saysNext || /^this/i.test(which));
  const isNext = saysNext || (isOpen && day < today.getUTCDate());
  for (let ahead = isNext ? 1 : 0; ahead <= 2; ahead += 1) {
    const date = utc(today.getUTCFullYear(), today.getUTCMonth() + ahead, day);
    if (date.getUTCDate() === day) return date;
    if (!isOpen) return undefined;
  }
  return undefined;
}

type Dated = (today: Date, match: RegExpMatchArray) => Date | undefined;

const weekdayIn = (text: string): number => weekdays.findIndex((name) => new RegExp(`\\b${name}\\b`, 'i').test(text));

/** Weeks begin on Monday: on a Sunday, "Monday next week" is tomorrow. */
function inNearWeek(today: Date, { 0: text }: RegExpMatchArray): Date {
  const monday = addDays(today, -((today.getUTCDay() + 6) % 7));
  return addDays(monday, (/\bnext\b/i.test(text) ? 7 : 0) + ((weekdayIn(text) + 6) % 7));
}

/** "January the fifteenth". */
function onNamedDay(today: Date, [, month = '', digits, word]: RegExpMatchArray): Date | undefined {
  const [at, day] = [months.indexOf(month.toLowerCase()), numberOf(digits ?? word)];
  const date = utc(today.getUTCFullYear(), at, day);
  if (date.getUTCDate() !== day) return undefined;
  return date < today ? utc(today.getUTCFullYear() + 1, at, day) : date;
}

function onHoliday(today: Date, { 0: text }: RegExpMatchArray): Date | undefined {
  const holiday = holidays.find(({ pattern }) => pattern.test(text));
  if (holiday === undefined) return undefined;
  const date = utc(today.getUTCFullYear(), holiday.month - 1, holiday.day);
  return date < today ? utc(today.getUTCFullYear() + 1, holiday.month - 1, holiday.day) : date;
}

/** "The end of next month", "the last day of the year". */
function atEdge(today: Date, [, edge = '', which = '', unit = '']: RegExpMatchArray): Date {
  const isNext = /next/i.test(which);
  const isEnd = /end|last/i.test(edge);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
  if (/year/i.test(unit)) return isEnd ? utc(year + (isNext ? 1 : 0), 11, 31) : utc(year + 1, 0, 1);
  const first = isNext || !isEnd ? 1 : 0;
  return isEnd ? utc(year, month + first + 1, 0) : utc(year, month + first, 1);
}

/** "The first Monday of December". */
function nthInMonth(today: Date, [, which = '', weekday = '', month = '']: RegExpMatchArray): Date | undefined {
  const wanted = weekdayIn(weekday);
  const at = months.indexOf(month.toLowerCase());
  const inYear = (year: number): Date => {
    const last = utc(year, at + 1, 0);
    if (/last/i.test(which)) return addDays(last, -((last.getUTCDay() - wanted + 7) % 7));
    const first = utc(year, at, 1);
    return addDays(first, ((wanted - first.getUTCDay() + 7) % 7) + 7 * (numberOf(which) - 1));
  };
  const isThere = (date: Date): boolean => date >= today && date.getUTCMonth() === at;
  return [0, 1].map((ahead) => inYear(today.getUTCFullYear() + ahead)).find(isThere);
}

/** A date that the library does not know, by its pattern. */
const dated = (pattern: RegExp, dateOf: Dated): Parser => ({
  pattern: () => pattern,
  extract: (context, match) => {
    const date = dateOf(todayOf(context), match);
    if (date === undefined) return null;
    const lead = beforeDate.exec(match[0])?.[0].length ?? 0;
    const parsed = context.createParsingResult((match.index ?? 0) + lead, match[0].slice(lead));
    calendar(parsed.start, date);
    return parsed;
  },
});

const parsers: readonly Parser[] = [
  // "The 12th", "12th of this month". Requires an article or a preposition: "my 2nd card" is not a date.
  dated(named('dayOfMonth'), (today, match) => onDay(today, numberOf(match[1] ?? match[2]), match[3])),
  dated(named('dayOfNearMonth'), (today, match) => onDay(today, numberOf(match[1] ?? match[2]), match[3])),
  dated(named('dayOfNearWeek'), inNearWeek),
  dated(named('weekdayNextWeek'), inNearWeek),
  dated(named('nearDay'), (today, { 0: text }) => {
    const ahead = (weekdayIn(text) - today.getUTCDay() + 7) % 7;
    return addDays(today, ahead || (/\bnext\b/i.test(text) ? 7 : 0));
  }),
  dated(named('holiday'), onHoliday),
  dated(named('fortnight'), (today, [, count, unit = '']) =>
    /month/i.test(unit) ? addMonths(today, numberOf(count)) : addDays(today, 14 * numberOf(count)),
  ),
  dated(named('monthAndDay'), onNamedDay),
  dated(named('dayAfterTomorrow'), (today) => addDays(today, 2)),
  dated(named('partOfToday'), (today) => today),
  dated(named('edgeOfPeriod'), atEdge),
  dated(named('nthWeekday'), nthInMonth),
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
        extract: (context, match) => (duration.test(match[0]) ? null : parser.extract(context, match)),
      };

/** Times are read by `times.ts`. */
const timeParsers: ReadonlySet<string> = new Set(['ENTimeExpressionParser', 'ENCasualTimeParser']);

/**
 * "From the 10th till the 12th" counts as two separate days. The filter drops "the second" before other words.
 */
const leftOut: ReadonlySet<string> = new Set(['ENMergeDateRangeRefiner', 'ENUnlikelyFormatFilter']);

const english = new Chrono({
  parsers: [...parsers, ...standard.parsers.filter((one) => !timeParsers.has(one.constructor.name)).map(withinOnly)],
  refiners: standard.refiners.filter((refiner) => !leftOut.has(refiner.constructor.name)),
});

/**
 * Returns the days named in a text, in order. A day without a year resolves to its next occurrence after the
 * conversation.
 */
export function daysIn(text: string, { calledAt, utcOffsetMinutes }: Reference): Day[] {
  if (!mayName.test(text)) return [];
  const reference = { instant: new Date(calledAt), timezone: utcOffsetMinutes };
  const today = new Date(Date.parse(calledAt) + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
  return english.parse(text, reference, { forwardDate: true }).flatMap((result): Day[] => {
    const { start, end } = result;
    const span = { start: result.index, end: result.index + result.text.replace(/[\s,;.]+$/u, '').length };
    // "Now please" and "the current one" do not name a date.
    if (
      (present.test(result.text) && !isShortDay(text, span)) ||
      isInWord(text, span.start) ||
      isInWord(text, span.end)
    )
      return [];
    const first = dayOf(start, span, today);
    const last = end === undefined || end === null ? undefined : dayOf(end, span, today);
    return [first, last].filter((each) => each !== undefined).map((each) => shifted(text, each));
  });
}

/** "Can I come Sat?" names a day, "I sat" and "the Sun" do not. */
const isShortDay = (text: string, { start, end }: Span): boolean =>
  /^S(?:at|un)$/.test(text.slice(start, end)) &&
  /\p{L}\s$/u.test(text.slice(0, start)) &&
  !/\bthe\s$/i.test(text.slice(0, start));

/** The library resumes inside a word that it cannot parse: it would read "1th" in "81th". */
const isInWord = (text: string, at: number): boolean =>
  /^[\p{L}\p{N}]{2}$/u.test(text.slice(Math.max(0, at - 1), at + 1));

/** Longest words around a day that move it: "two fortnights later than the day of". */
const longestShift = 50;

/** "A week from Friday", "two days before Christmas" and "Friday week". */
function shifted(text: string, day: Day): Day {
  const from = Math.max(0, day.start - longestShift);
  const own = /^on\b\s*/i.exec(text.slice(day.start, day.end))?.[0] ?? '';
  const before = weekFrom.exec(text.slice(from, day.start + own.length));
  const after = weekAfter.exec(text.slice(day.end, day.end + longestShift));
  if (before === null && after === null) return day;
  const date = new Date(`${day.day}T00:00:00Z`);
  if (before === null) return { ...day, day: isoDay(addDays(date, 7)), end: day.end + (after?.[0].length ?? 0) };
  const [whole, count, unit = '', side = ''] = before;
  const signed = numberOf(count) * (/before/i.test(side) ? -1 : 1);
  const days = { day: 1, week: 7, fortnight: 14 }[unit.toLowerCase()];
  const moved = days === undefined ? addMonths(date, signed) : addDays(date, signed * days);
  const lead = whole.length - whole.replace(/^[^\p{L}\p{N}]/u, '').length;
  return { ...day, day: isoDay(moved), start: from + before.index + lead };
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

function dayOf(parts: ParsedComponents, span: Span, today: string): Day | undefined {
  const isDay = parts.isCertain('day') || parts.isCertain('weekday');
  const isTime = parts.isCertain('hour');
  if (!isDay && !isTime) return undefined;
  const day = `${yearOf(parts, today)}-${two(parts.get('month'))}-${two(parts.get('day'))}`;
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
