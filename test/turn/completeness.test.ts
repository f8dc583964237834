import { describe, expect, it } from 'vitest';
import { endsDictation, judgeAwaited, judgeCompleteness } from '../../media/turn/completeness.ts';

describe('complete utterances', () => {
  it.each([
    'I want to book a cleaning.',
    'Yes.',
    'No, thanks.',
    'Okay',
    "That's right.",
    'Tuesday morning.',
    'At three.',
    'Half past two in the afternoon.',
    'What are your opening hours?',
    'What is it for?',
    'Which folder should I save the message to?',
    'I am already logged on.',
    'My email is jane.doe@example.com.',
    "It's jane at gmail dot com.",
    'My number is 415-555-0123.',
    'Four one five, five five five, zero one two three.',
    'You can reach me at +1 415 555 0123.',
    'I need 2 appointments.',
    'We are open until 5 p.m.',
    'There were 25 people in the room.',
    'The card is 4111 1111 1111 1111.',
    'Press star for help or pound to exit.',
  ])('"%s" is complete', (text) => {
    expect(judgeCompleteness(text)).toBe('complete');
  });
});

describe('incomplete utterances', () => {
  it.each([
    'The card is 4-1-1-1-2-2-2-3-3-3.',
    'I would like to come on Monday and',
    'I would like to come on Monday, and.',
    'So, um,',
    'Because',
    'My number is',
    'My number is.',
    'My name is',
    'The address is',
    "It's spelled",
    'You can reach me at',
    'Can I speak to the',
    'Currently, there are more than.',
    '415',
    'My number is 415.',
    'My number is 415-555.',
    'Four one five, five five five.',
    'M-I-S-D-N',
    'M I S D N',
    'S, M, I',
    'My last name is Smith, S-M.',
    'My email is jane at',
    'My email is jane dot',
    '4111 1111 1111',
  ])('"%s" is a dictation', (text) => {
    expect(judgeCompleteness(text)).toBe('dictating');
  });
});

describe('undecided utterances', () => {
  it.each([
    '',
    '   ',
    '...',
    'Login incorrect.',
    'Agent log in.',
    'Please enter the first...',
    'I have a caller waiting, who introduces themselves as:',
    'I would like to talk to',
    'The last four are 1234.',
    'However,',
  ])('"%s" is unsure', (text) => {
    expect(judgeCompleteness(text)).toBe('unsure');
  });
});

it('accepts any text', () => {
  for (const text of ['¿Qué tal?', '你好', '🙂', '-', "'", '@', 'a'.repeat(10_000), '1 '.repeat(5000)]) {
    expect(['complete', 'unsure', 'dictating']).toContain(judgeCompleteness(text));
  }
});

it.each([
  'You can reach me at 619.',
  'My account number is 882.',
  'The code is 1, 2, 3, 4.',
  'My email is Laura.',
  'At Gmail.',
  "It's K.",
  'The code is AB.',
])('"%s" is a dictation that continues', (text) => {
  expect(judgeCompleteness(text)).toBe('dictating');
});

it.each([
  'My email is laura@example.com.',
  'At noon.',
  'It is ten AM.',
  'At nine.',
  'Yes, I like it.',
  'I like Italian.',
])('"%s" is not a dictation', (text) => {
  expect(judgeCompleteness(text)).not.toBe('dictating');
});

it.each(['My name is spelled B A M', 'M.', 'The code is one too.', 'My number is five five for'])(
  '%s continues',
  (text) => {
    expect(judgeCompleteness(text)).toBe('dictating');
  },
);

it.each(['I would like one too.', 'We close at ten p m.', 'My email is Laura.Bennet at Gmail.com', 'It is 5 p m'])(
  '%s is whole',
  (text) => {
    expect(judgeCompleteness(text)).toBe('complete');
  },
);

it('a dictation ends with a sentence after it, not with the sentence that contains it', () => {
  expect(endsDictation('My name is spelled bee ee ass', 6)).toBe(false);
  expect(endsDictation('My name is M I S. And I want to book a cleaning.', 6)).toBe(true);
  expect(endsDictation('My number is 415 555 0123', 4)).toBe(true);
  expect(endsDictation('3782 822463', 1, 'card')).toBe(false);
  expect(endsDictation('3782 822463 10005', 1, 'card')).toBe(true);
});

it.each([
  ['spelling', 'Smite that is ass.', 'dictating'],
  ['spelling', '', 'dictating'],
  ['spelling', 'Sure.', 'dictating'],
  ['spelling', 'No.', 'complete'],
  ['spelling', 'Sorry, could you say that again?', 'complete'],
  ['spelling', 'Be as in Bravo. Who is in Alpha?', 'dictating'],
  ['spelling', 'And why? See you for Tommy.', 'dictating'],
  ['number', 'It is nine four.', 'dictating'],
  ['number', 'It is 415 555 0123.', 'complete'],
  ['card', "Yeah, it's 3782. 822463.", 'dictating'],
  ['card', "Yeah, it's 3782. 822463. 10005.", 'complete'],
  ['card', 'I would rather pay by transfer.', 'complete'],
  ['number', 'Okay.', 'dictating'],
  ['number', '415 555 0123', 'complete'],
  ['number', 'I would have to look it up.', 'complete'],
  ['address', 'It is Peter.', 'dictating'],
  ['address', 'peter at outlook dot com', 'complete'],
  ['address', 'It is office at Green Valley Clinic.', 'dictating'],
  ['address', 'It is office at greenvalley.co', 'dictating'],
  ['address', 'office at green valley dot co dot uk', 'complete'],
  ['address', 'I would rather leave that to you, or to somebody at home.', 'complete'],
  ['address', 'I never use email.', 'complete'],
] as const)('asked for a %s: "%s" is %s', (awaited, text, completeness) => {
  expect(judgeAwaited(text, awaited)).toBe(completeness);
});

it.each([
  ['digits that stand alone', 'It says 9-4.'],
  ['a country code', 'Plus 4.9.'],
  ['a nought and one digit of a number', 'My number is 06.'],
  ['a group of four and nothing else', '5105'],
  ['a letter after a yes', 'Yes, F.'],
  ['letters as the recogniser writes them', 'My name is El B.'],
  ['a letter at the end of what is no question', 'See, I'],
  ['a letter with its word', 'M for Mary'],
  ['a mailbox without its host', 'You can write to sales.'],
  ['half a mailbox', "It's Peter, dot Walsh."],
  ['the same, as it is written', 'Peter.Walsh'],
])('what nobody asked for is read out: %s', (_, text) => {
  expect(judgeCompleteness(text)).toBe('dictating');
});

it.each(['At 10:30.', 'On January 5 2025.', 'You can write to me.', 'That is plan B.', 'We are open 24 hours.', '12.'])(
  '"%s" is an ordinary turn',
  (text) => {
    expect(judgeCompleteness(text)).toBe('complete');
  },
);

it.each(['1984.', 'So do I.', 'I was born in 1984.'])('"%s" may be a dictation or not', (text) => {
  expect(judgeCompleteness(text)).toBe('unsure');
});
