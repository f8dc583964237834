import { entriesOf } from '../../../language/languages.ts';
import { patternOf } from '../../../language/match.ts';
import { spokenValue } from '../../../language/number-words.ts';
import { daysIn } from '../../../reading/days.ts';
import { plainOf } from '../spoken.ts';
import type { Say } from '../wording.ts';
import { withNumerals } from './numbers.ts';
import { isOpenAt, type OpenTime } from './open-times.ts';

const earliest = patternOf(({ agent }) => agent?.times.earliest, '');
const anyDay = patternOf(({ agent }) => agent?.times.anyDay, '');
const anyTime = patternOf(({ agent }) => agent?.times.anyTime, '');
const excluding = patternOf(({ agent }) => agent?.times.excluding, '');
const ordinalNumber = patternOf(({ numbers }) => numbers && { at: 'words', entries: ['{days}'] }, 'g');
const halfPast = patternOf(({ agent }) => agent?.times.halfPast, 'g');
const quarterPast = patternOf(({ agent }) => agent?.times.quarterPast, 'g');
const quarterTo = patternOf(({ agent }) => agent?.times.quarterTo, 'g');
const minutesPast = patternOf(({ agent }) => agent?.times.minutesPast, 'g');
const minutesTo = patternOf(({ agent }) => agent?.times.minutesTo, 'g');
const oClock = patternOf(({ agent }) => agent?.times.oClock, 'g');
const partOfDay = patternOf(({ agent }) => agent?.times.partOfDay, '');
const beforeHour = patternOf(({ agent }) => agent?.times.beforeHour, '');
const aroundHour = patternOf(({ agent }) => agent?.times.aroundHour, 'g');
const hourCue = patternOf(({ agent }) => agent?.times.hourCue, '');
const midday = patternOf(({ agent }) => agent?.times.midday, '');
const noon = patternOf(({ agent }) => agent?.times.noon, '');
const vaguePeriod = patternOf(({ reading }) => reading?.dates?.vaguePeriod, '');
const months = entriesOf(({ numbers }) => numbers?.months);
const countedBefore = patternOf(({ agent }) => agent?.times.countedBefore, '');
const countedUnit = patternOf(({ agent }) => agent?.times.countedUnit, '');

/** A day, a time of day, or both; only the parts that were said. */
export interface When {
  /** YYYY-MM-DD in the plan's time zone, or `any` or `earliest`. */
  readonly date?: string | undefined;
  /** HH:MM, or `morning`, `afternoon`, `evening` or `any`. */
  readonly time?: string | undefined;
}

export interface WhenContext {
  readonly nowMs: number;
  readonly timezone: string;
  /** Whether a bare "three" means an hour because a time was asked for. */
  readonly hourExpected: boolean;
  /** Returns the times in which the business is open; empty if they are not known. */
  readonly openTimes?: () => readonly OpenTime[];
}

const hour = '(1[0-2]|0?[1-9])';

/** Extracts a day and a time. Returns undefined if the text contains neither. */
export function whenOf(text: string, context: WhenContext): When | undefined {
  const plain = clockwords(plainOf(text));
  if (earliest.test(plain)) {
    return { date: 'earliest', time: 'any' };
  }
  const clock = timeOf(plain, context);
  const day = dateOf(clock.rest, context);
  const date = day === undefined && anyDay.test(plain) ? 'any' : day === excluded ? undefined : day;
  const time = clock.time ?? (anyTime.test(plain) ? 'any' : undefined);
  if (date === undefined && time === undefined) return undefined;
  return { ...(date !== undefined && { date }), ...(time !== undefined && { time }) };
}

