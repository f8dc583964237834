import { casual } from 'chrono-node/en';
import { plainOf } from '../spoken.ts';
import type { Say } from '../wording.ts';
import { withNumerals } from './numbers.ts';

/** A day, a time of day, or both, as far as they were said. */
export interface When {
  /** YYYY-MM-DD in the plan's zone, or `any`, or `earliest`. */
  readonly date?: string | undefined;
  /** HH:MM, or `morning`, `afternoon`, `evening`, `any`. */
  readonly time?: string | undefined;
}

export interface WhenContext {
  readonly nowMs: number;
  readonly timezone: string;
  /** Whether a bare "three" is an hour, because an hour was asked for. */
  readonly hourExpected: boolean;
}

const hour = '(1[0-2]|0?[1-9])';

/** What was said about a day and an hour; undefined when nothing was. */
export function whenOf(text: string, context: WhenContext): When | undefined {
  const plain = clockwords(plainOf(text));
  if (/\b(earliest|soonest|(first|next) (available|opening|free)|as soon as possible|asap)\b/.test(plain)) {
    return { date: 'earliest', time: 'any' };
  }
  const clock = timeOf(plain, context.hourExpected);
  const date = dateOf(clock.rest, context) ?? (/\b(any ?day|whichever day)\b/.test(plain) ? 'any' : undefined);
  const time =
    clock.time ??
    (/\b(any ?time|whenever|(does not|doesn't) matter|no preference|flexible)\b/.test(plain) ? 'any' : undefined);
  if (date === undefined && time === undefined) return undefined;
  return { ...(date !== undefined && { date }), ...(time !== undefined && { time }) };
}

/** Clock times and ordinals as numerals: "half past three", "nine forty five", "the twenty third". */
function clockwords(plain: string): string {
  const ordinals = plain.replace(
    /\b(?:(twenty|thirty)[ -])?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth|seventeenth|eighteenth|nineteenth|twentieth|thirtieth)\b/g,
    (_, ten: string | undefined, unit: string) =>
      `${(ten === 'twenty' ? 20 : ten === 'thirty' ? 30 : 0) + ordinal(unit)}th`,
  );
  return withNumerals(ordinals)
    .replace(/\b(\d{1,2})(st|nd|rd)\b/g, '$1th')
    .replace(new RegExp(`\\bhalf past ${hour}\\b`, 'g'), '$1:30')
    .replace(new RegExp(`\\b(?:a )?quarter (?:past|after) ${hour}\\b`, 'g'), '$1:15')
    .replace(new RegExp(`\\b(?:a )?quarter (?:to|til|till|before|of) ${hour}\\b`, 'g'), (_, h) => `${before(h)}:45`)
    .replace(
      new RegExp(`\\b(5|10|20|25) (?:minutes )?(?:past|after) ${hour}\\b`, 'g'),
      (_, m, h) => `${h}:${m.padStart(2, '0')}`,
    )
    .replace(
      new RegExp(`\\b(5|10|20|25) (?:minutes )?(?:to|til|till) ${hour}\\b`, 'g'),
      (_, m, h) => `${before(h)}:${60 - Number(m)}`,
    )
    .replace(new RegExp(`\\b${hour} (?:oh|o) ([1-9])\\b`, 'g'), '$1:0$2')
    .replace(new RegExp(`\\b${hour}[ .](00|05|10|15|20|25|30|35|40|45|50|55)\\b(?!th)`, 'g'), '$1:$2')
    .replace(/\b(\d{1,2}(?::\d\d)?) ?(?:o'? ?clock|o'clock)\b/g, (_, h: string) => (h.includes(':') ? h : `${h}:00`))
    .replace(/\b(\d{1,2}(?::\d\d)?) ?([ap])\.? ?m\b\.?/g, '$1$2m');
}

const ordinalWords =
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  );
const ordinal = (word: string): number => (word === 'thirtieth' ? 30 : ordinalWords.indexOf(word) + 1);
const before = (h: string): number => (Number(h) === 1 ? 12 : Number(h) - 1);

/** The time of day, and the text without it. */
function timeOf(plain: string, hourExpected: boolean): { readonly time?: string; readonly rest: string } {
  const part = /\b(?:this |in the |tomorrow |late |early |mid-?)?(morning|afternoon|evening|tonight)s?\b/.exec(
    plain,
  )?.[1];
  const exact = /\b([01]?\d|2[0-3])(?::([0-5]\d))?([ap]m)?\b(?!th|\/|-\d|:)/g;
  for (const match of plain.matchAll(exact)) {
    const [whole, hours, minutes, half] = match as unknown as [string, string, string | undefined, string | undefined];
    const lead = plain.slice(0, match.index);
    const cued = /\b(at|around|about|by|after|before|say|like|make (it|that)|for|until|maybe)( about| around)? $/.test(
      lead,
    );
    const alone =
      hourExpected &&
      plain.replace(/\b(in|the|yeah|yes|please|maybe|how|is|fine|good|works|say|or so|ish|sharp)\b/g, '').trim()
        .length <=
        whole.length + 8;
    const partly = part !== undefined && Number(hours) <= 12 && !isDayNumber(plain, match.index, whole);
    if (minutes === undefined && half === undefined && !cued && !alone && !partly) continue;
    if (isDayNumber(plain, match.index, whole)) continue;
    const time = clock(Number(hours), minutes ?? '00', half, part);
    if (time !== undefined)
      return { time, rest: lead.replace(/\b(at|around|about|by) $/, '') + plain.slice(match.index + whole.length) };
  }
  if (/\b(noon|midday|lunch ?time)\b/.test(plain))
    return { time: '12:00', rest: plain.replace(/\b(after)?noon\b/, '') };
  if (part === undefined) return { rest: plain };
  return { time: part === 'tonight' ? 'evening' : part, rest: plain };
}

const months = 'january february march april may june july august september october november december';

/** "March 3" and "December 12" name a day. */
const isDayNumber = (plain: string, at: number, whole: string): boolean =>
  /^\d+$/.test(whole) &&
  (months.split(' ').includes(plain.slice(0, at).trim().split(' ').at(-1) ?? '') ||
    /^ (days?|weeks?|months?|hours?|minutes?|years?|of (us|them))\b/.test(plain.slice(at + whole.length)));

/** People who say "at three" to a business mean the afternoon, and "at nine" the morning. */
function clock(hours: number, minutes: string, half: string | undefined, part: string | undefined): string | undefined {
  if (half !== undefined && (hours === 0 || hours > 12)) return undefined;
  let h = hours;
  if (half === 'pm' || (half === undefined && part !== undefined && part !== 'morning')) h = h < 12 ? h + 12 : h;
  else if (half === 'am') h = h === 12 ? 0 : h;
  else if (part === undefined && h >= 1 && h <= 6) h += 12;
  return `${String(h).padStart(2, '0')}:${minutes}`;
}

/** Day and month in the zone, from what chrono finds. */
function dateOf(plain: string, context: WhenContext): string | undefined {
  const reference = { instant: new Date(context.nowMs), timezone: offsetMinutes(context) };
  const monthly = /\b(?:on |the )+(\d{1,2})th\b(?! of)/.exec(plain) ?? /^(\d{1,2})th\b(?! of)/.exec(plain);
  const named = new RegExp(`\\b(${months.replaceAll(' ', '|')})\\b`).test(plain);
  if (monthly !== null && !named) return nextDayOfMonth(Number(monthly[1]), context);
  const cleaned = plain
    .replace(/\bday after tomorrow\b/, 'in 2 days')
    .replace(/\b(next|this|coming) (week|month|year)\b/g, ' ');
  const weekLater = /\ba week from\b|\bweek after\b/.test(plain) ? 7 : 0;
  for (const found of casual.parse(cleaned.replace(/\ba week from\b/, ''), reference, {
    forwardDate: true,
  })) {
    const { start } = found;
    if (/^(sun|mon|tue|wed|thu|fri|sat|mar|may|dec|now|second)$/.test(found.text.trim())) continue;
    if (!start.isCertain('day') && !start.isCertain('weekday')) continue;
    const day = new Date(
      Date.UTC(start.get('year') ?? 0, (start.get('month') ?? 1) - 1, (start.get('day') ?? 1) + weekLater),
    );
    return isoDay(day);
  }
  return undefined;
}

function nextDayOfMonth(day: number, context: WhenContext): string | undefined {
  if (day < 1 || day > 31) return undefined;
  const today = todayIn(context);
  const [year, month] = today.split('-').map(Number) as [number, number];
  for (let ahead = 0; ahead < 3; ahead++) {
    const date = new Date(Date.UTC(year, month - 1 + ahead, day));
    if (date.getUTCDate() === day && isoDay(date) >= today) return isoDay(date);
  }
  return undefined;
}

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

/** Today in the zone, YYYY-MM-DD. */
export const todayIn = (context: Pick<WhenContext, 'nowMs' | 'timezone'>): string =>
  isoDay(new Date(context.nowMs + offsetMinutes(context) * 60_000));

/** The same weekday a week later. */
export const weekAfter = (date: string): string => isoDay(new Date(Date.parse(date) + 7 * 86_400_000));

/** The clock in the zone, HH:MM. */
export const clockIn = (context: Pick<WhenContext, 'nowMs' | 'timezone'>): string =>
  new Date(context.nowMs + offsetMinutes(context) * 60_000).toISOString().slice(11, 16);

/** Minutes that the zone is ahead of UTC at that moment; an unknown zone is taken for UTC. */
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

/** "Tuesday, November 24 at 3 p.m." */
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
  const said = clockTime(time, say);
  return afterDay ? say('at_time', { time: said }) : said;
}

const isPart = (time: string): time is 'morning' | 'afternoon' | 'evening' =>
  time === 'morning' || time === 'afternoon' || time === 'evening';

function clockTime(time: string, say: Say): string {
  if (time === '12:00') return say('noon');
  const [h, m] = time.split(':').map(Number) as [number, number];
  const clock = `${h % 12 || 12}${m === 0 ? '' : `:${String(m).padStart(2, '0')}`}`;
  return say(h < 12 ? 'before_noon' : 'after_noon', { clock });
}
