import { languages } from '../language/languages.ts';
import type { Span } from '../text/words.ts';
import { numberBelowHundred, type Token, tokensOf } from './tokens.ts';

/** A time of day named in a text. */
interface ClockTime extends Span {
  /** 24-hour HH:MM. */
  readonly time: string;
}

export interface TimeContext {
  /** Whether a bare "three" is an hour because a time was asked for. */
  readonly isHourExpected?: boolean;
}

const lists = languages.flatMap(({ reading }) => reading?.times ?? []);
type List = (typeof lists)[number];
const setOf = (pick: (list: List) => readonly string[]): ReadonlySet<string> => new Set(lists.flatMap(pick));

const words = {
  half: setOf(({ half }) => half),
  quarter: setOf(({ quarter }) => quarter),
  past: setOf(({ past }) => past),
  to: setOf(({ to }) => to),
  minutes: setOf(({ minutes }) => minutes),
  before: setOf(({ before }) => before),
  exactly: setOf(({ exactly }) => exactly),
  morning: setOf(({ morning }) => morning),
  late: setOf(({ late }) => late),
  night: setOf(({ night }) => night),
  noon: setOf(({ noon }) => noon),
  midnight: setOf(({ midnight }) => midnight),
  hours: setOf(({ hours }) => hours),
  after: setOf(({ after }) => after),
} as const;

const opensRange: ReadonlySet<string> = new Set(languages.flatMap(({ reading }) => reading?.amounts?.rangeOpens ?? []));
const articles: ReadonlySet<string> = new Set(languages.flatMap(({ numbers }) => numbers?.words.articles ?? []));

type Part = 'morning' | 'late' | 'night' | undefined;

interface Read {
  readonly hour: number;
  readonly minute: number;
  readonly next: number;
  readonly part: Part;
  /** Whether the words can only be a time, such as "half past two". */
  readonly isCertain: boolean;
}

const is = (list: keyof typeof words, token: Token | undefined): boolean =>
  token !== undefined && words[list].has(token.plain);

/**
 * Returns the times of a text in order. An hour from one to six without a part of the day is in the afternoon: people
 * arrange things for the day.
 */
export function timesIn(text: string, { isHourExpected = false }: TimeContext = {}): ClockTime[] {
  const tokens = tokensOf(text);
  const shared = sharedPart(tokens);
  const reads: { read: Read; at: number }[] = [];
  for (let at = 0; at < tokens.length; ) {
    const read = readTime(tokens, at, isHourExpected);
    if (read !== undefined) reads.push({ read, at });
    at = read?.next ?? at + 1;
  }
  return reads.map(({ read, at }, index) => {
    const next = reads[index + 1];
    // "Between 9 and 11 am": the part of the second limit belongs to both.
    const isRange = next !== undefined && next.at === read.next + 1 && next.read.hour >= read.hour;
    const part = read.part ?? (isRange && next.read.part === 'morning' ? next.read.part : undefined) ?? shared;
    return {
      time: clock(read.hour, read.minute, part),
      start: (tokens[at] as Token).start,
      end: (tokens[read.next - 1] as Token).end,
    };
  });
}

