import { Temporal } from 'temporal-polyfill';
import type { TimeWindow } from '../../../data/index.ts';

/** Daily hours and dates in local time of a zone. */
export interface CallingHours extends TimeWindow {
  /** `YYYY-MM-DD`, both inclusive. Hours over midnight that begin on `endDate` end with that day. */
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}

/** Exceeds any clock change and the gap between two windows that overlap at all. */
const searchedDays = 3;
const daysOfWeek = 7;
/** Each step advances to the next opening of one window; neither has this many in the searched days. */
const maxSteps = 64;

export const wholeDay = (timezone: string): TimeWindow => ({ timezone, start: '00:00', end: '00:00' });

/** Returns whether the hours are open by the local time of their zone, including clock changes. */
export function isOpen(hours: CallingHours, at: Date): boolean {
  const { date, time, weekday } = shownBy(hours.timezone, at);
  const isWeekday = hours.weekdays?.includes(weekday) ?? true;
  const isDay = isWeekday && (hours.startDate ?? date) <= date && date <= (hours.endDate ?? date);
  return isDay && isWithin(hours, time);
}

function isWithin({ start, end }: Pick<TimeWindow, 'start' | 'end'>, time: string): boolean {
  if (start === end) return true;
  return start < end ? start <= time && time < end : time >= start || time < end;
}

/** Returns the first moment from `at` on when all of them are open; undefined if there is none. */
export function nextOpen(all: readonly CallingHours[], at: Date): Date | undefined {
  let moment = at;
  const limitMs = latestStartMs(all, at) + (searchedDays + daysOfWeek) * 86_400_000;
  for (let step = 0; step < maxSteps && moment.getTime() <= limitMs; step++) {
    const closed = all.find((hours) => !isOpen(hours, moment));
    if (closed === undefined) return moment;
    const next = opening(closed, moment);
    if (next === undefined) return undefined;
    moment = next;
  }
  return undefined;
}

/** A campaign may start long after `at`. */
function latestStartMs(all: readonly CallingHours[], at: Date): number {
  const starts = all.map(({ startDate }) => (startDate == null ? 0 : Date.parse(startDate)));
  return Math.max(at.getTime(), ...starts);
}

/**
 * Returns the next opening strictly after `at`. When a clock is set back, an hour occurs twice; when it is set forward,
 * the opening hour may not occur, and the change itself is the opening.
 */
function opening(hours: CallingHours, at: Date): Date | undefined {
  const { timezone, start, startDate } = hours;
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const today = here.toPlainDate();
  const first = startDate != null && startDate > today.toString() ? Temporal.PlainDate.from(startDate) : today;
  const furthest = hours.weekdays === undefined ? 2 : daysOfWeek + 1;
  const moments = Array.from({ length: furthest + 2 }, (_, nth) => nth - 1).flatMap((days) => {
    const day = first.add({ days });
    const midnight = day.toPlainDateTime('00:00');
    const opens = day.toPlainDateTime(start);
    // Hours over midnight are already open at the start of the first day.
    return [opens, midnight].flatMap((local) =>
      (['earlier', 'later'] as const).map((disambiguation) => local.toZonedDateTime(timezone, { disambiguation })),
    );
  });
  const change = here.getTimeZoneTransition('next');
  const candidates = [...moments, ...(change === null ? [] : [change])].map(
    ({ epochMilliseconds }) => epochMilliseconds,
  );
  const next = candidates
    .filter((ms) => ms > at.getTime() && isOpen(hours, new Date(ms)))
    .reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  return Number.isFinite(next) ? new Date(next) : undefined;
}

/** Returns the local date and minute in a zone; `weekday` is 1 for Monday. */
export function shownBy(
  timezone: string,
  at: Date,
): { readonly date: string; readonly time: string; readonly weekday: number } {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: 'minute' }),
    weekday: local.dayOfWeek,
  };
}
