import { expect, test } from 'vitest';
import { createAnswerer, type Source } from '../../src/answers/index.ts';

const recording: Source = {
  key: 'recording',
  title: 'Stand-up',
  durationMs: 3_725_000,
  read: async () => [
    {
      place: 'at 3:01',
      blocks: [
        {
          kind: 'text',
          text: 'The truck is late. We call the customer.',
          places: [
            { from: 0, place: 'at 3:01' },
            { from: 19, place: 'at 3:04' },
          ],
        },
      ],
    },
    {
      place: 'at 1:02:00',
      blocks: [{ kind: 'text', text: 'Goodbye.', places: [{ from: 0, place: 'at 1:02:00' }] }],
    },
  ],
};

test.each([
  ['How long is the recording?', 'Stand-up is 1 hour 2 minutes 5 seconds long.'],
  ['How long does the call last?', 'Stand-up is 1 hour 2 minutes 5 seconds long.'],
  ['What was said at 3:03?', 'The truck is late. (at 3:01)'],
  ['What did they talk about at 3:05?', 'We call the customer. (at 3:04)'],
  ['What is said in the recording at minute 3:05?', 'We call the customer. (at 3:04)'],
  ['What was said at 1:02:01?', 'Goodbye. (at 1:02:00)'],
  ['What was said at 0:10?', 'Nothing is said before 0:10.'],
  ['What was said at 2:00:00?', 'The recording ends before 2:00:00: it is 1 hour 2 minutes 5 seconds long.'],
])('a question about the length or a time of a recording returns it: %s', async (question, expected) => {
  expect((await createAnswerer({}).answer(question, recording)).text).toBe(expected);
});

test.each([
  'How long does it take?',
  'How long was the meeting?',
  'What was said about the train at 3:03?',
  'What happens at 3:03 pm?',
])(
  'a question about what is said in a recording is no question about its length or a time of it: %s',
  async (question) => {
    expect((await createAnswerer({}).answer(question, recording)).text).not.toMatch(/1 hour|\(at 3:01\)/);
  },
);
