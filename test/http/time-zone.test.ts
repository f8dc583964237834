import { describe, expect, it, test } from 'vitest';
import { nextOpen } from '../../src/features/campaigns/campaigns/calling-hours.ts';
import { timeZone } from '../../src/http/fields.ts';
import { canonicalZone, isTimeZone, timeZoneAdvice, zoneNamed } from '../../src/http/time-zone.ts';

describe('a time zone', () => {
  it.each([
    ...['UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'America/Argentina/Buenos_Aires', 'US/Pacific', 'Etc/GMT+5', 'Etc/UTC'],
    ...['Europe/Kyiv', 'Antarctica/McMurdo', 'Asia/Kathmandu'],
  ])('may be %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each([
    ...['IST', 'PST', 'CST', 'BST', 'AST', 'JST', 'EST', 'MST', 'HST', 'EST5EDT', 'GMT', 'GB', 'Japan', 'CET', 'Zulu'],
    ...['utc', '', ' ', '+05:30', 'Mars/Base', 'Etc/Unknown', '/', 'Asia/', 'Asia/Kolkata ', 'India', '__proto__'],
    ...['constructor', 'Asia/Kolkata\u0000'],
  ])('may not be %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  it.each([
    ['asia/kolkata', 'Asia/Kolkata'],
    ['AMERICA/ARGENTINA/BUENOS_AIRES', 'America/Argentina/Buenos_Aires'],
    ['europe/kyiv', 'Europe/Kyiv'],
    ['Asia/Calcutta', 'Asia/Calcutta'],
    ['etc/gmt+5', 'Etc/GMT+5'],
    ['UTC', 'UTC'],
  ])('%s is stored as %s', (name, stored) => {
    expect(isTimeZone(name)).toBe(true);
    expect(canonicalZone(name)).toBe(stored);
    expect(timeZone.parse(name)).toBe(stored);
  });

  test('of every name that may be stored has calling hours', () => {
    const at = new Date('2026-06-02T12:00:00.000Z');
    for (const timezone of Intl.supportedValuesOf('timeZone').filter(isTimeZone))
      expect(nextOpen([{ timezone, start: '09:00', end: '17:00' }], at)).toBeInstanceOf(Date);
  });

  test('is accepted with every name of a place that the runtime lists', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((name) => name.includes('/') && !isTimeZone(name))).toEqual([]);
  });

  it.each([
    ['IST', /say Asia\/Kolkata or Europe\/Dublin or Asia\/Jerusalem$/],
    ['ist', /say Asia\/Kolkata or/],
    ['EST', /say America\/New_York or America\/Panama$/],
    ['PST', /say America\/Los_Angeles or Asia\/Manila$/],
    ['EST5EDT', /say America\/New_York$/],
    ['GB', /say Europe\/London$/],
    ['Kolkata', /say Asia\/Kolkata$/],
    ['Kathmandu', /say Asia\/Kathmandu$/],
    ['new york', /say America\/New_York$/],
    ['Asia/Mumbai', /say Asia\/Kolkata$/],
    ['India Standard Time', /say Asia\/Kolkata$/],
    ['Z', /say UTC$/],
    ['Mars/Base', /^must be an IANA time zone such as Asia\/Kolkata$/],
    ['constructor', /^must be an IANA time zone such as Asia\/Kolkata$/],
  ])('that is %s is refused with the likely names', (name, advice) => {
    expect(timeZoneAdvice(name)).toMatch(advice);
  });

  test('is advised only by names that may be stored', () => {
    const names = [
      'ACT',
      'ART',
      'AST',
      'CAT',
      'CNT',
      'ECT',
      'IET',
      'MIT',
      'NET',
      'NST',
      'PLT',
      'PNT',
      'PRT',
      'SST',
      'VST',
    ];
    for (const name of [...names, 'Cuba', 'Eire', 'Navajo', 'NZ-CHAT', 'W-SU', 'Kwajalein']) {
      const [, likely = ''] = timeZoneAdvice(name).split(': say ');
      expect([name, ...likely.split(' or ').filter((zone) => !isTimeZone(zone))]).toEqual([name]);
    }
  });

  it.each([
    ['GB', 'Europe/London'],
    ['EST5EDT', 'America/New_York'],
    ['GMT', 'UTC'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['IST', undefined],
    ['EST', undefined],
    ['constructor', undefined],
  ])('stored as %s is read as %s', (stored, zone) => {
    expect(zoneNamed(stored)).toBe(zone);
  });
});
