import { expect, test } from 'vitest';
import { momentsIn } from '../../media/reading/moments.ts';

/** A Friday, at noon. */
const reference = { calledAt: '2019-03-01T12:00:00Z', utcOffsetMinutes: 0 };
const read = (text: string) =>
  momentsIn(text, reference).map(({ day, time, start, end }) => [day, time, text.slice(start, end)]);

test.each([
  ['on the 12th', '2019-03-12', undefined, 'the 12th'],
  ['by the eleventh of this month', '2019-03-11', undefined, 'the eleventh of this month'],
  ['the 5th of next month, then', '2019-04-05', undefined, 'the 5th of next month'],
  ['Wednesday next week', '2019-03-06', undefined, 'Wednesday next week'],
  ['next Friday', '2019-03-08', undefined, 'next Friday'],
  ['this Sunday', '2019-03-03', undefined, 'this Sunday'],
  ['day after tomorrow', '2019-03-03', undefined, 'day after tomorrow'],
  ['quarter past 4 in the evening', undefined, '16:15', 'quarter past 4 in the evening'],
  ['half past 12 in the afternoon', undefined, '12:30', 'half past 12 in the afternoon'],
  ['at one in the afternoon', undefined, '13:00', 'one in the afternoon'],
  ['at seven thirty pm', undefined, '19:30', 'seven thirty pm'],
  ['in the evening 6', undefined, '18:00', '6'],
  ['ten to five', undefined, '16:50', 'ten to five'],
])('"%s" is read as a day or time with its place', (text, day, time, words) => {
  expect(read(text)).toEqual([[day, time, words]]);
});

test('a range is two days, and an hour of today that has passed is not next year', () => {
  expect(read('from the 10th till March 12th').map(([day]) => day)).toEqual(['2019-03-10', '2019-03-12']);
  expect(read('on the 1st of March at quarter past 8 in the morning')[0]?.slice(0, 2)).toEqual(['2019-03-01', '08:15']);
});

test('counts and ordinals of other things are not read as days', () => {
  expect(read('my second card, the 3rd floor and 4 people')).toEqual([]);
  expect(read('the first time I called, two agents were rude')).toEqual([]);
});

test.each([
  'a refugee lives on 77 cents a day',
  'for two hours',
  'one day, maybe',
  'the 81st of this month',
  'the 10thé',
])('"%s" is not read as a day or time', (text) => {
  expect(read(text)).toEqual([]);
});

test('a time from now is read as a day', () => {
  expect(read('in 3 days')).toEqual([['2019-03-04', undefined, 'in 3 days']]);
  expect(read('two weeks from now')).toEqual([['2019-03-15', undefined, 'two weeks from now']]);
});

test('the customer’s zone decides which day today is', () => {
  const late = { calledAt: '2019-03-01T23:30:00Z', utcOffsetMinutes: 120 };
  expect(momentsIn('tomorrow', late)[0]?.day).toBe('2019-03-03');
  expect(momentsIn('the 2nd', late)[0]?.day).toBe('2019-03-02');
});
