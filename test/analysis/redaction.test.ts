import { expect, test } from 'vitest';
import { redact, redactTurns } from '../../src/analysis/redaction.ts';

test.each([
  ['My card is 4111 1111 1111 1111, thanks.', 'My card is [card number], thanks.'],
  ['It is 4111-1111-1111-1111.', 'It is [card number].'],
  ['3782 822463 10005', '[card number]'],
  ['Four one one one, one one one one, one one one one, one one one one.', '[card number].'],
  ['four triple one double one double one one one one one one one one one', '[card number]'],
  // One digit misheard: the checksum fails, the announcement counts.
  ['The card number is 4111 1111 1111 1112', 'The card number is [card number]'],
  ['My social is 123-45-6789.', 'My social is [social security number].'],
  ['SSN one two three four five six seven eight nine', 'SSN [social security number]'],
  ['219-09-9999', '[social security number]'],
  ['The last four of my ssn are 2241.', 'The last four of my ssn are [social security number].'],
  ['My card ending in 4455 was stolen.', 'My card ending in [card number] was stolen.'],
  ['4798 is my social.', '[social security number] is my social.'],
  ['The CVV is one two three.', 'The CVV is [security code].'],
  ['Card number forty one eleven, eleven eleven, eleven eleven, eleven eleven', 'Card number [card number]'],
  ['2132 4879 3725 2156', '[card number]'],
  ['8883 this is my ssn number', '[social security number] this is my ssn number'],
  ['7657 ssn', '[social security number] ssn'],
  ['I am Jo, ssn num 7657, card 9521', 'I am Jo, ssn num [social security number], card [card number]'],
  ['3211 and my credit card number is 9394', '[social security number] and my credit card number is [card number]'],
])('redacts %j', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  'Order 4111 1111 1111 1112 has shipped.',
  'Call me at +1 202 555 0143.',
  'My account is 123456789.',
  'Invoice 000-12-3456.',
  'It costs 1,250 and takes 3 to 5 days.',
  'One two three, testing.',
  'I paid 500 dollars with my card.',
  'My card was charged $250 on 12 May.',
  'Zip 11757, phone 2025550151',
  'I lost my card in twenty nineteen.',
  'My gift card 4455 has expired.',
  '3211 and my order is late.',
  'The account is 45964126314512.',
])('keeps %j', (text) => {
  expect(redact(text)).toBe(text);
});

test('a bare number is redacted where the question before it asks for one', () => {
  const turn = (speaker: 'agent' | 'customer', text: string) => ({ speaker, text, startMs: 0, endMs: 1, words: [] });
  const read = (...turns: ReturnType<typeof turn>[]) => redactTurns(turns).map(({ text }) => text);
  const asked = turn('agent', 'What are the last four digits of your social security number?');
  expect(read(asked, turn('customer', 'Sure, 4798.'))[1]).toBe('Sure, [social security number].');
  expect(read(turn('agent', 'How many years?'), turn('customer', '4798.'))[1]).toBe('4798.');
  expect(read(turn('agent', 'Which card?'), turn('customer', 'The one with $4000 on it.'))[1]).toBe(
    'The one with $4000 on it.',
  );
});
