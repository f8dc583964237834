import type { ParsedComponents, Parser, ParsingComponents, ParsingContext } from 'chrono-node';
import { Chrono, configuration } from 'chrono-node/en';
import { entriesOf } from '../../media/language/languages.ts';
import { patternOf } from '../../media/language/match.ts';
import type { Facts } from './types.ts';
import type { Span } from './words.ts';

const beforeDate = patternOf(({ analysis }) => analysis?.moments.beforeDate);
const beforeTime = patternOf(({ analysis }) => analysis?.moments.beforeTime);
const dayAfterTomorrow = patternOf(({ analysis }) => analysis?.moments.dayAfterTomorrow);
const present = patternOf(({ analysis }) => analysis?.moments.present);

/** A day, a time of day, or both, that a text names. */
export interface Moment extends Span {
  /** YYYY-MM-DD; undefined where only a time is named. */
  readonly day: string | undefined;
  /** HH:MM of 24 hours; undefined where no time is named. */
  readonly time: string | undefined;
}

const ones = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ordinals = `first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth
  fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth`.split(/\s+/);
const tensOrdinals = [20, 30].flatMap((ten) =>
  ordinals.slice(0, 9).map((word, one) => [`${ten === 20 ? 'twenty' : 'thirty'}[ -]${word}`, ten + one + 1] as const),
);
const days: readonly (readonly [string, number])[] = [
  ...tensOrdinals.filter(([, day]) => day <= 31),
  ...ordinals.map((word, index) => [word, index + 1] as const),
  ['thirtieth', 30],
];
const dayWord = days.map(([word]) => word).join('|');
const dayNumber = `(\\d{1,2})\\s?(?:st|nd|rd|th)|(${dayWord})`;
const hourWord = `\\d{1,2}|${ones.join('|')}`;
const weekdays = entriesOf(({ analysis }) => analysis?.moments.weekdays);
const weekdayWord = weekdays.join('|');
const monthWord =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** What an ordinal counts other than days. */
const countedWord =
  'time|one|floor|street|avenue|class|party|item|option|person|card|call|payment|of\\s+(?!this|next|the)';
const minutesOfWord: Readonly<Record<string, number>> = {
  ...{
    fifteen: 15,
    twenty: 20,
    'twenty-five': 25,
    'twenty five': 25,
    thirty: 30,
    'thirty-five': 35,
    'thirty five': 35,
  },
  ...{ forty: 40, 'forty-five': 45, 'forty five': 45, fifty: 50, 'fifty-five': 55, 'fifty five': 55 },
  ...{
    ten: 10,
    five: 5,
    'oh five': 5,
    "o'clock": 0,
    'o"clock': 0,
    'o’clock': 0,
    'o clock': 0,
    oclock: 0,
    quarter: 15,
    half: 30,
  },
};
const minuteWord = Object.keys(minutesOfWord)
  .filter((word) => !['quarter', 'half', 'five'].includes(word))
  .sort((a, b) => b.length - a.length)
  .join('|');
/** A part of the day after a time; "in the" alone has no meaning. */
const partOfDay =
  '(?:\\s*(a\\.?\\s?m\\.?|p\\.?\\s?m\\.?)(?![a-z])|\\s+(?:in the|at|this|tomorrow)\\s+(morning|afternoon|evening|night))';

const hourOf = (text: string): number => {
  const word = ones.indexOf(text.toLowerCase());
  return word < 0 ? Number(text) : word + 1;
};

const dayOf = (digits: string | undefined, word: string | undefined): number => {
  if (digits !== undefined) return Number(digits);
  const plain = word?.toLowerCase().replace('-', ' ');
  return days.find(([each]) => each.replace('[ -]', ' ') === plain)?.[1] ?? 0;
};

/** Sets a time of 24 hours from one of 12 with a part of the day; without one it stays as spoken. */
function clock(result: ParsingComponents, hour: number, minute: number, part: string | undefined) {
  const named = part?.toLowerCase().replace(/[.\s]/g, '');
  const isLate = named === 'pm' || named === 'afternoon' || named === 'evening' || named === 'night';
  const isEarly = named === 'am' || named === 'morning';
  const isMidnight = named === 'night' && hour === 12;
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

/** The day of the conversation where the customer is, as midnight UTC. */
function todayOf(context: ParsingContext): Date {
  const { instant, timezoneOffset } = context.reference as unknown as { instant: Date; timezoneOffset: number | null };
  const local = new Date(instant.getTime() + (timezoneOffset ?? 0) * 60_000);
  return new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()));
}

