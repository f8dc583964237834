import { expect, test } from 'vitest';
import { daysIn } from '../../media/reading/days.ts';

const reference = { calledAt: '2026-11-24T15:00:00Z', utcOffsetMinutes: 0 };

test.each([
  ['can I come Sat', ['2026-11-28']],
  ['Are you free Sun at ten?', ['2026-11-29']],
  ['I sat there all day', []],
  ['we love the Sun', []],
  ['the 4th Friday of December', ['2026-12-25']],
  ['the 5th Friday of December', ['2027-12-31']],
  ['the fifth Friday of December', ['2027-12-31']],
])('the days of "%s" are read', (text, days) => {
  expect(daysIn(text, reference).map(({ day }) => day)).toEqual(days);
});
