import { expect, it } from 'vitest';
import { askedFor } from '../../media/turn/asked-for.ts';

it.each([
  ['What is the best phone number to reach you on?', 'number'],
  ['Thanks. And what is the card number?', 'card'],
  ["What's your zip code?", 'number'],
  ['Please read me the code on the letter.', 'number'],
  ['Could you give me your policy number? It is on the card.', 'number'],
  ['Can I have your email address?', 'address'],
  ['Could you spell that for me, please?', 'spelling'],
  ['How do you spell your last name?', 'spelling'],
  ['Okay, tell me the last four digits.', 'number'],
] as const)('"%s" asks for something that is read out', (line, asked) => {
  expect(askedFor(line)).toBe(asked);
});

it.each([
  '',
  'What day would suit you?',
  'Your card number is on the letter.',
  'We will send an email to the address that we have.',
  'What is your phone number? Thank you. Is there anything else?',
  'How many people are coming?',
  'Could you tell me your name?',
])('"%s" asks for nothing that is read out', (line) => {
  expect(askedFor(line)).toBeUndefined();
});
