import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isMet } from '../../media/agent/customer/conditions.ts';
import { hear } from '../../media/agent/customer/heard.ts';
import { wordsOf } from '../../media/agent/customer/words.ts';

const words = wordsOf('en');
const isMetBy = (condition: string, text: string): boolean =>
  isMet(words, condition, hear(words, { text, ended: false }));

interface Claim {
  readonly verb: string;
  readonly thirdPerson: string;
  readonly ing: string;
  readonly what: string;
}

const claims: readonly Claim[] = [
  { verb: 'offer', thirdPerson: 'offers', ing: 'offering', what: 'a refund' },
  { verb: 'book', thirdPerson: 'books', ing: 'booking', what: 'the delivery' },
  { verb: 'order', thirdPerson: 'orders', ing: 'ordering', what: 'a lamp' },
  { verb: 'give', thirdPerson: 'gives', ing: 'giving', what: 'a two year warranty' },
  { verb: 'waive', thirdPerson: 'waives', ing: 'waiving', what: 'the late fee' },
  { verb: 'send', thirdPerson: 'sends', ing: 'sending', what: 'a technician' },
  { verb: 'change', thirdPerson: 'changes', ing: 'changing', what: 'the billing address' },
  { verb: 'extend', thirdPerson: 'extends', ing: 'extending', what: 'the rental contract' },
  { verb: 'replace', thirdPerson: 'replaces', ing: 'replacing', what: 'the broken screen' },
  { verb: 'confirm', thirdPerson: 'confirms', ing: 'confirming', what: 'the hotel room' },
];

const denials: readonly ((claim: Claim) => string)[] = [
  ({ verb, what }) => `We do not ${verb} ${what}.`,
  ({ verb, what }) => `I can't ${verb} ${what}.`,
  ({ verb, what }) => `Unfortunately it is impossible to ${verb} ${what}.`,
  ({ verb, what }) => `I am unable to ${verb} ${what} for you.`,
  ({ verb, what }) => `We never ${verb} ${what}.`,
  ({ verb, what }) => `I won’t ${verb} ${what}, sorry.`,
  ({ verb, what }) => `Nobody here can ${verb} ${what}.`,
  ({ verb, what }) => `There is no way to ${verb} ${what}.`,
  ({ verb, what }) => `I tried to ${verb} ${what} but the system refused.`,
  ({ verb, what }) => `I would not ${verb} ${what} even if I could.`,
  ({ verb, what }) => `I refuse to ${verb} ${what}.`,
  ({ ing, what }) => `We have stopped ${ing} ${what}.`,
  ({ verb, what }) => `We are not allowed to ${verb} ${what}.`,
  ({ verb, what }) => `Should I ${verb} ${what}?`,
  ({ verb, what }) => `He claims that we ${verb} ${what}.`,
  ({ verb, what }) => `I wish I could ${verb} ${what}, but I can not.`,
  ({ verb, what }) => `Sorry, no, I cannot ${verb} ${what}.`,
  ({ verb, what }) => `It is out of the question to ${verb} ${what}.`,
  ({ thirdPerson, what }) => `The agent ${thirdPerson} ${what}.`,
  ({ ing, what }) => `I am against ${ing} ${what}.`,
];

const statements: readonly ((claim: Claim) => string)[] = [
  ({ verb, what }) => `I can ${verb} ${what} for you.`,
  ({ verb, what }) => `I will ${verb} ${what} right away.`,
  ({ verb, what }) => `Yes, of course, no problem, I will ${verb} ${what}.`,
  ({ verb, what }) => `Not only that, we also ${verb} ${what}.`,
  ({ ing, what }) => `I am ${ing} ${what} now. It does not take long.`,
];

describe('a condition of the simulated customer', () => {
  const all = (lines: readonly ((claim: Claim) => string)[]) =>
    claims.flatMap((claim) =>
      lines.map((line) => ({ condition: `the agent ${claim.thirdPerson} ${claim.what}`, text: line(claim) })),
    );

  test('is met by none of 200 denials, failures, questions and recitals', () => {
    expect(all(denials)).toHaveLength(200);
    expect(all(denials).filter(({ condition, text }) => isMetBy(condition, text))).toEqual([]);
  });

  test('is met by the same words in statements', () => {
    expect(all(statements).filter(({ condition, text }) => !isMetBy(condition, text))).toEqual([]);
  });

  test('is met by none of 100 other denials, and by 20 other statements', () => {
    const one = z.strictObject({ condition: z.string(), text: z.string(), met: z.boolean() });
    const file = readFileSync(new URL('./denial-cases.json', import.meta.url), 'utf8');
    const { dev, heldOut } = z.strictObject({ dev: z.array(one), heldOut: z.array(one) }).parse(JSON.parse(file));
    const cases = [...dev, ...heldOut];
    expect(cases).toHaveLength(120);
    expect(cases.filter(({ condition, text, met }) => isMetBy(condition, text) !== met)).toEqual([]);
  });

  test('about asking is met by a question', () => {
    expect(isMetBy('the agent asks for the card number', 'Could you read me your card number please?')).toBe(true);
    expect(isMetBy('the agent asks for the card number', 'I have your card number.')).toBe(false);
  });

  test('in quotation marks is not met where the agent denies the words', () => {
    expect(isMetBy('the agent says "book the delivery"', 'I can not "book the delivery" for you.')).toBe(false);
    expect(isMetBy('the agent says "book the delivery"', 'I will book the delivery.')).toBe(true);
  });
});
