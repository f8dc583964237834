import { expect, test } from 'vitest';
import {
  lastDays,
  previousSpanOf,
  spanOf,
  spanWithin,
  windows,
} from '../../src/features/analysis/dashboard/windows.ts';
import { moments, zones } from './generated-calls.ts';

const dayMs = 86_400_000;

/** What a clock there shows, without the library that is tested. */
function clockIn(timeZone: string): (at: string) => { day: number; time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (at) => {
    const [date = '', time = ''] = format.format(new Date(at)).split(', ');
    return { day: Date.parse(date) / dayMs, time };
  };
}

const days = { today: 1, yesterday: 1, '7d': 8, '14d': 15, '30d': 31 } as const;

test('the window before has as many days and ends at the same time of day, across changes of the clocks', () => {
  for (const timezone of zones)
    for (const now of moments) {
      const clock = { now: () => new Date(now), timezone };
      const shown = clockIn(timezone);
      for (const window of windows) {
        const span = spanOf(window, clock);
        const before = previousSpanOf(window, clock);
        const where = `${timezone} ${now} ${window}`;
        expect(shown(span.from).day - shown(before.from).day, where).toBe(days[window]);
        expect(shown(span.to).day - shown(before.to).day, where).toBe(days[window]);
        // A day that begins at one o'clock ends the window before at that time.
        const isSame = shown(before.to).time === shown(span.to).time;
        const [minute] = [new Date(Date.parse(before.to) - 1).toISOString()];
        expect(isSame || shown(minute).day === shown(before.to).day - 1, where).toBe(true);
        // Both begin with the first moment of their days.
        const justBefore = new Date(Date.parse(before.from) - 1).toISOString();
        expect(shown(justBefore).day, where).toBe(shown(before.from).day - 1);
        expect(before.to <= span.from, where).toBe(true);
      }
    }
});

test('a span of dates has the days of the trend, and a span of moments is taken as it is', () => {
  for (const timezone of zones)
    for (const now of moments) {
      const clock = { now: () => new Date(now), timezone };
      for (const { date, from, to } of lastDays(20, clock)) expect(spanWithin(date, date, clock)).toEqual({ from, to });
    }
  const clock = { now: () => new Date('2026-05-01T12:00:00Z'), timezone: 'Asia/Kolkata' };
  expect(spanWithin('2026-04-01T00:00:00+02:00', '2026-04-02T00:00:00Z', clock)).toEqual({
    from: '2026-03-31T22:00:00.000Z',
    to: '2026-04-02T00:00:00.000Z',
  });
  expect(spanWithin('2026-04-03', '2026-04-02T00:00:00Z', clock)).toBeUndefined();
  expect(spanWithin('2026-05-02', '2026-05-03', clock)).toBeUndefined();
  expect(spanWithin('2026-05-01', '2026-05-09', clock)?.to).toBe('2026-05-01T12:00:00.000Z');
});
