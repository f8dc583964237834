import { Temporal } from 'temporal-polyfill';
import type { TimeWindow } from '../../data/index.ts';

/** Hours of the day, and the days that they are kept on, by the clocks of a zone. */
export interface CallingHours extends TimeWindow {
  /** `YYYY-MM-DD`, both included; a night that begins on the last day is over with it. */
  readonly startDate?: string | null;
  readonly endDate?: string | null;
}

/** More than a clock is ever set back, or two windows that meet at all are apart. */
const searchedDays = 3;
const daysOfWeek = 7;
/** Each step goes to the next opening of a window; this is more than either has within the days. */
const maxSteps = 64;

export const wholeDay = (timezone: string): TimeWindow => ({ timezone, start: '00:00', end: '00:00' });

/** By what clocks there show, whatever they were set by in between. */
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

/** The first moment from `at` on at which all of them are open; undefined when there is none. */
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

/** A campaign may begin long after it is looked at. */
function latestStartMs(all: readonly CallingHours[], at: Date): number {
  const starts = all.map(({ startDate }) => (startDate == null ? 0 : Date.parse(startDate)));
  return Math.max(at.getTime(), ...starts);
}

/**
 * When these hours open next, strictly after `at`. A clock that is set back shows an hour twice, and one that is set
 * forward may show the opening hour never: then the change of the clock is what opens.
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
    // Hours over midnight are open when the first day begins.
    return [opens, midnight].flatMap((local) =>
      (['earlier', 'later'] as const).map((disambiguation) => local.toZonedDateTime(timezone, { disambiguation })),
    );
  });
  const change = here.getTimeZoneTransition('next');
  const candidates = [...moments, ...(change === null ? [] : [change])].map(
    ({ epochMilliseconds }) => epochMilliseconds,
  );
  const found = candidates
    .filter((ms) => ms > at.getTime() && isOpen(hours, new Date(ms)))
    .reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  return Number.isFinite(found) ? new Date(found) : undefined;
}

/** The day and the minute that clocks of a zone show; the weekday is 1 on Mondays. */
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
