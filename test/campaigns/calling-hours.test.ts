import { describe, expect, test } from 'vitest';
import { type CallingHours, isOpen, nextOpen } from '../../src/features/campaigns/campaigns/calling-hours.ts';

const minuteMs = 60_000;
const at = (iso: string): Date => new Date(iso);
const local = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (moment: Date): string => format.format(moment);
};

/** Two days on either side of a change of the clocks, every quarter of an hour. */
function quarters(change: string): Date[] {
  const from = Date.parse(change) - 2 * 86_400_000;
  return Array.from({ length: 4 * 96 }, (_, index) => new Date(from + index * 15 * minuteMs));
}

const changes = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
] as const;

const windows = [
  ['09:00', '18:00'],
  ['02:30', '05:00'],
  ['01:30', '02:00'],
  ['22:00', '02:15'],
] as const;

describe('calling hours', () => {
  for (const [timezone, change] of changes)
    test(`match the clocks in ${timezone} around ${change}, with each opening found`, () => {
      const shows = local(timezone);
      for (const [start, end] of windows) {
        const hours = { timezone, start, end };
        for (const moment of quarters(change)) {
          const time = shows(moment);
          const open = start < end ? time >= start && time < end : time >= start || time < end;
          expect(isOpen(hours, moment), `${start}-${end} at ${moment.toISOString()}`).toBe(open);
        }
        for (const moment of quarters(change).filter((_, index) => index % 6 === 5)) {
          let next = moment;
          while (!isOpen(hours, next)) next = new Date(next.getTime() + 15 * minuteMs);
          expect(nextOpen([hours], moment), `${start}-${end} after ${moment.toISOString()}`).toEqual(next);
        }
      }
    });

  test('are kept on their weekdays by the clocks of the zone', () => {
    const weekdays = [1, 3];
    const hours = { timezone: 'Asia/Kolkata', start: '09:00', end: '17:00', weekdays };
    // Monday 1 June 2026, 09:00 in Kolkata.
    const monday = at('2026-06-01T03:30:00Z');
    expect(isOpen(hours, monday)).toBe(true);
    expect(isOpen({ ...hours, weekdays: [2] }, monday)).toBe(false);
    const tuesday = at('2026-06-02T04:00:00Z');
    expect(isOpen(hours, tuesday)).toBe(false);
    expect(nextOpen([hours], tuesday)).toEqual(at('2026-06-03T03:30:00Z'));
    // Sunday evening in UTC is Monday in Kolkata.
    const night = { ...hours, start: '00:00', end: '06:00', weekdays: [1] };
    expect(isOpen(night, at('2026-05-31T19:00:00Z'))).toBe(true);
    expect(nextOpen([night], at('2026-06-01T02:00:00Z'))).toEqual(at('2026-06-07T18:30:00Z'));
    // On Mondays alone, both in Auckland and in Honolulu, where the same moment is never a Monday's working hour.
    const alone = (timezone: string): CallingHours => ({ ...hours, timezone, weekdays: [1] });
    expect(nextOpen([alone('Pacific/Auckland'), alone('Pacific/Honolulu')], monday)).toBeUndefined();
  });

  test('of a campaign and of a contact must both allow a call; some never overlap', () => {
    const campaign = { timezone: 'America/New_York', start: '09:00', end: '17:00' };
    const there = (timezone: string): CallingHours => ({ ...campaign, timezone });
    const noon = at('2026-06-01T13:00:00Z');
    // 09:00 in New York is 06:00 in Los Angeles.
    expect(nextOpen([campaign, there('America/Los_Angeles')], noon)).toEqual(at('2026-06-01T16:00:00Z'));
    expect(nextOpen([campaign, there('Europe/Berlin')], noon)).toEqual(noon);
    expect(nextOpen([campaign, there('Europe/Berlin')], at('2026-06-01T15:00:00Z'))).toEqual(
      at('2026-06-02T13:00:00Z'),
    );
    expect(nextOpen([campaign, there('Asia/Kolkata')], noon)).toBeUndefined();
  });

  test('last from the first day to the last, in the clock of the zone', () => {
    const dates = { startDate: '2026-06-10', endDate: '2026-06-11' };
    const hours = { timezone: 'Asia/Kolkata', start: '09:00', end: '18:00', ...dates };
    expect(nextOpen([hours], at('2026-05-01T00:00:00Z'))).toEqual(at('2026-06-10T03:30:00Z'));
    expect(nextOpen([hours], at('2026-06-10T12:30:00Z'))).toEqual(at('2026-06-11T03:30:00Z'));
    expect(nextOpen([hours], at('2026-06-11T12:30:00Z'))).toBeUndefined();
    const nights = { ...hours, start: '22:00', end: '02:00' };
    expect(nextOpen([nights], at('2026-05-01T00:00:00Z'))).toEqual(at('2026-06-09T18:30:00Z'));
    const always = { timezone: 'UTC', start: '00:00', end: '00:00', ...dates };
    expect(nextOpen([always], at('2026-05-01T00:00:00Z'))).toEqual(at('2026-06-10T00:00:00Z'));
    expect(nextOpen([{ ...always, startDate: null }], at('2026-05-01T12:34:00Z'))).toEqual(at('2026-05-01T12:34:00Z'));
  });
});
