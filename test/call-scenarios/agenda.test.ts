import { expect, test } from 'vitest';
import { agendaOf } from '../../src/features/coaching/scenario-drafts/agenda.ts';
import { exchangesOf } from '../../src/features/coaching/scenario-drafts/exchanges.ts';

/** Lines of a call; those of the agent begin with `A:`. */
const agenda = (...lines: readonly string[]) => {
  const transcript = lines.map((line, index) => ({
    speaker: line.startsWith('A: ') ? ('agent' as const) : ('customer' as const),
    text: line.replace(/^A: /, ''),
    startMs: index * 4000,
    endMs: index * 4000 + 2000,
    words: [],
  }));
  return agendaOf(exchangesOf(transcript, 'en-US'));
};
const factsOf = ({ facts }: ReturnType<typeof agendaOf>) =>
  Object.fromEntries(facts.map(({ key, value }) => [key, value]));

test.each([
  ['Thank you. My name is Dana Pratt.', 'My order arrived cold and one pizza was missing.'],
  ['Hello Ben. Since yesterday my internet keeps dropping.', 'Since yesterday my internet keeps dropping.'],
  ['Hey. This is Kim Lee speaking.', 'My order arrived cold and one pizza was missing.'],
  ['Thanks for taking my call today, my name is Dana.', 'My order arrived cold and one pizza was missing.'],
  ['Hello. Hi Thank you for calling back, Ben!', 'My order arrived cold and one pizza was missing.'],
])('the reason of a call is what follows the courtesies: %s', (first, reason) => {
  const { wishes } = agenda(
    'A: Hello!',
    first,
    'A: What can I do for you?',
    'My order arrived cold and one pizza was missing.',
  );
  expect(wishes[0]).toBe(reason);
});

test('words that are hardly ever anything but courtesies are read as fast as others', () => {
  const [wish] = agenda('A: Hello!', `${'Thanks for a Hello '.repeat(60)}pizza?`).wishes;
  expect(wish).toMatch(/^Thanks for a Hello/);
});

test('a question in reply to a question becomes a wish, not a fact', () => {
  const { wishes, facts } = agenda('A: Good morning, do you have a minute?', 'What is this about?', 'A: Solar roofs.');
  expect(wishes).toEqual(['What is this about?']);
  expect(facts).toEqual([]);
});

test('assent before a request and after an offer is left out, and the request is kept', () => {
  const { wishes } = agenda(
    'A: How can I help you?',
    'Find a flight for me.',
    'A: I found five.',
    'Ok. Check my savings balance.',
    'A: You have 200 dollars.',
    'That sounds great.',
  );
  expect(wishes).toEqual(['Find a flight for me.', 'Check my savings balance.']);
});

test('facts that everybody has are named after what they are', () => {
  const call = agenda(
    'A: Sure, what is your name, please?',
    'Julia Stone.',
    'A: Where do you live?',
    'In Springfield.',
  );
  expect(factsOf(call)).toEqual({ name: 'Julia Stone.', address: 'In Springfield.' });
});
