import { expect, test } from 'vitest';
import { createAnswerer, type Source } from '../../src/answers/index.ts';

const texts = [
  'The museum shows 34 looms. The oldest was made in Bolton in 1811. It still works and is run by Geraldine Foss.',
  'The largest exhibit is an engine called Old Bess. It was built in Leeds. It weighs 38 tonnes.',
  'A second boat was bought in August. It cost 61,400 pounds.',
];
const source: Source = {
  key: 'subjects',
  title: 'Subjects',
  read: async () => [{ place: 'page 1', blocks: texts.map((text) => ({ kind: 'text' as const, text })) }],
};

test.each([
  ['Who runs the oldest loom?', 'Geraldine Foss'],
  ['How heavy is Old Bess?', '38 tonnes'],
  ['How much did the second boat cost?', '61,400'],
])('%s is answered by a sentence that continues the subject', async (question, expected) => {
  expect((await createAnswerer({}).answer(question, source)).text).toContain(expected);
});

test.each(['How heavy is the oldest loom?', 'How much did Old Bess cost?', 'Who runs the second boat?'])(
  '%s is not answered by a sentence about another subject',
  async (question) => {
    expect((await createAnswerer({}).answer(question, source)).isFound).toBe(false);
  },
);
