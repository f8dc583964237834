import { packOf } from '../language/languages.ts';
import { patternOf } from '../language/match.ts';
import { questionTerms } from './terms.ts';

/** What a statement of opening hours is about beyond its words. */
export interface OpeningHours {
  /** Opening and closing. */
  readonly subject: ReadonlySet<string>;
  /** The days that it names, also in short: "Mon". */
  readonly days: ReadonlySet<string>;
  /**
   * The other days, with the share of a named one from 0 to 1, so that a sentence that names a day comes first. "Mon-Fri"
   * covers Wednesday, and answers for Sunday as well because it leaves it out.
   */
  readonly otherDays: ReadonlyMap<string, number>;
}

const opening = patternOf(({ retrieval }) => retrieval?.hours.opening);
const closed = patternOf(({ retrieval }) => retrieval?.hours.closed);
const span = patternOf(({ retrieval }) => retrieval?.hours.span);
const end = patternOf(({ retrieval }) => retrieval?.hours.end);
const through = patternOf(({ retrieval }) => retrieval?.hours.through);
const workDays = patternOf(({ retrieval }) => retrieval?.hours.workDays);
const weekend = patternOf(({ retrieval }) => retrieval?.hours.weekend);
const allDays = patternOf(({ retrieval }) => retrieval?.hours.allDays);

const pack = packOf('en');
const [sunday = '', ...others] = pack?.numbers?.weekdays.entries ?? [];
/** Monday first. */
const weekdays = [...others, sunday];
/** The terms of the seven days. */
const week = weekdays.map((name) => [...questionTerms(name)]);
/** One group for each day. */
const anyDay = (entries: readonly string[], flags: string): RegExp =>
  new RegExp(`\\b(?:${entries.map((entry) => `(${entry})`).join('|')})\\b`, flags);
const longName = anyDay(
  weekdays.map((name) => `${name}s?`),
  'gi',
);
const shortName = anyDay(pack?.retrieval?.hours.shortWeekdays.entries ?? [], 'g');
const saturday = 5;
const coveredShare = 0.75;
const leftOutShare = 0.7;

const hoursTerms = questionTerms('hours');
const openingTerms = questionTerms('open');
const closingTerms = questionTerms('close');

/** Returns what a sentence says of opening hours, or undefined if it does not state any. */
export function openingHoursIn(sentence: string): OpeningHours | undefined {
  const text = sentence.replaceAll(/[–—]/g, '-');
  const named = namedDays(text);
  const days = coveredDays(text, named);
  const isSpan = span.test(text);
  const isOpening = opening.test(text);
  const isTimed = isSpan || end.test(text);
  const isClosed = closed.test(text);
  if (days.size === 0 ? !(isOpening && isTimed) : !(isOpening || isTimed || isClosed)) return undefined;
  return {
    subject: new Set([
      ...openingTerms,
      ...(isOpening || isTimed ? hoursTerms : []),
      ...(isTimed || isClosed ? closingTerms : []),
    ]),
    days: new Set(named.flatMap(({ day }) => week[day] ?? [])),
    otherDays: new Map(
      week.flatMap((terms, day) => {
        if (named.some((namedDay) => namedDay.day === day) || !(days.has(day) || isTimed)) return [];
        return terms.map((term) => [term, days.has(day) ? coveredShare : leftOutShare] as const);
      }),
    ),
  };
}

interface NamedDay {
  /** From 0 for Monday to 6. */
  readonly day: number;
  readonly start: number;
  readonly end: number;
}

const namedDays = (text: string): NamedDay[] =>
  [longName, shortName]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .map((match) => ({
      day: match.slice(1).findIndex((name) => name !== undefined),
      start: match.index,
      end: match.index + match[0].length,
    }))
    .sort((first, other) => first.start - other.start);

/** Returns the named days with those inside their ranges, and those of words like "daily". */
function coveredDays(text: string, named: readonly NamedDay[]): ReadonlySet<number> {
  const days = new Set(named.map(({ day }) => day));
  if (allDays.test(text)) for (const day of week.keys()) days.add(day);
  if (workDays.test(text)) for (let day = 0; day < saturday; day += 1) days.add(day);
  if (weekend.test(text)) for (let day = saturday; day < week.length; day += 1) days.add(day);
  for (const [i, { day, start }] of named.entries()) {
    const from = named[i - 1];
    if (from === undefined || !through.test(text.slice(from.end, start))) continue;
    for (let at = from.day; at !== day; at = (at + 1) % week.length) days.add(at);
  }
  return days;
}
