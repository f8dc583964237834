import { describe, expect, it } from 'vitest';
import { openingHoursIn } from '../../media/retrieval/opening-hours.ts';
import { questionTerms } from '../../media/retrieval/terms.ts';

const [open, close, hours] = ['open', 'close', 'hours'].map((word) => [...questionTerms(word)][0] as string);
const dayOf = (name: string): string => [...questionTerms(name)][0] as string;
const daysOf = (sentence: string) => {
  const found = openingHoursIn(sentence);
  const named = (terms: Iterable<string>) => [...terms].map((term) => term.slice(0, 3)).join(' ');
  const shares = [...(found?.otherDays ?? [])];
  const most = Math.max(...shares.map(([, share]) => share));
  const covered = shares.filter(([, share]) => share === most && shares.some((one) => one[1] < most));
  return [named(found?.days ?? []), named(covered.map(([term]) => term))];
};

describe('a statement of opening hours', () => {
  it.each([
    ['We are open Monday to Friday from 9 am to 5 pm.', 'mon fri', 'tue wed thu'],
    ['Hours: Tue–Sat 9-7, closed Sun', 'tue sat sun', 'wed thu fri'],
    ['We work from 8 till 6 on weekdays.', '', 'mon tue wed thu fri'],
    ['Fri to Mon 10:00 to 18:00', 'fri mon', 'sat sun'],
    ['On Saturdays we work until noon.', 'sat', ''],
  ])('%s names and covers days', (sentence, named, covered) => expect(daysOf(sentence)).toEqual([named, covered]));

  it('answers for days that it leaves out, with a smaller share than for those that it covers', () => {
    const { otherDays } = openingHoursIn('Open Monday to Friday, 9 to 5.') ?? {};
    expect(otherDays?.get(dayOf('Wednesday'))).toBeGreaterThan(otherDays?.get(dayOf('Sunday')) ?? 1);
  });

  it('is about closing if it says until when, or that it is closed', () => {
    expect(openingHoursIn('We open at 8 on Mondays.')?.subject).toEqual(new Set([open, hours]));
    expect(openingHoursIn('We are open until 8 on Mondays.')?.subject).toEqual(new Set([open, hours, close]));
    expect(openingHoursIn('Closed on Sundays.')?.subject).toEqual(new Set([open, close]));
    expect(openingHoursIn('Closed on Sundays.')?.otherDays.size).toBe(0);
  });

  it.each([
    'The meeting closed with a vote.',
    'He sat in the sun from 9 to 5.',
    'The shop opened in 1987.',
    'Monday was a holiday.',
    'Rates rose from 2 to 5 percent.',
  ])('is not: %s', (sentence) => expect(openingHoursIn(sentence)).toBeUndefined());
});
