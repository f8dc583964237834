import { casual } from 'chrono-node/en';
import { patternOf } from '../../../language/match.ts';
import { openingHoursIn } from '../../../retrieval/index.ts';
import { sentencesOf } from '../../../text/sentences.ts';

/** A time in which a business is open, in minutes of the day. An end at or before the start is on the next day. */
export interface OpenTime {
  readonly start: number;
  readonly end: number;
}

/** Text beyond this length is ignored. */
const mostCharacters = 100_000;
/** Parsing takes up to a millisecond a sentence, and a caller waits for it. */
const mostSentences = 50;
/** A longer sentence is a list or a table without line breaks. */
const longestSentence = 400;

const opening = patternOf(({ retrieval }) => retrieval?.hours.opening, 'gi');
const closed = patternOf(({ retrieval }) => retrieval?.hours.closed, 'gi');

/** Returns the times in which a business is open on any day, as its documents state them; empty if they do not. */
export function openTimesIn(texts: Iterable<string>): readonly OpenTime[] {
  const times: OpenTime[] = [];
  let left = mostCharacters;
  let read = 0;
  for (const text of texts) {
    for (const sentence of sentencesOf(text.slice(0, left))) {
      if (sentence.length > longestSentence || openingHoursIn(sentence) === undefined) continue;
      times.push(...timesIn(sentence));
      read += 1;
      if (read === mostSentences) return times;
    }
    left -= text.length;
    if (left <= 0) break;
  }
  return times;
}

/** Hours of every day are read as on any: early in the day, "midnight" is the one that has passed. */
const anyNoon = new Date(2026, 0, 5, 12);

function timesIn(sentence: string): OpenTime[] {
  return casual.parse(sentence, anyNoon).flatMap(({ index, start, end }) => {
    if (end == null || !start.isCertain('hour') || !end.isCertain('hour')) return [];
    const lead = sentence.slice(0, index);
    return lastOf(closed, lead) > lastOf(opening, lead) ? [] : (spanOf(start, end) ?? []);
  });
}

const lastOf = (pattern: RegExp, text: string): number => [...text.matchAll(pattern)].at(-1)?.index ?? -1;

type Moment = ReturnType<typeof casual.parse>[number]['start'];
const minuteOf = (moment: Moment): number => 60 * (moment.get('hour') ?? 0) + (moment.get('minute') ?? 0);
const halfDay = 720;

/** "9 to 5" and "9 to 5 p.m." end in the afternoon of the same day. "6 to 11" may be of either half of the day. */
function spanOf(from: Moment, to: Moment): OpenTime | undefined {
  const [start, end] = [minuteOf(from), minuteOf(to)];
  const [isStartClear, isEndClear] = [from, to].map((moment) => moment.isCertain('meridiem'));
  if (!isStartClear && isEndClear && start >= halfDay && start > end) return { start: start - halfDay, end };
  if (isEndClear || end < 60) return { start, end };
  if (end > start) return isStartClear ? { start, end } : undefined;
  return { start, end: end + halfDay > start ? end + halfDay : end };
}

/** Returns whether a business is open at a minute of the day, or closes at it. */
export const isOpenAt = (times: readonly OpenTime[], minute: number): boolean =>
  times.some(({ start, end }) => (start < end ? minute >= start && minute <= end : minute >= start || minute <= end));
