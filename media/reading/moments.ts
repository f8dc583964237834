import { patternOf } from '../language/match.ts';
import type { Span } from '../text/words.ts';
import { daysIn, type Reference } from './days.ts';
import { type TimeContext, timesIn } from './times.ts';

export type { Reference } from './days.ts';

/** A day, a time of day, or both, named in a text. */
export interface Moment extends Span {
  /** YYYY-MM-DD; undefined if only a time is named. */
  readonly day: string | undefined;
  /** 24-hour HH:MM; undefined if no time is named. */
  readonly time: string | undefined;
}

const join = patternOf(({ reading }) => reading?.dates?.join);

/** Returns the days and times named in a text, in order; a day and its time are one moment. */
export function momentsIn(text: string, reference: Reference, context: TimeContext = {}): Moment[] {
  const days = daysIn(text, reference);
  const times = timesIn(text, context).flatMap((time): Moment[] => {
    const day = days.find((one) => overlap(one, time));
    if (day === undefined) return [{ ...time, day: undefined }];
    // "Eight tonight": the day is the part of the day. "March 3" is no hour.
    return time.start < day.start ? [{ ...time, day: day.day, end: Math.max(time.end, day.end) }] : [];
  });
  const moments: Moment[] = [];
  const alone = days.filter((day) => !times.some((time) => overlap(day, time)));
  const apart = [...alone, ...times].sort((a, b) => a.start - b.start);
  for (const next of apart) {
    const last = moments.at(-1);
    const isPair = last !== undefined && isOneMoment(last, next) && join.test(text.slice(last.end, next.start));
    if (isPair)
      moments[moments.length - 1] = {
        day: last.day ?? next.day,
        time: last.time ?? next.time,
        start: last.start,
        end: Math.max(last.end, next.end),
      };
    else moments.push(next);
  }
  return moments;
}

const isOneMoment = (a: Moment, b: Moment): boolean =>
  (a.day === undefined) !== (b.day === undefined) && (a.time === undefined) !== (b.time === undefined);

const overlap = (a: Span, b: Span): boolean => a.start < b.end && b.start < a.end;