function clock(hour: number, minute: number, part: Part): string {
  let hours = hour;
  if (hour === 12 && (part === 'morning' || part === 'night')) hours = 0;
  else if ((part === 'late' || part === 'night') && hour < 12 && !(part === 'night' && hour < 5)) hours += 12;
  else if (part === undefined && hour >= 1 && hour <= 6) hours += 12;
  return `${String(hours).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}

const partOf = (token: Token | undefined): Part => {
  if (is('morning', token)) return 'morning';
  if (is('night', token)) return 'night';
  return is('late', token) ? 'late' : undefined;
};

/** Returns the part of the day of the whole text if it names a single one. */
function sharedPart(tokens: readonly Token[]): Part {
  const parts = new Set(tokens.flatMap((token) => partOf(token) ?? []));
  const [only] = parts;
  return parts.size === 1 ? only : undefined;
}

function readTime(tokens: readonly Token[], at: number, isHourExpected: boolean): Read | undefined {
  const named = besideHour(tokens, at) ?? named12(tokens, at) ?? inHours(tokens, at) ?? hourAndMinutes(tokens, at);
  if (named !== undefined) return withPart(tokens, named);
  const hour = hourAt(tokens, at);
  if (hour === undefined) return undefined;
  const read = withPart(tokens, { ...hour, minute: 0, part: undefined, isCertain: false });
  if (read.part !== undefined || afterExactly(tokens, hour.next) > hour.next) {
    return withPart(tokens, { ...read, next: Math.max(read.next, afterExactly(tokens, hour.next)) });
  }
  if (hour.isZero) return undefined;
  const isCued =
    is('before', tokens[at - 1]) || (opensRange.has(tokens[at - 1]?.plain ?? '') && isRangeOfHours(tokens, read));
  const isSecond = isAfterRange(tokens, at) || partOf(tokens[at - 1]) !== undefined;
  const isFree = isFollowed(tokens, read.next);
  return (isCued || isSecond || isHourExpected) && isFree ? read : undefined;
}

/** "Between two and three", "from nine to five": a second hour follows, and nothing is counted. */
function isRangeOfHours(tokens: readonly Token[], { next }: Read): boolean {
  const second = hourAt(tokens, next + 1);
  return (
    second !== undefined &&
    isFollowed(tokens, withPart(tokens, { ...second, minute: 0, part: undefined, isCertain: false }).next)
  );
}

function isAfterRange(tokens: readonly Token[], at: number): boolean {
  const first = numberBefore(tokens, at - 2);
  return first !== undefined && opensRange.has(tokens[first - 1]?.plain ?? '') && hourAt(tokens, first) !== undefined;
}

/** Returns where the number that ends at a token begins. */
const numberBefore = (tokens: readonly Token[], at: number): number | undefined =>
  numberBelowHundred(tokens, at) !== undefined ? at : undefined;

/** A bare hour is one only at the end, or before words that count nothing. */
function isFollowed(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at];
  return next === undefined || /^[.,;:?!)–—]$/.test(next.plain) || is('after', next) || partOf(next) !== undefined;
}

const isHour = (value: number): boolean => value >= 1 && value <= 24;

function hourAt(tokens: readonly Token[], at: number): { hour: number; next: number; isZero: boolean } | undefined {
  const token = tokens[at];
  if (token?.digits !== undefined && !/^\d{1,2}$/.test(token.digits)) return undefined;
  if (tokens[at - 1]?.plain === '+' || (tokens[at - 1]?.plain === '-' && tokens[at - 2]?.digits !== undefined))
    return undefined;
  const number = numberBelowHundred(tokens, at);
  if (number === undefined || !(isHour(number.value) || number.value === 0)) return undefined;
  if (number.value > 12 && token?.digits === undefined && number.value % 10 !== 0 && number.value > 20)
    return undefined;
  return { hour: number.value, next: number.next, isZero: number.value === 0 || number.value > 12 };
}

/** "Half past two", "ten to five", "quarter of five", "half two". */
function besideHour(tokens: readonly Token[], from: number): Read | undefined {
  const at = articles.has(tokens[from]?.plain ?? '') ? from + 1 : from;
  const isHalf = is('half', tokens[at]);
  const isQuarter = is('quarter', tokens[at]);
  const count = isHalf || isQuarter || at > from ? undefined : numberBelowHundred(tokens, at);
  const minutes = isHalf ? 30 : isQuarter ? 15 : count?.value;
  if (minutes === undefined || minutes < 1 || minutes > 59) return undefined;
  const named = count?.next ?? at + 1;
  const isNamed = is('minutes', tokens[named]);
  const side = isNamed ? named + 1 : named;
  const isTo = is('to', tokens[side]) || (isQuarter && tokens[side]?.plain === 'of');
  const isPast = is('past', tokens[side]);
  const isBare = isHalf && at === from && !isTo && !isPast;
  const target = isBare ? side : side + 1;
  const noon = is('noon', tokens[target]) ? 12 : is('midnight', tokens[target]) ? 0 : undefined;
  const hour = noon === undefined ? hourAt(tokens, target) : { hour: noon, next: target + 1, isZero: false };
  if (hour === undefined || hour.hour > 12 || (noon === undefined && hour.isZero)) return undefined;
  if (isBare)
    return isFollowed(tokens, hour.next) ? { ...hour, minute: 30, part: undefined, isCertain: true } : undefined;
  const isRange = opensRange.has(tokens[from - 1]?.plain ?? '');
  if ((!isTo && !isPast) || (count !== undefined && !isNamed && (minutes % 5 !== 0 || isRange))) return undefined;
  if (isPast) return { hour: hour.hour, minute: minutes, next: hour.next, part: undefined, isCertain: true };
  const before = hour.hour === 1 ? 12 : hour.hour === 0 ? 23 : hour.hour - 1;
  // "Quarter to one" is after noon, "quarter to twelve" before it, whatever part of the day follows.
  return { hour: before, minute: 60 - minutes, next: hour.next, part: undefined, isCertain: true };
}

function named12(tokens: readonly Token[], at: number): Read | undefined {
  const isTwelve = tokens[at]?.plain === '12' || numberBelowHundred(tokens, at)?.value === 12;
  const word = isTwelve ? at + 1 : at;
  const certain = { minute: 0, next: word + 1, isCertain: true };
  if (is('noon', tokens[word])) return { ...certain, hour: 12, part: 'late' };
  return is('midnight', tokens[word]) ? { ...certain, hour: 12, part: 'night' } : undefined;
}

/** "1900 hours", "oh eight hundred", "fourteen hundred hours". */
function inHours(tokens: readonly Token[], at: number): Read | undefined {
  const { digits, plain } = tokens[at] ?? { digits: undefined, plain: '' };
  const certain = { part: 'morning', isCertain: true } as const;
  if (digits !== undefined && /^(?:[01]\d|2[0-3])[0-5]\d$/.test(digits) && is('hours', tokens[at + 1]))
    return { ...certain, hour: hour24(digits.slice(0, 2)), minute: Number(digits.slice(2)), next: at + 2 };
  const isZero = /^(?:oh|o|zero)$/.test(plain);
  const number = numberBelowHundred(tokens, isZero ? at + 1 : at);
  if (number === undefined || number.value > 23 || tokens[number.next]?.plain !== 'hundred') return undefined;
  const isSaid = is('hours', tokens[number.next + 1]);
  if (!isSaid && !isZero) return undefined;
  return { ...certain, hour: hour24(String(number.value)), minute: 0, next: number.next + (isSaid ? 2 : 1) };
}

/** Twelve in a 24-hour clock is noon; "morning" would make it midnight. */
const hour24 = (hours: string): number => Number(hours);

/** "3:30", "8.15 am", "17h30", "seven thirty", "nine oh five". */
function hourAndMinutes(tokens: readonly Token[], at: number): Read | undefined {
  const { digits, end = 0 } = tokens[at] ?? { digits: undefined };
  const dotted = /^(\d{1,2})\.([0-5]\d)$/.exec(digits ?? '');
  if (dotted !== null) {
    const read = { hour: Number(dotted[1]), minute: Number(dotted[2]), next: at + 1, part: undefined, isCertain: true };
    return isHour(read.hour) && withPart(tokens, read).part !== undefined ? read : undefined;
  }
  const hour = hourAt(tokens, at);
  if (hour === undefined) return undefined;
  const sign = tokens[hour.next];
  const minute = tokens[hour.next + 1]?.digits;
  if (digits !== undefined && sign?.start === end && /^(?:h|:)$/.test(sign.plain)) {
    const isMinute = minute !== undefined && /^[0-5]\d$/.test(minute) && tokens[hour.next + 1]?.start === sign.end;
    if (!isMinute || hour.hour > 23) return undefined;
    return { hour: hour.hour, minute: Number(minute), next: hour.next + 2, part: partOf24(digits), isCertain: true };
  }
  if (digits !== undefined && !/^\d{1,2}$/.test(digits)) return undefined;
  const spoken = minutesAt(tokens, hour.next);
  if (spoken === undefined || hour.hour < 1 || hour.hour > 23 || !isFollowed(tokens, spoken.next)) {
    return spoken !== undefined && hour.hour >= 1 && hour.hour <= 12
      ? withPartOnly(tokens, {
          hour: hour.hour,
          minute: spoken.value,
          next: spoken.next,
          part: undefined,
          isCertain: true,
        })
      : undefined;
  }
  return { hour: hour.hour, minute: spoken.value, next: spoken.next, part: undefined, isCertain: true };
}

/** "08:15" and "15:30" are written in 24 hours. */
const partOf24 = (digits: string): Part => (/^0\d/.test(digits) ? 'morning' : undefined);

const withPartOnly = (tokens: readonly Token[], read: Read): Read | undefined =>
  withPart(tokens, read).part === undefined ? undefined : read;

function minutesAt(tokens: readonly Token[], at: number): { value: number; next: number } | undefined {
  if (tokens[at]?.isNext !== true) return undefined;
  if (/^(?:oh|o)$/.test(tokens[at]?.plain ?? '')) {
    const one = numberBelowHundred(tokens, at + 1);
    return one !== undefined && one.value > 0 && one.value < 10 ? one : undefined;
  }
  const number = numberBelowHundred(tokens, at);
  const isTwoDigits = tokens[at]?.digits === undefined || /^[0-5]\d$/.test(tokens[at]?.digits ?? '');
  return number !== undefined && isTwoDigits && number.value >= 10 && number.value < 60 ? number : undefined;
}

/** Returns the position after "o'clock", which recognisers also write as two words. */
function afterExactly(tokens: readonly Token[], at: number): number {
  if (is('exactly', tokens[at])) return at + 1;
  const joined = `${tokens[at]?.plain ?? ''}'${tokens[at + 1]?.plain ?? ''}`;
  return words.exactly.has(joined) ? at + 2 : at;
}

