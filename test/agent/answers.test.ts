import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { choiceOf, yesNoOf } from '../../media/agent/embedded/answers/choice.ts';
import { emailOf, phoneOf } from '../../media/agent/embedded/answers/contact.ts';
import { nameOf } from '../../media/agent/embedded/answers/name.ts';
import { digitsOf, quantityOf } from '../../media/agent/embedded/answers/numbers.ts';
import { openTimesIn } from '../../media/agent/embedded/answers/open-times.ts';
import { spokenWhen, whenOf } from '../../media/agent/embedded/answers/when.ts';
import { sayIn } from '../../media/agent/embedded/wording.ts';

const say = sayIn('en-US', 'a call');

/** A Saturday morning in New York. */
const nowMs = Date.parse('2026-11-21T15:00:00Z');
const when = (text: string, hourExpected = false) => {
  const found = whenOf(text, { nowMs, timezone: 'America/New_York', hourExpected });
  return found === undefined ? undefined : `${found.date ?? '-'} ${found.time ?? '-'}`;
};

describe('days and times', () => {
  it.each([
    ['tomorrow at three', '2026-11-22 15:00'],
    ['Tuesday at 3 p.m.', '2026-11-24 15:00'],
    ['uh next Tuesday around half past two', '2026-11-24 14:30'],
    ['Monday nine thirty in the morning', '2026-11-23 09:30'],
    ['how about the twenty third at quarter to four', '2026-11-23 15:45'],
    ['December first at noon', '2026-12-01 12:00'],
    ['on the 5th of December', '2026-12-05 -'],
    ['november 30th 10 am', '2026-11-30 10:00'],
    ['the day after tomorrow in the afternoon', '2026-11-23 afternoon'],
    ["Friday at eleven o'clock", '2026-11-27 11:00'],
    ['Wednesday morning', '2026-11-25 morning'],
    ['in two weeks', '2026-12-05 -'],
    ['any time on Thursday', '2026-11-26 any'],
    ['at four oh five', '- 16:05'],
    ['3:30 PM', '- 15:30'],
    ['Thursday three p m', '2026-11-26 15:00'],
    ['no Tuesday', '2026-11-24 -'],
    ['a week from Monday at 8 a.m.', '2026-11-30 08:00'],
    ['today at 5', '2026-11-21 17:00'],
    ['December 3rd at 2', '2026-12-03 14:00'],
    ['Friday after four', '2026-11-27 16:00'],
    ['the first of December at two thirty', '2026-12-01 14:30'],
    ['a table for four tomorrow evening', '2026-11-22 evening'],
    ['dinner for six on Friday at seven in the evening', '2026-11-27 19:00'],
    ['a party of 8 next Saturday', '2026-11-28 -'],
    ['four people on Friday evening', '2026-11-27 evening'],
    ['tomorrow evening at 4', '2026-11-22 16:00'],
    ['a table for 7:30 pm tomorrow', '2026-11-22 19:30'],
    ['book a table for seven pm tomorrow', '2026-11-22 19:00'],
    ["dinner for eight o'clock on Friday evening", '2026-11-27 20:00'],
    ['lunch for half past twelve tomorrow', '2026-11-22 12:30'],
    ['a table for two for 7:30 pm tomorrow', '2026-11-22 19:30'],
    ['Christmas Eve', '2026-12-24 -'],
    ['Friday week', '2026-12-04 -'],
    ['the first Monday of December', '2026-12-07 -'],
    ['wed at 4', '2026-11-25 16:00'],
    ['not on Friday but on Monday', '2026-11-23 -'],
    ['Friday, not Thursday', '2026-11-27 -'],
    ['why not Friday', '2026-11-27 -'],
  ])('"%s" means %s', (text, expected) => expect(when(text)).toBe(expected));

  it.each([
    ['three', '- 15:00'],
    ['three thirty', '- 15:30'],
    ['ten', '- 10:00'],
    ['maybe 4', '- 16:00'],
    ['yeah eight in the morning', '- 08:00'],
  ])('"%s" means %s when an hour was asked for', (text, expected) => expect(when(text, true)).toBe(expected));

  const osteria = ['Osteria Fiume is open Tuesday to Sunday from noon to 3 p.m. and from 6 p.m. to 11 p.m.'];
  const clinic = [
    'The clinic is open Monday to Friday from 8 a.m. to 6 p.m. On Saturday it opens at 9 a.m. and closes at noon.',
  ];
  const bar = ['# Hours\n\nOpen daily 17:00–02:00.'];
  it.each([
    ['at 8', osteria, '20:00'],
    ['at 11', osteria, '23:00'],
    ['at 1', osteria, '13:00'],
    ['at 8', clinic, '08:00'],
    ['at 8:30', clinic, '08:30'],
    ['at 5', clinic, '17:00'],
    ['at 9', bar, '21:00'],
    ['at one', bar, '01:00'],
    ['at 8', ['We are open from 9 to 5, Monday to Friday.'], '08:00'],
    ['at 3', ['We are open from 9 to 5, Monday to Friday.'], '15:00'],
    ['at 7', ['Hours: Mon-Fri 9am-5, Sat 10am-2.'], '07:00'],
    ['at 8', ['Open 9 to 5 p.m. on weekdays.'], '08:00'],
    ['at 8', ['Open Monday 9:00-5:30.'], '08:00'],
    ['at 8', ['Open daily from 10 a.m. to midnight.'], '20:00'],
    ['at 8', ['Open daily from 6 to 11.'], '08:00'],
    ['at 8', ['The bar is open daily. It is closed from 2 a.m. to 5 p.m. on Monday.'], '08:00'],
    ['at 4', ['The bar is open Monday to Friday, but closed from 2 a.m. to 5 p.m.'], '16:00'],
    ['at 9', ['The bar is closed Monday from 2 a.m. to 10 a.m.'], '09:00'],
    ['at 9 am', osteria, '09:00'],
    ['at 9 in the morning', osteria, '09:00'],
    ['at 8', ['The tasting menu costs $68.'], '08:00'],
    ['at 8', ['Breakfast is served from 7 a.m. to 9 p.m., open every day from 7 a.m. to 9 p.m.'], '08:00'],
  ])('"%s", at a business of which %j is known, means %s', (text, texts, expected) => {
    const context = { nowMs, timezone: 'America/New_York', hourExpected: true, openTimes: () => openTimesIn(texts) };
    expect(whenOf(text, context)?.time).toBe(expected);
  });

  it('reads hours that end at midnight alike at any time of day', () => {
    onTestFinished(() => void vi.useRealTimers());
    for (const hour of [0, 1, 3, 12, 23]) {
      vi.useFakeTimers({ now: new Date(2026, 11, 1, hour, 30) });
      expect(openTimesIn(['Open daily from 10 a.m. to midnight.'])).toEqual([{ start: 600, end: 0 }]);
    }
  });

  it('reads a limited number of statements of opening hours, and no endless sentence', () => {
    const statement = 'The shop is open from 8 a.m. to 6 p.m. on Monday.\n\n';
    expect(openTimesIn([statement.repeat(1000)])).toHaveLength(50);
    expect(openTimesIn([`Open ${'9 to 5, '.repeat(1000)}daily.`, statement])).toEqual([{ start: 480, end: 1080 }]);
  });

  it.each([
    'next week',
    'the week after next',
    'any day but Friday',
    'any day except for Friday',
    'not on Friday please',
    'I sat there all day',
    'the sun is shining',
    'I have two kids',
    'may I ask something',
    'hold on a second',
    'what do you charge',
    '',
  ])('"%s" names no time', (text) => expect(when(text)).toBeUndefined());

  it('are read back as people say them', () => {
    expect(spokenWhen({ date: '2026-11-24', time: '15:00' }, '2026-11-21', say)).toBe('Tuesday, November 24 at 3 p.m.');
    expect(spokenWhen({ date: '2026-11-24', time: 'morning' }, '2026-11-21', say)).toBe(
      'Tuesday, November 24 in the morning',
    );
    expect(spokenWhen({ time: '12:00' }, '2026-11-21', say)).toBe('noon');
    expect(spokenWhen({ date: '1980-05-02' }, '2026-11-21', say)).toBe('Friday, May 2, 1980');
  });

  it('are resolved in the given time zone, not in UTC', () => {
    const lateEvening = Date.parse('2026-11-22T03:30:00Z');
    expect(whenOf('tomorrow', { nowMs: lateEvening, timezone: 'America/New_York', hourExpected: false })?.date).toBe(
      '2026-11-22',
    );
  });
});

