import { expect, test } from 'vitest';
import { formOf } from '../../media/retrieval/follow-up/form.ts';
import { type Block, createAnswerer, type Embed, type Source, type Turn } from '../../src/answers/index.ts';

function sourceOf(...blocks: Block[]): Source {
  const parts = [{ place: 'page 1', blocks }];
  return { key: 'small', title: 'Small', year: 2024, read: async () => parts };
}

const figures: Block = {
  kind: 'table',
  table: {
    header: ['In EUR million', '2024', '2023', '2022'],
    rows: [
      ['Revenue', '812.4', '764.0', '701.5'],
      ['Operating profit', '96.1', '88.7', '80.2'],
      ['Net income', '66.8', '60.2', '55.9'],
    ],
  },
};
const asked = (...questions: string[]): Turn[] => questions.map((question) => ({ question, answer: '' }));

/** Turns that others have while a follow-up is answered: it gives them one before each thing that it tries. */
async function turnsDuring(followUp: string, before: string): Promise<number> {
  const source = sourceOf(figures);
  const answerer = createAnswerer({});
  await answerer.answer(before, source);
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await answerer.answer(followUp, source, asked(before));
  isDone = true;
  return turns;
}

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

test('trying follow-ups yields to other work', async () => {
  expect(await turnsDuring('And operating profit?', `What was ${words(10)} in 2024?`)).toBeGreaterThan(20);
});

test('the words of a long question are not replaced', async () => {
  expect(await turnsDuring('And operating profit?', `What was ${words(40)} in 2024?`)).toBeLessThan(20);
  expect(await turnsDuring('And operating profit?', words(5000).slice(0, 20_000))).toBeLessThan(20);
});

test('a complete question is asked without its context', async () => {
  const questions: string[] = [];
  const embed: Embed = async (texts) => {
    questions.push(...texts.filter((one) => one.endsWith('?')));
    return texts.map(() => new Float32Array([1]));
  };
  const before = asked('What was net income in 2024?', 'What was revenue in 2023?', 'What was revenue in 2024?');
  const { text: told } = await createAnswerer({ embed }).answer('And in 2022?', sourceOf(figures), before);
  expect(told).toContain('701.5');
  expect(questions).toEqual(['What was revenue in 2024?']);
});

const text = (said: string): Block => ({ kind: 'text', text: said });

const fiscal: Block = {
  kind: 'table',
  table: { header: ['In USD million', '2023-24', '2022-23'], rows: [['Revenue', '812.4', '764.0']] },
};
const segments: Block = {
  kind: 'table',
  table: {
    header: ['Segment', 'Revenue'],
    rows: [
      ['Water', '410.0'],
      ['Energy', '262.4'],
      ['Food', '140.0'],
    ],
  },
};
const costs: Block = {
  kind: 'table',
  table: {
    header: ['Project', 'Cost'],
    rows: [
      ['Bridge', '9,000'],
      ['Annex', '4,000'],
      ['Park', '500'],
    ],
  },
};
const directors = text('The directors are Jonas Whitfield, Maria Keller and Sofia Lindqvist.');
const dog = text('To register a dog it costs 25 euros, and it takes two weeks to register a dog.');
const fence = text('A fence was built around the pond. It cost 900 euros.');
const keeper = text('The keeper of the lighthouse retired on 4 May 1971.');
const lamp = text('The lamp was lit in May. The council paid for it.');

test.each([
  ['a span of years is one year', [fiscal], 'What was revenue in 2023-24?', 'And the year before?', /764\.0/],
  ['a span of years takes the place of another', [fiscal], 'What was revenue in 2022-23?', 'And in 2023-24?', /812\.4/],
  [
    'the page of something else',
    [figures, directors],
    'What was revenue in 2024?',
    'Which page lists the directors?',
    /Keller/,
  ],
  ['the page of what was told', [figures, directors], 'What was revenue in 2024?', 'Which page is that on?', /812\.4/],
  ['largest, then smallest', [segments], 'Which segment had the largest revenue?', 'And the smallest?', /Food/],
  ['biggest, then second', [segments], 'Which segment had the biggest revenue?', 'And the second biggest?', /Energy/],
  ['another measure', [segments], 'Which segment had the highest revenue?', 'And the most profitable?', null],
  ['the same in other words', [costs], 'Which project has the highest cost?', 'And the least expensive?', /Park/],
  ['no age', [keeper], 'When did the keeper of the lighthouse retire?', 'How old?', null],
  ['no number', [keeper], 'Who was the keeper of the lighthouse that retired?', 'How many?', null],
  ['no name', [lamp], 'When was the lamp lit?', 'Who was that?', null],
  ['no place', [lamp], 'Which lamp was lit?', 'Where was that?', null],
  ['a search', [segments, directors], 'What revenue did Water have?', 'directors', /Keller/],
  [
    'what it costs to',
    [fence, dog],
    'When was a fence built around the pond?',
    'What does it cost to register a dog?',
    /25/,
  ],
] as const)('%s', async (_of, blocks, before, followUp, holds) => {
  const { text: told, isFound } = await createAnswerer({}).answer(followUp, sourceOf(...blocks), asked(before));
  if (holds === null) expect(isFound, told).toBe(false);
  else {
    expect(isFound, told).toBe(true);
    expect(told).toMatch(holds);
  }
});

test('a word that only ends like a rank is not a rank', () => {
  for (const name of ['interest', 'West', 'harvest'])
    expect(formOf(`And ${name}?`)).toMatchObject({ kind: 'other', text: name });
  for (const degree of ['largest', 'biggest', 'cheapest', 'best'])
    expect(formOf(`And the ${degree}?`)).toMatchObject({ kind: 'rank', degree });
});