/** The next day of a month that has this number; a month that is named is kept. */
function onDay(today: Date, day: number, which: string | undefined): Date | undefined {
  if (day < 1 || day > 31) return undefined;
  const isOpen = which === undefined || which === 'the';
  const isNext = which === 'next' || (isOpen && day < today.getUTCDate());
  for (let ahead = isNext ? 1 : 0; ahead <= 2; ahead += 1) {
    const date = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead, day));
    if (date.getUTCDate() === day) return date;
    if (!isOpen) return undefined;
  }
  return undefined;
}

const parsers: readonly Parser[] = [
  {
    // "The 12th", "12th of this month". Only with an article or a preposition: "my 2nd card" is not a date.
    pattern: () =>
      new RegExp(
        `\\b(?:the|on|by|until|till|from|to|for)\\s+(?:the\\s+)?(?:${dayNumber})(?!\\s+(?:of\\s+)?(?:${monthWord})\\b)(?:\\s+(?:of\\s+)?(this|next|the)\\s+month)?(?!\\s+(?:${countedWord}))(?![\\w-])`,
        'i',
      ),
    extract: (context, match) => {
      const date = onDay(todayOf(context), dayOf(match[1], match[2]), match[3]?.toLowerCase());
      if (date === undefined) return null;
      const lead = beforeDate.exec(match[0])?.[0].length ?? 0;
      const text = match[0].slice(lead);
      const parsed = context.createParsingResult((match.index ?? 0) + lead, text);
      calendar(parsed.start, date);
      return parsed;
    },
  },
  {
    pattern: () => new RegExp(`\\b(?:${dayNumber})\\s+(?:of\\s+)?(this|next)\\s+month\\b`, 'i'),
    extract: (context, match) => {
      const date = onDay(todayOf(context), dayOf(match[1], match[2]), match[3]?.toLowerCase());
      return date === undefined ? null : calendar(context.createParsingComponents(), date);
    },
  },
  {
    // Weeks begin on Monday: on a Sunday, "Monday next week" is tomorrow.
    pattern: () => new RegExp(`\\b(${weekdayWord})(?:,)?\\s+(?:of\\s+)?(this|next)\\s+week\\b`, 'i'),
    extract: (context, match) => {
      const today = todayOf(context);
      const wanted = (weekdays.indexOf((match[1] ?? '').toLowerCase()) + 6) % 7;
      const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * dayMs;
      const week = match[2]?.toLowerCase() === 'next' ? 7 : 0;
      return calendar(context.createParsingComponents(), new Date(monday + (week + wanted) * dayMs));
    },
  },
  {
    pattern: () => new RegExp(`\\b(?:next|this|coming|this coming)\\s+(${weekdayWord})\\b(?!\\s+week)`, 'i'),
    extract: (context, match) => {
      const today = todayOf(context);
      const wanted = weekdays.indexOf((match[1] ?? '').toLowerCase());
      const ahead = (wanted - today.getUTCDay() + 7) % 7 || (/^next/i.test(match[0]) ? 7 : 0);
      return calendar(context.createParsingComponents(), new Date(today.getTime() + ahead * dayMs));
    },
  },
  {
    pattern: () =>
      new RegExp(
        `\\b(quarter|half|ten|twenty|five|10|20|5)\\s+(past|after|to|till|before)\\s+(${hourWord})\\b${partOfDay}?`,
        'i',
      ),
    extract: (context, match) => {
      const [, amount = '', side = ''] = match;
      const minutes = Number(amount) || (minutesOfWord[amount.toLowerCase()] ?? 0);
      const isAfter = side.toLowerCase() === 'past' || side.toLowerCase() === 'after';
      const hour = hourOf(match[3] ?? '');
      const shown = isAfter ? hour : hour === 1 ? 12 : hour - 1;
      // "Quarter to 12 in the afternoon" is before noon.
      return clock(context.createParsingComponents(), shown, isAfter ? minutes : 60 - minutes, match[4] ?? match[5]);
    },
  },
  {
    // "Seven thirty pm", "five o'clock", "7 in the evening", "one in the afternoon".
    pattern: () =>
      new RegExp(
        `\\b(?:(?:at|around|about|by|from|until|till)\\s+)?(${hourWord})(?:(?::|\\s+)([0-5]\\d|${minuteWord})(?![\\w]))?${partOfDay}`,
        'i',
      ),
    extract: (context, match) => {
      const minute = minuteOf(match[2]);
      const lead = beforeTime.exec(match[0])?.[0].length ?? 0;
      const parsed = context.createParsingResult((match.index ?? 0) + lead, match[0].slice(lead));
      return clock(parsed.start, hourOf(match[1] ?? ''), minute, match[3] ?? match[4]) === null ? null : parsed;
    },
  },
  {
    // "Afternoon 3", "in the evening 6".
    pattern: () =>
      new RegExp(
        `\\b(morning|afternoon|evening)\\s+(?:at\\s+)?(${hourWord})(?::([0-5]\\d))?(?![\\w:]|\\s*[ap]\\.?m)`,
        'i',
      ),
    extract: (context, match) =>
      clock(context.createParsingComponents(), hourOf(match[2] ?? ''), minuteOf(match[3]), match[1]),
  },
  {
    pattern: () => dayAfterTomorrow,
    extract: (context) => calendar(context.createParsingComponents(), new Date(todayOf(context).getTime() + 2 * dayMs)),
  },
  {
    pattern: () =>
      new RegExp(
        `\\b(${hourWord})(?:\\s+)(${minuteWord})\\b(?!\\s+(?:minutes|hours|days|dollars|percent|people))`,
        'i',
      ),
    extract: (context, match) =>
      clock(context.createParsingComponents(), hourOf(match[1] ?? ''), minuteOf(match[2]), undefined),
  },
];

