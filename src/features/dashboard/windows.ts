import { Temporal } from 'temporal-polyfill';

export const windows = ['today', 'yesterday', '7d', '14d', '30d'] as const;
export type Window = (typeof windows)[number];

/** Moments in UTC, `from` included and `to` not. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

export interface Day extends Span {
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

/** The clock of the server: the moment, and the zone whose midnights part the days. */
export interface ServerClock {
  readonly now: () => Date;
  readonly timezone: string;
}

const completeDays: Readonly<Record<Window, number>> = { today: 0, yesterday: 1, '7d': 7, '14d': 14, '30d': 30 };

/** Whole days from midnight. All but `yesterday` end now: `7d` is seven complete days and today so far. */
export function spanOf(window: Window, clock: ServerClock): Span {
  const { today, now } = shownBy(clock);
  const from = midnight(today.subtract({ days: completeDays[window] }), clock);
  return { from, to: window === 'yesterday' ? midnight(today, clock) : now };
}

/** The last so many days, today so far included, oldest first. A day may have 23 or 25 hours. */
export function lastDays(days: number, clock: ServerClock): Day[] {
  const { today, now } = shownBy(clock);
  return Array.from({ length: days }, (_, index) => {
    const date = today.subtract({ days: days - 1 - index });
    const to = index === days - 1 ? now : midnight(date.add({ days: 1 }), clock);
    return { date: date.toString(), from: midnight(date, clock), to };
  });
}

function shownBy({ now, timezone }: ServerClock): { today: Temporal.PlainDate; now: string } {
  const at = now();
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  return { today: here.toPlainDate(), now: at.toISOString() };
}

/** The first moment of a day: where clocks are set forward at midnight, it is not 00:00. */
const midnight = (date: Temporal.PlainDate, { timezone }: ServerClock): string =>
  new Date(date.toZonedDateTime(timezone).startOfDay().epochMilliseconds).toISOString();