/** Adds the part of the day around a time: "pm", "in the morning", "o'clock in the afternoon", "afternoon at 3". */
function withPart(tokens: readonly Token[], read: Read): Read {
  let next = afterExactly(tokens, read.next);
  const meridiem = meridiemAt(tokens, next);
  if (meridiem !== undefined) return { ...read, ...meridiem };
  const isShort = (token: Token | undefined): boolean =>
    token !== undefined && /^(?:in|at|the|this|of|for|on|tomorrow)$/.test(token.plain);
  let ahead = next;
  while (isShort(tokens[ahead]) && ahead < next + 3) ahead += 1;
  const part = partOf(tokens[ahead]);
  if (part !== undefined) next = ahead + 1;
  return { ...read, next, part: read.part ?? part };
}

/** "Am", "a.m.", "p m". */
function meridiemAt(tokens: readonly Token[], at: number): { next: number; part: Part } | undefined {
  const first = tokens[at]?.plain ?? '';
  if (/^[ap]m$/.test(first)) return { next: at + 1, part: first === 'am' ? 'morning' : 'late' };
  const point = tokens[at + 1]?.plain === '.' ? at + 2 : at + 1;
  if (!/^[ap]$/.test(first) || tokens[point]?.plain !== 'm') return undefined;
  const isPointed =
    point > at + 1 && tokens[point + 1]?.plain === '.' && tokens[point + 1]?.start === tokens[point]?.end;
  return { next: isPointed ? point + 2 : point + 1, part: first === 'a' ? 'morning' : 'late' };
}
