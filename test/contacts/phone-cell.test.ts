import { describe, expect, test } from 'vitest';
import { consentOf } from '../../src/features/campaigns/contact-imports/consent.ts';
import { readPhone } from '../../src/features/campaigns/contact-imports/phone-cell.ts';

const number = '+442079460018';

describe('a phone cell', () => {
  test.each([
    ['marks of text direction', '\u202a+44 20 7946 0018\u202c'],
    ['a formula', '="+442079460018"'],
    ['a formula of a number', '=+442079460018'],
    ['an apostrophe', "'+44 20 7946 0018"],
    ['a typographic apostrophe', '’+44 20 7946 0018'],
    ['quotes', '"+44 20 7946 0018"'],
    ['the scheme of a link', 'tel:+44-20-7946-0018'],
    ['a label', 'Tel.: +44 20 7946 0018'],
    ['full-width signs', '＋４４ ２０ ７９４６ ００１８'],
    ['the digits of Hindi', '+४४ २० ७९४६ ००१८'],
    ['no-break spaces', '+44\u00a020\u202f7946\u00a00018'],
    ['a fraction', '+442079460018.0'],
    ['several numbers of Google Contacts', '+44 20 7946 0018 ::: +44 20 7946 0999'],
  ])('loses %s', (_, cell) => {
    expect(readPhone(cell, null)).toEqual({ number });
  });

  test.each([
    ['020 7946 0018', 'GB'],
    ['442079460018', 'GB'],
    ['4.42079460018E+11', 'GB'],
    ['4,42079460018e11', 'GB'],
  ] as const)('is read in its country: %s', (cell, country) => {
    expect(readPhone(cell, country)).toEqual({ number });
  });

  test.each([
    ['+44 20 7946 0018 ext. 5', 'extension'],
    ['+44 20 7946 0018 x22', 'extension'],
    ['+442079460018;ext=7', 'extension'],
    ['tel:+44-20-7946-0018;ext=7', 'extension'],
    ['+44 20 7946 0018 #12', 'extension'],
    ['4.42079E+11', 'scientific notation'],
    ['+44 20 7946 0018 / +44 20 7946 0999', 'two numbers'],
    ['+442079460018, +442079460999', 'two numbers'],
    ['+442079460018 or 020 7946 0999', 'two numbers'],
    ['+442079460018 +442079460999', 'two numbers'],
  ])('names the cause of %s', (cell, cause) => {
    expect(readPhone(cell, null)).toEqual({ fault: expect.stringContaining(cause) });
  });

  test('leaves other text to the field of the contact', () => {
    expect(readPhone('unknown', null)).toEqual({ number: 'unknown' });
    expect(readPhone('020 7946 0018', null)).toEqual({ number: '020 7946 0018' });
    const long = `+44 20 7946 0018${' '.repeat(100)}ext. 5`;
    expect(readPhone(long, null)).toEqual({ number: long });
  });
});

describe('a cell about consent', () => {
  test.each([
    'yes',
    ' Yes ',
    'TRUE',
    '1',
    'x',
    '✓',
    'DND',
    'Opted out',
    'unsubscribed',
    '2024-05-01',
    '01/05/24',
    '3-May-26',
    '1 Nov 2026',
    '1st November 2026 10:30',
    'May 3, 2026',
    'Sept. 3, 2026',
    'हाँ',
  ])('forbids calls in a do-not-call column: %s', (cell) => {
    expect(consentOf(cell, 'opted_out')).toBe('opted_out');
  });

  test.each(['', 'no', 'FALSE', '0', '-', 'n/a', 'opted in', 'allowed', 'नहीं'])(
    'changes nothing in a do-not-call column: %j',
    (cell) => {
      expect(consentOf(cell, 'opted_out')).toBe('nothing');
    },
  );

  test('forbids calls in a consent column by no or a refusal, and allows them by yes, a date or a blank', () => {
    for (const cell of ['no', 'False', '0', 'opted out', 'withdrawn'])
      expect(consentOf(cell, 'call_permission'), cell).toBe('opted_out');
    for (const cell of ['yes', '1', '2024-05-01', '', '-', 'opted in'])
      expect(consentOf(cell, 'call_permission'), cell).toBe('nothing');
  });

  test('is unclear when it says neither', () => {
    expect(consentOf('maybe', 'opted_out')).toBe('unclear');
    expect(consentOf('2 weeks 2026', 'opted_out')).toBe('unclear');
    expect(consentOf('may 3 people call', 'opted_out')).toBe('unclear');
    expect(consentOf('see notes', 'call_permission')).toBe('unclear');
  });
});
