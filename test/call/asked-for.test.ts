import { expect, test } from 'vitest';
import type { RecognitionEntry } from '../../media/ports.ts';
import { openScriptedCall, say, script } from './scripted-call.ts';

const hearing = (events: Awaited<ReturnType<typeof openScriptedCall>>['events']): RecognitionEntry[] =>
  events.flatMap((event) => (event.type === 'hearing' ? event.entries : []));

/** The agent asks, the caller answers once. Returns the kinds of words that recognition expects, and why the turn ended. */
async function answerTo(question: string, words: string): Promise<{ asked: unknown[]; reason: unknown }> {
  const call = await openScriptedCall({
    brain: ({ input }) => script(input.kind === 'opening' ? say(question) : say('Thank you.')),
    words: [words],
  });
  await call.pass(300 * question.split(' ').length + 600);
  await call.pass(800, 'speaking');
  await call.pass(2500);
  await call.hangUp();
  const entries = hearing(call.events);
  const ended = entries.find((entry) => 'out' in entry && entry.out === 'turnEnded');
  return {
    asked: entries.flatMap((entry) => ('in' in entry && entry.in === 'askedFor' ? entry.args : [])),
    reason: ended !== undefined && 'out' in ended ? (ended.args[0] as { reason: string }).reason : undefined,
  };
}

test('a caller who reads something out on request gets more time', async () => {
  expect(await answerTo('What is your email address?', 'It is Peter')).toEqual({
    asked: ['address'],
    reason: 'dictation',
  });
  expect(await answerTo('What day would suit you?', 'I would like Friday.')).toEqual({
    asked: [],
    reason: 'confident',
  });
});

test.each([
  ['digits one by one', 'It says 9-4.'],
  ['a group of four', '5105'],
  ['a letter', 'Yes, F.'],
  ['a mailbox', 'You can write to sales.'],
])('a caller who reads something out that nobody asked for is given time: %s', async (_, words) => {
  expect(await answerTo('How can I help you?', words)).toEqual({ asked: [], reason: 'dictation' });
});

test('a question stays open over a prompt about silence', async () => {
  const call = await openScriptedCall({
    brain: ({ input }) =>
      script(input.kind === 'silence' ? say('Are you still there?') : say('Could you spell your name?')),
    words: ['Smite that is ass.'],
  });
  await call.pass(12_000);
  await call.pass(800, 'speaking');
  await call.pass(2500);
  await call.hangUp();
  expect(call.lines()).toContain('agent: Are you still there?');
  expect(hearing(call.events)).toContainEqual(expect.objectContaining({ in: 'askedFor', args: ['spelling'] }));
});
