import { expect, test } from 'vitest';
import { createAnswerer, type Source } from '../../src/answers/index.ts';

const rates = {
  header: ['Cabin', 'Low season', 'High season'],
  rows: [
    ['Harbour single', '70', '90'],
    ['Harbour double', '95', '130'],
    ['Attic', '60', '75'],
  ],
};
const bridges = {
  header: ['Bridge', 'Built', 'Length (m)'],
  rows: [
    ['Ferry Row', '1904', '310'],
    ['Salt Lane', '1988', '95'],
    ['Weir', '1931', '140'],
  ],
};
const articles = {
  header: ['Article', 'Stock', 'Waiting time (days)'],
  rows: [
    ['Tent 35', '0', '12'],
    ['Tent 20', '14', '2'],
  ],
};
const texts = [
  'Supper is served from 6.30 to 10 pm in the boathouse. It costs 24 euros a person.',
  'Dogs are welcome in the garden. We cannot take horses.',
  'If a canoe is stolen, you must tell the police within 12 hours.',
  'The deposit is returned within five working days after the canoe comes back.',
  'You can cancel free of charge up to 48 hours before arrival.',
];
const source: Source = {
  key: 'plain',
  title: 'Plain',
  read: async () => [
    {
      place: 'page 1',
      blocks: [
        ...[rates, bridges, articles].map((table) => ({ kind: 'table' as const, table })),
        ...texts.map((text) => ({ kind: 'text' as const, text })),
      ],
    },
  ],
};
const answerTo = (question: string) => createAnswerer({}).answer(question, source);

test.each([
  ['How much is supper?', '24 euros'],
  ['Can I bring my horse?', 'cannot take horses'],
  ['What happens if somebody steals the canoe?', '12 hours'],
  ['When do I get my deposit back?', 'five working days'],
  ['Until when can I cancel without paying?', '48 hours'],
  ['Which bridge is the oldest?', 'Ferry Row'],
  ['Which is the newest bridge?', 'Salt Lane'],
  ['How long do I have to wait for a tent 35?', '12'],
  ['What does the Attic loft cost in high season?', '75'],
])('%s is answered', async (question, expected) => {
  expect((await answerTo(question)).text).toContain(expected);
});

test('a word that no row has tells another row from those that share a name', async () => {
  expect((await answerTo('What does the Harbour triple cost in high season?')).isFound).toBe(false);
});
