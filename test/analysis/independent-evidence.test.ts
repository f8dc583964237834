import { expect, test } from 'vitest';
import type { Claim, Quote } from '../../bench/analysis/claims.ts';
import { flawOf } from '../../bench/analysis/independent-evidence.ts';
import type { Field } from '../../src/analysis/types.ts';

const turns = [
  { speaker: 'agent', text: 'How many people, and when?' },
  { speaker: 'customer', text: 'Twenty five people, on the 12th of March.' },
];
const said = { turns, today: '2019-03-01' };
const field = (type: Field['type']): Field => ({ key: 'f', name: 'F', group: 'g', type, options: [], description: '' });
const quoted = (text: string, turn = 1): Quote => {
  const start = turns[turn]?.text.indexOf(text) ?? -1;
  return { turn, start, end: start + text.length, text };
};
const value = (type: Field['type'], of: unknown, ...quotes: Quote[]): Claim => ({
  kind: 'value',
  key: 'f',
  value: of,
  method: 'rules',
  quotes,
  field: field(type),
});

test.each<[string, Claim, string | undefined]>([
  ['a number in words', value('number', 25, quoted('Twenty five')), undefined],
  ['another number', value('number', 26, quoted('Twenty five')), 'unsupported'],
  ['a date', value('date', '2019-03-12', quoted('the 12th of March')), undefined],
  ['another date', value('date', '2019-03-13', quoted('the 12th of March')), 'unsupported'],
  ['no quote', value('number', 25), 'uncited'],
  ['words that nobody said', value('number', 26, { turn: 1, start: 0, end: 10, text: 'Twenty six' }), 'invented'],
  ['words of another place', value('number', 25, { ...quoted('Twenty five'), turn: 0 }), 'invented'],
  ['a turn that is not there', value('number', 25, { ...quoted('Twenty five'), turn: 9 }), 'invented'],
  ['half a word', value('number', 20, quoted('Twent')), 'invented'],
  ['half a number', value('number', 1, quoted('1')), 'invented'],
  ['nothing but a mark', value('boolean', true, quoted(',')), 'invented'],
])('a claim with %s is judged', (_, claim, flaw) => {
  expect(flawOf(claim, said)).toBe(flaw);
});