/** Converts spoken clock times and ordinals to numerals: "half past three", "nine forty five", "the twenty third". */
function clockwords(plain: string): string {
  const ordinals = plain.replace(ordinalNumber, (words) => `${spokenValue(words)}th`);
  return withNumerals(ordinals)
    .replace(/\b(\d{1,2})(st|nd|rd)\b/g, '$1th')
    .replace(halfPast, '$1:30')
    .replace(quarterPast, '$1:15')
    .replace(quarterTo, (_, h) => `${before(h)}:45`)
    .replace(minutesPast, (_, m, h) => `${h}:${m.padStart(2, '0')}`)
    .replace(minutesTo, (_, m, h) => `${before(h)}:${60 - Number(m)}`)
    .replace(new RegExp(`\\b${hour} (?:oh|o) ([1-9])\\b`, 'g'), '$1:0$2')
    .replace(new RegExp(`\\b${hour}[ .](00|05|10|15|20|25|30|35|40|45|50|55)\\b(?!th)`, 'g'), '$1:$2')
    .replace(oClock, (_, h: string) => (h.includes(':') ? h : `${h}:00`))
    .replace(/\b(\d{1,2}(?::\d\d)?) ?([ap])\.? ?m\b\.?/g, '$1$2m');
}

const before = (h: string): number => (Number(h) === 1 ? 12 : Number(h) - 1);

/** Returns the time of day and the text without it. */
function timeOf(
  plain: string,
  { hourExpected, openTimes }: WhenContext,
): { readonly time?: string; readonly rest: string } {
  const part = partOfDay.exec(plain)?.[1];
  const exact = /\b([01]?\d|2[0-3])(?::([0-5]\d))?([ap]m)?\b(?!th|\/|-\d|:)/g;
  for (const match of plain.matchAll(exact)) {
    const [whole, hours, minutes, half] = match as unknown as [string, string, string | undefined, string | undefined];
    const lead = plain.slice(0, match.index);
    const cued = beforeHour.test(lead);
    const alone = hourExpected && plain.replace(aroundHour, '').trim().length <= whole.length + 8;
    const partly = part !== undefined && Number(hours) <= 12 && !isDayNumber(plain, match.index, whole);
    if (minutes === undefined && half === undefined && !cued && !alone && !partly) continue;
    // "A table for 7:30" is a time; "a table for 7" is a number of people.
    const isCount = minutes === undefined && half === undefined && countedBefore.test(lead);
    if (isDayNumber(plain, match.index, whole) || isCount) continue;
    const time = clock({ hours: Number(hours), minutes: minutes ?? '00', half, part }, openTimes);
    if (time !== undefined) return { time, rest: lead.replace(hourCue, '') + plain.slice(match.index + whole.length) };
  }
  if (midday.test(plain)) return { time: '12:00', rest: plain.replace(noon, '') };
  if (part === undefined) return { rest: plain };
  return { time: part === 'tonight' ? 'evening' : part, rest: plain };
}

/** Returns whether the number belongs to a date such as "March 3" or "December 12". */
const isDayNumber = (plain: string, at: number, whole: string): boolean =>
  /^\d+$/.test(whole) &&
  (months.includes(plain.slice(0, at).trim().split(' ').at(-1) ?? '') ||
    countedUnit.test(plain.slice(at + whole.length)));

interface SaidTime {
  readonly hours: number;
  readonly minutes: string;
  /** `am` or `pm`. */
  readonly half: string | undefined;
  readonly part: string | undefined;
}

/**
 * Returns HH:MM. An hour without its half of the day is in the half in which the business is open. If that is both or
 * neither, "at three" means the afternoon, and "at nine" the morning.
 */
function clock({ hours, minutes, half, part }: SaidTime, openTimes: WhenContext['openTimes']): string | undefined {
  if (half !== undefined && (hours === 0 || hours > 12)) return undefined;
  let h = hours;
  if (half === 'pm' || (half === undefined && part !== undefined && part !== 'morning')) h = h < 12 ? h + 12 : h;
  else if (half === 'am') h = h === 12 ? 0 : h;
  else if (part === undefined && h >= 1 && h <= 11 && isAfternoon(h, minutes, openTimes?.() ?? [])) h += 12;
  return `${String(h).padStart(2, '0')}:${minutes}`;
}

