import { expect, test } from 'vitest';
import { redact, redactTurns } from '../../src/analysis/redaction.ts';
import type { Speaker } from '../../src/transcripts/transcript.ts';

test.each([
  ['My card is 4111 1111 1111 1111, thanks.', 'My card is [card number], thanks.'],
  ['It is 4111-1111-1111-1111.', 'It is [card number].'],
  ['3782 822463 10005', '[card number]'],
  ['Four one one one, one one one one, one one one one, one one one one.', '[card number].'],
  ['four triple one double one double one one one one one one one one one', '[card number]'],
  // One digit misheard: the checksum fails, the announcement counts.
  ['The card number is 4111 1111 1111 1112', 'The card number is [card number]'],
  ['My social is 123-45-6789.', 'My social is [social security number].'],
  ['SSN one two three four five six seven eight nine', 'SSN [social security number]'],
  ['219-09-9999', '[social security number]'],
  ['The last four of my ssn are 2241.', 'The last four of my ssn are [social security number].'],
  ['My card ending in 4455 was stolen.', 'My card ending in [card number] was stolen.'],
  ['4798 is my social.', '[social security number] is my social.'],
  ['The CVV is one two three.', 'The CVV is [security code].'],
  ['Card number forty one eleven, eleven eleven, eleven eleven, eleven eleven', 'Card number [card number]'],
  ['2132 4879 3725 2156', '[card number]'],
  ['8883 this is my ssn number', '[social security number] this is my ssn number'],
  ['7657 ssn', '[social security number] ssn'],
  ['I am Jo, ssn num 7657, card 9521', 'I am Jo, ssn num [social security number], card [card number]'],
  ['3211 and my credit card number is 9394', '[social security number] and my credit card number is [card number]'],
  ['My bank account number is 000123456789.', 'My bank account number is [account number].'],
  ['It is the checking account ending in 4455.', 'It is the checking account ending in [account number].'],
  ['Savings account four one double two oh nine seven seven', 'Savings account [account number]'],
  ['Sort code 20-00-00, account number 55779911.', 'Sort code [account number], account number [account number].'],
  ['IBAN: 3704 0044 0532 0130', 'IBAN: [account number]'],
  ['Pay into GB82 WEST 1234 5698 7654 32 please.', 'Pay into [account number] please.'],
  ['DE89370400440532013000', '[account number]'],
  ['88123456 is my current account.', '[account number] is my current account.'],
  ['My PIN is 4821.', 'My PIN is [PIN].'],
  ['The pin for my card is four eight two one', 'The pin for my card is [PIN]'],
  ['Pin code 4821, I think.', 'Pin code [PIN], I think.'],
  ['The passcode is 839201.', 'The passcode is [PIN].'],
  ['4821 is the PIN', '[PIN] is the PIN'],
])('redacts %j', (text, expected) => {
  expect(redact(text)).toBe(expected);
});

test.each([
  'Order 4111 1111 1111 1112 has shipped.',
  'Call me at +1 202 555 0143.',
  'My account is 123456789.',
  'Invoice 000-12-3456.',
  'It costs 1,250 and takes 3 to 5 days.',
  'One two three, testing.',
  'I paid 500 dollars with my card.',
  'My card was charged $250 on 12 May.',
  'Zip 11757, phone 2025550151',
  'I lost my card in twenty nineteen.',
  'My gift card 4455 has expired.',
  '3211 and my order is late.',
  'The account is 45964126314512.',
  'My account number is 55779911.',
  'Our PIN code is 560034, near the lake.',
  'Use safety pin 1042 from the drawer.',
  'Transfer 2500 dollars to my savings account.',
  'My bank is closed until 2027.',
  'GB83 WEST 1234 56 is not an account.',
  'I opened a bank account in the branch on 1200 Main Street.',
  'Part AB12 3456 7890 is out of stock.',
])('keeps %j', (text) => {
  expect(redact(text)).toBe(text);
});

const turn = (speaker: Speaker, text: string) => ({ speaker, text, startMs: 0, endMs: 1, words: [] });
const read = (...turns: ReturnType<typeof turn>[]) => redactTurns(turns).map(({ text }) => text);

test('a bare number is redacted where the question before it asks for one', () => {
  const asked = turn('agent', 'What are the last four digits of your social security number?');
  expect(read(asked, turn('customer', 'Sure, 4798.'))[1]).toBe('Sure, [social security number].');
  expect(read(turn('agent', 'How many years?'), turn('customer', '4798.'))[1]).toBe('4798.');
  expect(read(turn('agent', 'Which card?'), turn('customer', 'The one with $4000 on it.'))[1]).toBe(
    'The one with $4000 on it.',
  );
});

const questions: [question: string, answer: string, expected: string][] = [
  ['Could you enter or say your four digit PIN?', 'Four eight two one.', '[PIN].'],
  ['Which bank account number should the refund go to?', 'To 55779911.', 'To [account number].'],
  [
    'I need your sort code and account number, please.',
    '20-00-00 and 55779911',
    '[account number] and [account number]',
  ],
  ['When you are ready, what is your card number?', '4455 1881', '[card number]'],
  ['How much do you owe, and what is your checking account number?', 'It is 88123456.', 'It is [account number].'],
];

test.each(questions)('a bare number is redacted when %j asks for it', (question, answer, expected) => {
  expect(read(turn('agent', question), turn('customer', answer))[1]).toBe(expected);
  expect(read(turn('speaker_2', question), turn('speaker_1', answer))[1]).toBe(expected);
});

test.each(questions)(
  'a bare number is redacted when speakers have no names and %j was said',
  (question, answer, expected) => {
    expect(read(turn('unknown', question), turn('unknown', answer))[1]).toBe(expected);
    expect(read(turn('unknown', `${question} ${answer}`))[0]).toBe(`${question} ${expected}`);
  },
);

test.each([
  ['Is this about your bank account?', 'No, my order number is 55213.'],
  ['Do you have your card number?', 'Call me back at 202 555 0143 instead.'],
  ['How much should we move to your checking account?', 'Move 2500 then.'],
  ['What is your PIN?', 'I am at zip code 90210 and do not know.'],
  ['What is your account number?', '55779911.'],
  ['What is the PIN code of your area?', '560034.'],
  ['Which year did you open the bank account?', 'In 2019.'],
])('another number is kept when %j was asked', (question, answer) => {
  for (const [asking, answering] of [['agent', 'customer'] as const, ['unknown', 'unknown'] as const])
    expect(read(turn(asking, question), turn(answering, answer))[1]).toBe(answer);
});

test('a question counts for every number of the answer, however long the question is', () => {
  const question = `What is your PIN? ${'Take your time. '.repeat(100)}`;
  expect(read(turn('agent', question), turn('customer', '4821, no, sorry. 4812.'))[1]).toBe('[PIN], no, sorry. [PIN].');
});

test('what one voice says without asking makes no number sensitive', () => {
  const said = 'I forgot my PIN yesterday. That was annoying. My order has 55213 in its name.';
  expect(read(turn('unknown', said))[0]).toBe(said);
  expect(read(turn('unknown', 'My card was declined.'), turn('unknown', 'It was for 55213.'))[1]).toBe(
    'It was for 55213.',
  );
});
