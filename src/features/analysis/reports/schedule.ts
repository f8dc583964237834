import { Temporal } from 'temporal-polyfill';
import type { DayClock, Span } from '../dashboard/index.ts';

export type Every = 'week' | 'month';

/** Hour of the day, in the organisation's time zone, at which reports are sent. */
const sendHour = 7;

/** Returns the next Monday or first of the month at seven in the organisation's time zone, strictly after `at`. */
export function nextAfter(every: Every, at: Date, { timezone }: Pick<DayClock, 'timezone'>): string {
  const here = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
  const today = here.toPlainDate();
  const first =
    every === 'week' ? today.add({ days: (8 - today.dayOfWeek) % 7 }) : today.with({ day: 1 }).add({ months: 1 });
  const candidates = [...(every === 'month' ? [today.with({ day: 1 })] : []), first, step(first, every)];
  const moments = candidates.map((date) => date.toZonedDateTime({ timeZone: timezone, plainTime: { hour: sendHour } }));
  const next = moments.find((moment) => Temporal.ZonedDateTime.compare(moment, here) > 0) as Temporal.ZonedDateTime;
  return new Date(next.epochMilliseconds).toISOString();
}

/** Returns the last complete week or month before a moment. */
export function coveredBefore(every: Every, at: string, { timezone }: Pick<DayClock, 'timezone'>): Span {
  const day = Temporal.Instant.from(at).toZonedDateTimeISO(timezone).toPlainDate();
  const to = every === 'week' ? day.subtract({ days: day.dayOfWeek - 1 }) : day.with({ day: 1 });
  const from = every === 'week' ? to.subtract({ weeks: 1 }) : to.subtract({ months: 1 });
  const startOf = (date: Temporal.PlainDate): string =>
    new Date(date.toZonedDateTime(timezone).startOfDay().epochMilliseconds).toISOString();
  return { from: startOf(from), to: startOf(to) };
}

const step = (date: Temporal.PlainDate, every: Every): Temporal.PlainDate =>
  every === 'week' ? date.add({ weeks: 1 }) : date.add({ months: 1 });