describe('telephone numbers', () => {
  it.each([
    ['202 555 0143', '+12025550143'],
    ['two oh two five five five oh one four three', '+12025550143'],
    ["it's area code 202, 555, 0143", '+12025550143'],
    ['two zero two double five five zero one four three', '+12025550143'],
    ['202-555-0143.', '+12025550143'],
    ['two oh two triple five, oh one forty three', '+12025550143'],
    ['my number is (202) 555-0143 thanks', '+12025550143'],
    ['one two oh two five five five oh one four three', '+12025550143'],
    ['eight hundred five five five oh one nine nine', '+18005550199'],
    ['+44 20 7946 0958', '+442079460958'],
  ])('"%s" gives the number %s', (text, expected) => expect(phoneOf(text, 'US').answer?.value).toBe(expected));

  it('may come in two parts', () => {
    const begun = phoneOf('two oh two five five five', 'US');
    expect(begun.answer).toBeUndefined();
    expect(phoneOf('oh one four three', 'US', begun.digits).answer?.spoken).toBe('202-555-0143');
  });

  it('are not extracted from too few or too many digits', () => {
    expect(phoneOf('five five five', 'US').answer).toBeUndefined();
    expect(phoneOf('555 0143', 'US').answer).toBeUndefined();
    expect(phoneOf('1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7', 'US').answer).toBeUndefined();
  });

  it.each(['020 7946 0123', '07700 900 461', 'oh two oh seven nine four six oh one two three'])(
    'do not begin with too many digits: %s',
    (text) => {
      expect(phoneOf(text, 'US')).toMatchObject({ digits: '' });
      expect(phoneOf(text, 'US', '202')).toMatchObject({ digits: '' });
      expect(phoneOf(text, 'GB').answer?.value).toMatch(/^\+44\d{10}$/);
    },
  );
});

