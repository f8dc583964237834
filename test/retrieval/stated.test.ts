import { describe, expect, test } from 'vitest';
import { createFinder, type Source, worded } from '../../media/retrieval/index.ts';

const finder = createFinder({});

const text: Source = {
  key: 'text',
  title: 'Minutes',
  read: async () => [
    {
      place: 'page 1',
      blocks: [
        { kind: 'text', text: 'The summer fair drew 2,300 visitors. Theft and fire are insured.' },
        { kind: 'text', text: 'The new kernel package is created in the directory above the sources.' },
        {
          kind: 'text',
          text: 'Grants of contributors in Section 2.1 remain. Handbooks are maintained in the archive.',
        },
        { kind: 'text', text: 'Build the archive with the following command:' },
        { kind: 'text', text: 'make archive' },
        { kind: 'text', text: 'The Rosenhof opens on Friday. The contact there is Mr Yilmaz.' },
      ],
    },
  ],
};

const table: Source = {
  key: 'table',
  title: 'Rain',
  read: async () => [
    {
      place: 'sheet Rain',
      blocks: [
        {
          kind: 'table',
          table: {
            header: ['Station', 'Day', 'Rain', 'Wind'],
            rows: [
              ['Almere', 'Monday', '3.2', '18'],
              ['Almere', 'Tuesday', '0.5', '12'],
              ['Zwolle', 'Monday', '5.6', '21'],
              ['Zwolle', 'Tuesday', '1.1', '15'],
            ],
          },
        },
      ],
    },
  ],
};

const answer = async (question: string, source: Source): Promise<string> =>
  (await finder.find(question, source)).answers.map(worded).join(' ');

describe('a statement', () => {
  test.each([
    'How many visitors came to the winter fair?',
    'Is theft of a helmet insured?',
    'How large is the kernel package?',
    'How many contributors are there?',
    'Who maintains the handbooks?',
  ])('does not answer a question about another thing: %s', async (question) => {
    expect(await answer(question, text)).toBe('');
  });

  test.each([
    ['How many visitors came to the summer fair?', /2,300/],
    ['Which command builds the archive?', /command: make archive/],
    ['Who is the contact at the Rosenhof?', /Yilmaz/],
  ])('answers its own question: %s', async (question, expected) => {
    expect(await answer(question, text)).toMatch(expected);
  });
});

describe('a column', () => {
  test.each([
    ['How much rain fell in total?', /^Sum of 4 rows, Rain: 10\.4 \(sheet Rain\)/],
    ['How much rain fell in total in Almere?', /^Sum of 2 rows, Rain: 3\.7/],
    ['What was the highest wind in Almere?', /Wind: 18/],
    ['What was the lowest wind?', /Wind: 12/],
  ])('is added up or searched over the rows of the question: %s', async (question, expected) => {
    expect(await answer(question, table)).toMatch(expected);
  });
});
