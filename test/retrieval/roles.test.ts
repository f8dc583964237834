import { expect, test } from 'vitest';
import { roleQuestions } from '../../media/retrieval/roles.ts';
import { questionTerms } from '../../media/retrieval/terms.ts';
import { createAnswerer, type Source } from '../../src/answers/index.ts';

const knows = (...roles: readonly string[]) => {
  const terms = new Set(roles.flatMap((role) => [...questionTerms(role)]));
  return (term: string): boolean => terms.has(term);
};

test.each([
  ['Who teaches pottery?', ['teacher'], ['Who is the teacher of pottery?']],
  ['Who taught the beginners?', ['instructor'], ['Who is the instructor of the beginners?']],
  ['Who conducted the film music?', ['conductor'], ['Who is the conductor of the film music?']],
  ['Who supplies the flour?', ['supplier'], ['Who is the supplier of the flour?']],
  ['Who owns it?', ['owner'], ['Who is the owner of it?']],
  ['Who drives?', ['driver'], ['Who is the driver?']],
  ['Who will lead the group?', ['leader'], ['Who is the leader of the group?']],
  ['Who is the teacher of pottery?', ['teacher'], []],
  ['Who teaches pottery?', ['driver'], []],
  ['What does the teacher earn?', ['teacher'], []],
])('%s with %j asks %j', (question, roles, expected) => {
  expect(roleQuestions(question, knows(...roles))).toEqual(expected);
});

const classes = {
  header: ['Class', 'Teacher', 'Day', 'Fee'],
  rows: [
    ['Pottery', 'Hanna Lind', 'Tuesday', '165'],
    ['Weaving', 'Marco Bassi', 'Monday', '120'],
  ],
};
const source: Source = {
  key: 'roles',
  title: 'Classes',
  read: async () => [
    {
      place: 'page 1',
      blocks: [
        { kind: 'table', table: classes },
        { kind: 'heading', text: 'Inspection of the lift' },
        { kind: 'text', text: 'Inspector: Dilys Penn' },
        { kind: 'text', text: 'Owner: Wharf Estates Limited' },
      ],
    },
  ],
};

test.each([
  ['Who teaches pottery?', 'Pottery, Teacher: Hanna Lind'],
  ['Who inspected the lift?', 'Inspector: Dilys Penn'],
  ['Who owns the lift?', 'Owner: Wharf Estates Limited'],
])('%s is answered by the role', async (question, expected) => {
  expect((await createAnswerer({}).answer(question, source)).text).toContain(expected);
});

test.each(['Who teaches glazing?', 'Who painted the lift?', 'Who owns the crane?'])(
  '%s is not answered by the role of another thing',
  async (question) => {
    expect((await createAnswerer({}).answer(question, source)).isFound).toBe(false);
  },
);
