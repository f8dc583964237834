import { Temporal } from 'temporal-polyfill';
import type { OrganisationId, Queries } from '../../../data/index.ts';

export const windows = ['today', 'yesterday', '7d', '14d', '30d'] as const;
export type Window = (typeof windows)[number];

/** UTC moments: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export interface Day extends Span {
  /** `YYYY-MM-DD`; of an hour, its local start, `YYYY-MM-DDTHH:MM`. */
  readonly date: string;
}

/** A clock and the time zone that defines its days. */
export interface DayClock {
  readonly now: () => Date;
  readonly timezone: string;
}

/** Returns the clock of an organisation, whose days begin in its time zone. `queries`: those of an open transaction. */
export type ClockOf = (organisation: OrganisationId, queries?: Queries) => Promise<DayClock>;

const hourMs = 3_600_000;
const completeDays: Readonly<Record<Window, number>> = { today: 0, yesterday: 1, '7d': 7, '14d': 14, '30d': 30 };

/**
 * Returns the span of a window, which starts at midnight. All but `yesterday` end now: `7d` is seven complete days plus
 * today so far.
 */
export function spanOf(window: Window, clock: DayClock): Span {
  const { today, now } = shownBy(clock);
  const from = midnight(today.subtract({ days: completeDays[window] }), clock);
  return { from, to: window === 'yesterday' ? midnight(today, clock) : now };
}

/**
 * Returns the preceding span of the same shape. `today` at noon is compared with yesterday until noon; `7d` with the
 * same eight days before, the last one until noon.
 */
export function previousSpanOf(window: Window, clock: DayClock): Span {
  const { today } = shownBy(clock);
  const days = window === 'yesterday' ? 1 : completeDays[window] + 1;
  const from = midnight(today.subtract({ days: completeDays[window] + days }), clock);
  if (window === 'yesterday') return { from, to: midnight(today.subtract({ days }), clock) };
  // If clocks skip this time of day, the next valid moment is used.
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime()).toZonedDateTimeISO(clock.timezone);
  return { from, to: new Date(now.subtract({ days }).epochMilliseconds).toISOString() };
}

/** Returns the last `days` days, oldest first, including today so far. A day may have 23 or 25 hours. */
export function lastDays(days: number, clock: DayClock): Day[] {
  const { today, now } = shownBy(clock);
  return Array.from({ length: days }, (_, index) => {
    const date = today.subtract({ days: days - 1 - index });
    const to = index === days - 1 ? now : midnight(date.add({ days: 1 }), clock);
    return { date: date.toString(), from: midnight(date, clock), to };
  });
}

/** Returns the days of a span, oldest first; the last one may be partial. */
export function daysOf({ from, to }: Span, clock: DayClock): Day[] {
  const days: Day[] = [];
  let date = dateOf(from, clock);
  for (let start = from; start < to; ) {
    date = date.add({ days: 1 });
    const next = midnight(date, clock);
    days.push({ date: date.subtract({ days: 1 }).toString(), from: start, to: earlier(next, to) });
    start = next;
  }
  return days;
}

/** Returns the hours of a span that begins at midnight, oldest first; the last one may be partial. */
export function hoursOf({ from, to }: Span, { timezone }: Pick<DayClock, 'timezone'>): Day[] {
  const hours: Day[] = [];
  for (let startMs = Date.parse(from); startMs < Date.parse(to); startMs += hourMs) {
    const local = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(timezone).toPlainDateTime();
    const next = new Date(startMs + hourMs).toISOString();
    const start = new Date(startMs).toISOString();
    hours.push({ date: local.toString({ smallestUnit: 'minute' }), from: start, to: earlier(next, to) });
  }
  return hours;
}

/** Returns a span of `days` complete days plus today so far. */
export function lastSpan(days: number, clock: DayClock): Span {
  const { today, now } = shownBy(clock);
  return { from: midnight(today.subtract({ days }), clock), to: now };
}

/**
 * Returns the span of whole days (`YYYY-MM-DD`, both inclusive), until now at most. Undefined if `first` is after
 * `last` or in the future.
 */
export function spanBetween(first: string, last: string, clock: DayClock): (Span & { days: number }) | undefined {
  const { today, now } = shownBy(clock);
  const [from, to] = [Temporal.PlainDate.from(first), Temporal.PlainDate.from(last)];
  if (Temporal.PlainDate.compare(from, to) > 0 || Temporal.PlainDate.compare(from, today) > 0) return undefined;
  const end = midnight(to.add({ days: 1 }), clock);
  return { from: midnight(from, clock), to: earlier(end, now), days: from.until(to).days + 1 };
}

/**
 * Returns the span from a day or moment to the end of a day or to a moment. Days are in the time zone of the clock and end
 * now at the latest. Undefined if the span is empty.
 */
export function spanWithin(first: string, last: string, clock: DayClock): Span | undefined {
  const isDay = (text: string): boolean => text.length === 10;
  const momentOf = (text: string, days: number): string =>
    isDay(text)
      ? midnight(Temporal.PlainDate.from(text).add({ days }), clock)
      : new Date(Temporal.Instant.from(text).epochMilliseconds).toISOString();
  const from = momentOf(first, 0);
  const to = momentOf(last, 1);
  const end = isDay(last) ? earlier(to, shownBy(clock).now) : to;
  return from < end ? { from, to: end } : undefined;
}

/** Returns the span of the same length just before. */
export function spanBefore({ from, to }: Span): Span {
  const length = Date.parse(to) - Date.parse(from);
  return { from: new Date(Date.parse(from) - length).toISOString(), to: from };
}

const earlier = (first: string, other: string): string => [first, other].sort()[0] as string;

/** Returns the date of a moment in the time zone of the clock. */
export const dateOf = (at: string, { timezone }: Pick<DayClock, 'timezone'>): Temporal.PlainDate =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate();

function shownBy({ now, timezone }: DayClock): { today: Temporal.PlainDate; now: string } {
  const at = now();
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  return { today: here.toPlainDate(), now: at.toISOString() };
}

/** Returns the first moment of a day, which is not 00:00 where clocks go forward at midnight. */
const midnight = (date: Temporal.PlainDate, { timezone }: DayClock): string =>
  new Date(date.toZonedDateTime(timezone).startOfDay().epochMilliseconds).toISOString();
