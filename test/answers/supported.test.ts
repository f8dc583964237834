import { expect, test } from 'vitest';
import { isSupported } from '../../src/answers/supported.ts';

const passages = [
  {
    place: 'page 7',
    part: 6,
    text: 'The crane was repaired on 3 May 2023 for 12,500 euros by Ruth Adeyemi. It lifts three tonnes.',
  },
];
const source = { title: 'Harbour report', about: 'Port of Ashford', year: 2023 };

test.each([
  ['The repair cost 12,500 euros (page 7).', true],
  ['In 2023 Ruth Adeyemi repaired the crane of Ashford for 12500 euros.', true],
  ['It lifts 3 tonnes.', true],
  ['Die Reparatur kostete 12,500 Euro.', true],
  ['The repair cost 13,500 euros (page 7).', false],
  ['The crane was repaired on 3 June 2023.', false],
  ['It was repaired by Peter Quist.', false],
])('an answer is supported by its passages or not: %s', (answer, expected) => {
  expect(isSupported(answer, passages, source)).toBe(expected);
});
