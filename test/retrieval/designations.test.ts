import { expect, test } from 'vitest';
import { designationsIn } from '../../media/retrieval/designations.ts';

test.each([
  ['How many beds does room 101 have?', '101'],
  ['Which stops does line four serve?', '4'],
  ['How long is building 12 open?', '12'],
])('a number behind its kind is a name: %s', (question, mark) => {
  expect(designationsIn(question)).toMatchObject([{ mark }]);
});

test.each(['How much is it to rent one?', 'Can I park two cars?', 'Can we bring 3 dogs?'])(
  'a number of things is no name: %s',
  (question) => {
    expect(designationsIn(question)).toEqual([]);
  },
);