const standard = configuration.createCasualConfiguration();
const english = new Chrono({
  parsers: [...parsers, ...standard.parsers],
  // "From the 10th till the 12th" is two days here.
  refiners: standard.refiners.filter((refiner) => refiner.constructor.name !== 'ENMergeDateRangeRefiner'),
});
/** Without one of these, a text names no day and no time. */
const mayName = new RegExp(
  `\\d|${weekdayWord}|\\b(?:mon|tues?|wed|thu|thurs|fri|sat|sun|${monthWord}|${dayWord}|to(?:day|night|morrow)|yesterday|week|weekend|month|year|noon|midnight|midday|morning|afternoon|evening|night|now|past|quarter|half|o'?\\s?clock|[ap]\\.?\\s?m|${minuteWord})\\b`,
  'i',
);

/** Days and times that a text names, in its order; days without a year are the next ones from the conversation on. */
export function momentsIn(
  text: string,
  { calledAt, utcOffsetMinutes }: Pick<Facts, 'calledAt' | 'utcOffsetMinutes'>,
): Moment[] {
  if (!mayName.test(text)) return [];
  const reference = { instant: new Date(calledAt), timezone: utcOffsetMinutes };
  const today = new Date(Date.parse(calledAt) + utcOffsetMinutes * 60_000).toISOString().slice(0, 10);
  return english.parse(text, reference, { forwardDate: true }).flatMap((result): Moment[] => {
    // "Now please" and "the current one" do not name a date.
    if (present.test(result.text)) return [];
    const { start, end } = result;
    const span = { start: result.index, end: result.index + result.text.length };
    const first = momentOf(start, span, today);
    const last = end === undefined || end === null ? undefined : momentOf(end, span, today);
    return [first, last].filter((each) => each !== undefined);
  });
}

function momentOf(parts: ParsedComponents, span: Span, today: string): Moment | undefined {
  const isDay = parts.isCertain('day') || parts.isCertain('weekday');
  const isTime = parts.isCertain('hour');
  if (!isDay && !isTime) return undefined;
  const day = isDay ? `${yearOf(parts, today)}-${two(parts.get('month'))}-${two(parts.get('day'))}` : undefined;
  const time = isTime ? `${two(parts.get('hour'))}:${two(parts.get('minute'))}` : undefined;
  return { ...span, day, time };
}

/** A time of today that has passed is still today, not a year ahead. */
function yearOf(parts: ParsedComponents, today: string): number {
  const year = parts.get('year') ?? 0;
  const isToday = `${two(parts.get('month'))}-${two(parts.get('day'))}` === today.slice(5);
  return isToday && !parts.isCertain('year') && year === Number(today.slice(0, 4)) + 1 ? year - 1 : year;
}

const two = (part: number | null): string => String(part ?? 0).padStart(2, '0');

function minuteOf(text: string | undefined): number {
  if (text === undefined) return 0;
  return /^\d/.test(text) ? Number(text) : (minutesOfWord[text.toLowerCase()] ?? 0);
}
