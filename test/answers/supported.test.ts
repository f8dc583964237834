import { expect, test } from 'vitest';
import { isSupported } from '../../src/answers/supported.ts';

const passages = [
  {
    place: 'page 7',
    part: 6,
    text: 'The crane was repaired on 3 May 2023 for 12,500 euros by Ruth Adeyemi. It lifts three tonnes.',
  },
  { place: 'page 9', part: 8, text: 'The harbour opens at 9 a.m.' },
];
const source = { title: 'Harbour report', about: 'Port of Ashford', year: 2023 };

test.each<[string, boolean, string?]>([
  ['The repair cost 12,500 euros (page 7).', true],
  ['In 2023 Ruth Adeyemi repaired the crane of Ashford for 12500 euros.', true],
  ['It lifts 3 tonnes.', true],
  ['Die Reparatur kostete 12,500 Euro.', true, 'Wie viel kostete die Reparatur?'],
  ['The repair cost 13,500 euros (page 7).', false],
  ['1. The repair cost 12,500 euros.\n2. The crane lifts three tonnes.', true],
  ['The repair cost 12,500.00 euros (pages 7 and 9).', true],
  ['It opens at 9:00 on 03 May.', true],
  ['- Cost: 12,500 euros in 2023\n- Repairs: by Ruth Adeyemi', true],
  ['Peter Quist', false],
  ['Ruth Adeyemi.', true],
  ['The repair took 7 days (page 7).', false],
  ['The crane was repaired on 3 June 2023.', false],
  ['It was repaired by Peter Quist.', false],
])('an answer is supported by its passages or not: %s', (answer, expected, question = 'Who repaired the crane?') => {
  expect(isSupported({ question, answer }, passages, source)).toBe(expected);
});
