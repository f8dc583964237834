import { expect, test } from 'vitest';
import { redact } from '../../src/analysis/redaction.ts';

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
])('keeps %j', (text) => {
  expect(redact(text)).toBe(text);
});