describe('e-mail addresses', () => {
  it.each([
    ['john at gmail dot com', 'john@gmail.com'],
    ["it's john dot smith at mail dot example dot com", 'john.smith@mail.example.com'],
    ['my email is J O H N at example dot org please', 'john@example.org'],
    ['jane_doe@example.com', 'jane_doe@example.com'],
    ['Mary underscore jones 22 at Yahoo.com.', 'mary_jones22@yahoo.com'],
    ['anna dash maria at example dot co dot uk', 'anna-maria@example.co.uk'],
  ])('"%s" gives the address %s', (text, expected) => expect(emailOf(text, say)?.value).toBe(expected));

  it.each(['I will be there at three', 'john gmail', 'at dot com'])('"%s" gives no address', (text) =>
    expect(emailOf(text, say)).toBeUndefined(),
  );
});

describe('names', () => {
  it.each([
    ["It's John Smith.", 'John Smith'],
    ['john smith', 'John Smith'],
    ['yeah sure my name is Maria Garcia Lopez', 'Maria Garcia Lopez'],
    ["this is Sam O'Neil", "Sam O'Neil"],
    ['My name is Jean-Luc and I need a cleaning', 'Jean-Luc'],
    ['S M I T H', 'Smith'],
    ['Jordan', 'Jordan'],
    ['first name John last name Smith', 'John Smith'],
    ['Uh, Priya Patel, please', 'Priya Patel'],
  ])('"%s" gives the name %s', (text, expected) => expect(nameOf(text, { asked: true })?.value).toBe(expected));

  it('are found inside an introducing sentence', () => {
    expect(nameOf('tomorrow at three, name is John Smith', { asked: false })?.value).toBe('John Smith');
    expect(nameOf("hi my name's Ann Lee and I'd like to book a cleaning", { asked: false })?.value).toBe('Ann Lee');
    expect(nameOf("hi, i'm ann lee", { asked: false })?.value).toBe('Ann Lee');
    expect(nameOf("Hello, I'm Ann Lee.", { asked: false })?.value).toBe('Ann Lee');
    // A recogniser that writes capitals would have written one.
    expect(nameOf("I'm high. I would like to book a visit.", { asked: false })).toBeUndefined();
  });

  it.each([
    'what do you need it for',
    'tuesday',
    'I want to talk to a person',
    'no',
    'hold on',
    "I'm looking for a dentist",
    'Mm-hm.',
    'uh-huh',
    'Hmm, right.',
    'I see.',
    '',
  ])('"%s" gives no name', (text) => expect(nameOf(text, { asked: true })).toBeUndefined());
});

describe('numbers', () => {
  it.each([
    ['twenty five', 25],
    ['a hundred and ten', 110],
    ['there are 3 of us', 3],
    ['a couple', 2],
    ['two thousand and six', 2006],
    ['just me', 1],
    ['the one by the window', undefined],
    ['one of your rooms for two', 2],
  ])('"%s" means %s', (text, expected) => expect(quantityOf(text)).toBe(expected));

  it('are separated from the words around them', () => {
    expect(digitsOf('call me at five five five')).toEqual({ digits: '555', otherWords: 3 });
  });
});

describe('yes and no', () => {
  it.each(['yes', 'Yeah.', 'uh-huh', "that's right", 'sure thing', 'um yes please', 'sounds good'])(
    '%s is yes',
    (text) => expect(yesNoOf(text)?.yes).toBe(true),
  );
  it.each(['no', 'Nope.', "that's not right", 'no thank you', 'not really', 'well no'])('%s is no', (text) =>
    expect(yesNoOf(text)?.yes).toBe(false),
  );
  it('keep the rest of the sentence', () => {
    expect(yesNoOf('No, Tuesday.')).toEqual({ yes: false, rest: 'tuesday' });
    expect(yesNoOf('yes and my number is 5')).toEqual({ yes: true, rest: 'and my number is 5' });
  });
  it.each(['Tuesday at three', 'I would like to book a cleaning.', 'I have a question', 'I do want a cleaning'])(
    'are neither in %s',
    (text) => expect(yesNoOf(text)).toBeUndefined(),
  );
  it.each(['I would, please', 'I do', 'it is indeed'])('%s is yes', (text) => expect(yesNoOf(text)?.yes).toBe(true));
});

describe('choices', () => {
  const choices = ['morning', 'early afternoon', 'evening'];
  it.each([
    ['the morning one', 'morning'],
    ['mourning', 'morning'],
    ['erly afternoon please', 'early afternoon'],
    ['the second one', 'early afternoon'],
    ['last', 'evening'],
  ])('"%s" chooses %s', (text, expected) => expect(choiceOf(text, choices)).toBe(expected));
  it('return nothing for any other answer', () => expect(choiceOf('blue', choices)).toBeUndefined());
});
