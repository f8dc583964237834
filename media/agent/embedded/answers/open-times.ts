import { casual } from 'chrono-node/en';
import { openingHoursIn } from '../../../retrieval/index.ts';
import { sentencesOf } from '../../../text/sentences.ts';

/** A time in which a business is open, in minutes of the day. An end at or before the start is on the next day. */
export interface OpenTime {
  readonly start: number;
  readonly end: number;
}

/** Text beyond this length is ignored. */
const mostCharacters = 100_000;

/** Returns the times in which a business is open on any day, as its documents state them; empty if they do not. */
export function openTimesIn(texts: Iterable<string>): readonly OpenTime[] {
  const times: OpenTime[] = [];
  let left = mostCharacters;
  for (const text of texts) {
    if (left <= 0) break;
    for (const sentence of sentencesOf(text.slice(0, left)))
      if (openingHoursIn(sentence) !== undefined) times.push(...timesIn(sentence));
    left -= text.length;
  }
  return times;
}

function timesIn(sentence: string): OpenTime[] {
  return casual.parse(sentence).flatMap(({ start, end }) => {
    if (end == null || !start.isCertain('hour') || !end.isCertain('hour')) return [];
    return [{ start: minuteOf(start), end: minuteOf(end) }];
  });
}

type Moment = ReturnType<typeof casual.parse>[number]['start'];
const minuteOf = (moment: Moment): number => 60 * (moment.get('hour') ?? 0) + (moment.get('minute') ?? 0);

/** Returns whether a business is open at a minute of the day, or closes at it. */
export const isOpenAt = (times: readonly OpenTime[], minute: number): boolean =>
  times.some(({ start, end }) => (start < end ? minute >= start && minute <= end : minute >= start || minute <= end));