function isAfternoon(hours: number, minutes: string, openTimes: readonly OpenTime[]): boolean {
  const minute = 60 * hours + Number(minutes);
  const [isMorning, isEvening] = [minute, minute + 720].map((each) => isOpenAt(openTimes, each));
  return isMorning === isEvening ? hours <= 6 : isEvening === true;
}

/** The only days that a text names are ruled out: "any day but Friday". */
const excluded = 'excluded';

/** Returns the first day that the text names and does not rule out, in the plan's time zone, as YYYY-MM-DD. */
function dateOf(plain: string, context: WhenContext): string | undefined {
  const reference = { calledAt: new Date(context.nowMs).toISOString(), utcOffsetMinutes: offsetMinutes(context) };
  // As an answer, "23rd" is a day. In other sentences it needs an article.
  const text = plain.replace(/^(?=\d{1,2}th\b)/, 'the ');
  const days = daysIn(text, reference).filter(({ start, end }) => !vaguePeriod.test(text.slice(start, end)));
  const wanted = days.find(({ start }) => !excluding.test(text.slice(0, start)));
  return wanted?.day ?? (days.length > 0 ? excluded : undefined);
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Today in the plan's time zone, YYYY-MM-DD. */
export const todayIn = (context: Pick<WhenContext, 'nowMs' | 'timezone'>): string =>
  isoDay(new Date(context.nowMs + offsetMinutes(context) * 60_000));

/** The same weekday a week later. */
export const weekAfter = (date: string): string => isoDay(new Date(Date.parse(date) + 7 * 86_400_000));

/** Current time in the plan's time zone, HH:MM. */
export const clockIn = (context: Pick<WhenContext, 'nowMs' | 'timezone'>): string =>
  new Date(context.nowMs + offsetMinutes(context) * 60_000).toISOString().slice(11, 16);

/** Returns the offset from UTC in minutes at that moment. Unknown zones count as UTC. */
function offsetMinutes({ nowMs, timezone }: Pick<WhenContext, 'nowMs' | 'timezone'>): number {
  try {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' }).formatToParts(
      nowMs,
    );
    const [, sign, h, m] =
      /GMT([+-])(\d\d):(\d\d)/.exec(parts.find((part) => part.type === 'timeZoneName')?.value ?? '') ?? [];
    return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(h) * 60 + Number(m));
  } catch {
    return 0;
  }
}

/** Formats a day and time for speech: "Tuesday, November 24 at 3 p.m." */
export function spokenWhen(when: When, today: string, say: Say): string {
  if (when.date === 'earliest') return say('earliest');
  const time = when.time === undefined ? '' : spokenTime(when.time, when.date !== undefined, say);
  if (when.date === undefined) return time;
  return [spokenDay(when.date, today, say), time].filter((part) => part !== '').join(' ');
}

function spokenDay(date: string, today: string, say: Say): string {
  if (date === 'any') return say('any_day');
  const day = new Date(`${date}T12:00:00Z`);
  const year = date.slice(0, 4) !== today.slice(0, 4) && Math.abs(day.getTime() - Date.parse(today)) > 180 * 86_400_000;
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(year && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(day);
}

function spokenTime(time: string, afterDay: boolean, say: Say): string {
  if (time === 'any') return say(afterDay ? 'at_any_time' : 'any_time');
  if (isPart(time)) return say(afterDay ? 'in_part' : 'the_part', { part: say(time) });
  const clockText = clockTime(time, say);
  return afterDay ? say('at_time', { time: clockText }) : clockText;
}

const isPart = (time: string): time is 'morning' | 'afternoon' | 'evening' =>
  time === 'morning' || time === 'afternoon' || time === 'evening';

function clockTime(time: string, say: Say): string {
  if (time === '12:00') return say('noon');
  const [h, m] = time.split(':').map(Number) as [number, number];
  const clock = `${h % 12 || 12}${m === 0 ? '' : `:${String(m).padStart(2, '0')}`}`;
  return say(h < 12 ? 'before_noon' : 'after_noon', { clock });
}
