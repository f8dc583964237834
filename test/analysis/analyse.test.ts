import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/analysis/analyse.ts';
import type { Facts, Field } from '../../src/analysis/types.ts';
import type { Transcript } from '../../src/transcripts/transcript.ts';

/** A conversation as "a: ..." and "c: ..." lines. */
const talk = (lines: string): Transcript =>
  lines
    .trim()
    .split('\n')
    .map((line, index) => {
      const [side, ...rest] = line.trim().split(': ');
      const speaker = side === 'a' ? 'agent' : side === 'c' ? 'customer' : 'unknown';
      return { speaker, text: rest.join(': '), startMs: index * 4000, endMs: index * 4000 + 3000, words: [] };
    });

const facts: Facts = {
  calledAt: '2026-03-02T10:00:00.000Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
};

const field = (changes: Partial<Field>): Field => ({
  key: 'f',
  name: 'F',
  group: 'g',
  type: 'text',
  options: [],
  description: '',
  ...changes,
});

function fieldOf(lines: string, changes: Partial<Field>) {
  const transcript = talk(lines);
  const [value] = analyse(transcript, [field(changes)], facts).fields;
  for (const { turn, start, end } of value!.evidence)
    expect(transcript[turn]!.text.slice(start, end).length, 'evidence quotes words that are there').toBe(end - start);
  const quotes = value!.evidence.map(({ turn, start, end }) => transcript[turn]!.text.slice(start, end));
  return { state: value!.state, value: value!.value, quotes };
}

describe('a field', () => {
  const visit = { name: 'Visit date', type: 'date' } as const;

  test('of type date is resolved against the day of the call, with its words as evidence', () => {
    const lines = 'a: When would you like to visit?\nc: This Friday would be fine.';
    expect(fieldOf(lines, visit)).toEqual({ state: 'found', value: '2026-03-06', quotes: ['This Friday'] });
    expect(fieldOf('a: Which date works for your visit?\nc: Tomorrow at 3 pm.', visit)).toMatchObject({
      value: '2026-03-03T15:00',
    });
  });

  test('has the customer’s correction as value, and reports a read-back that differs', () => {
    const lines = 'a: Which day suits you for the visit?\nc: Tuesday.\na: Okay.\nc: Actually, make the visit Thursday.';
    expect(fieldOf(lines, visit)).toMatchObject({ state: 'found', value: '2026-03-05' });
    const wrong =
      'a: When do you want to visit?\nc: On Tuesday.\na: Great, your visit is booked for Wednesday.\nc: Bye.';
    expect(fieldOf(wrong, visit)).toEqual({
      state: 'contradicted',
      value: '2026-03-03',
      quotes: ['On Tuesday', 'Wednesday'],
    });
    const right = wrong.replace('Wednesday', 'Tuesday');
    expect(fieldOf(right, visit)).toMatchObject({ state: 'found', value: '2026-03-03' });
  });

  test('has the agent’s proposal as value when the customer accepts it, and not when the customer rejects it', () => {
    const lines = 'a: Would a visit on Wednesday work?\nc: Yes, that works.';
    expect(fieldOf(lines, visit)).toMatchObject({ state: 'found', value: '2026-03-04' });
    expect(fieldOf(lines.replace('Yes, that works', 'No, not really'), visit).state).toBe('not_mentioned');
  });

  test('of type number leaves spans of time to fields about time', () => {
    const gift = { name: 'Pledged amount', type: 'number', description: 'How much money they will give' } as const;
    const said = 'a: How much would you give?\nc: I gave some money 10 years ago.';
    expect(fieldOf(said, gift).value).toBeNull();
    expect(fieldOf('a: How much would you give?\nc: I would give 10.', gift).value).toBe(10);
    const tenure = { name: 'Years employed', type: 'number', description: 'How many years they worked there' } as const;
    expect(fieldOf('a: How many years were you employed?\nc: For the last 10 years.', tenure).value).toBe(10);
  });

  test('of type number reads digits and words near its subject', () => {
    const guests = { name: 'Guests', type: 'number', description: 'How many people will come' } as const;
    expect(fieldOf('a: How many guests will there be?\nc: Twenty five, and two dogs.', guests)).toMatchObject({
      state: 'found',
      quotes: [expect.stringMatching(/Twenty five|two/)],
    });
    expect(fieldOf('a: How many guests?\nc: One hundred and ten.', guests).value).toBe(110);
    expect(fieldOf('a: How many guests?\nc: 1,250 or so.', guests).value).toBe(1250);
    expect(fieldOf('a: Hello.\nc: I have been waiting for 20 minutes.', guests).state).toBe('not_mentioned');
  });

  test('of type boolean follows the answer to its question', () => {
    const insured = { name: 'Has insurance', type: 'boolean' } as const;
    expect(fieldOf('a: Do you have insurance?\nc: Yes, I do.', insured).value).toBe(true);
    expect(fieldOf("a: Do you have insurance?\nc: No, I don't.", insured).value).toBe(false);
    expect(fieldOf('a: Do you like music?\nc: Yes.', insured).state).toBe('not_mentioned');
  });

  test('of type enum or text comes from the customer’s words about it', () => {
    const size = { name: 'Room size', type: 'enum', options: ['single', 'double', 'family suite'] } as const;
    expect(fieldOf('a: Which room size do you need?\nc: A family suite please.', size).value).toBe('family suite');
    expect(fieldOf('a: Which room size do you need?\nc: I am not sure.', size).state).toBe('not_mentioned');
    const order = { name: 'Order number', type: 'text' } as const;
    expect(fieldOf('a: How can I help?\nc: My order number is AB 4471.', order).value).toBe('AB 4471');
    const email = { name: 'Email', type: 'text' } as const;
    expect(fieldOf('a: What is your email?\nc: Sure, jo.doe@example.org, all lower case.', email).value).toBe(
      'jo.doe@example.org',
    );
  });

  test('of type score counts the phrases that the agent said', () => {
    const script = {
      name: 'Script',
      type: 'score',
      options: ['this call is recorded', 'anything else I can do'],
    } as const;
    expect(fieldOf('a: Hello, this call is recorded.\nc: Fine.', script).value).toBe(50);
    expect(fieldOf('a: Hello.\nc: Is this call recorded?', script)).toMatchObject({ state: 'found', value: 0 });
    expect(fieldOf('c: Is this call recorded?', script).state).toBe('not_mentioned');
  });

  test('of type score is not met by a sentence that shares one word with the phrase', () => {
    const script = { name: 'Script', type: 'score', options: ['How can I help you'] } as const;
    expect(fieldOf('a: The charity helps children.\nc: Fine.', script).value).toBe(0);
    expect(fieldOf('a: How may I help you today?\nc: My card is lost.', script).value).toBe(100);
  });

  test('of type number does not take a duration for a count', () => {
    const people = { name: 'Number of people', type: 'number' } as const;
    expect(fieldOf('a: How many people are you?\nc: We stay 3 days.', people).state).toBe('not_mentioned');
    expect(fieldOf('a: How many people are you?\nc: We are 4 and stay 3 days.', people).value).toBe(4);
    expect(fieldOf('a: How many people are you?\nc: It is a three-day trip.', people).state).toBe('not_mentioned');
    expect(fieldOf('a: How many people are you?\nc: As over the past 3 seasons.', people).state).toBe('not_mentioned');
    expect(fieldOf('a: How many people are you?\nc: As the last 3 times, 5 people.', people).value).toBe(5);
    const stay = { name: 'Number of days', type: 'number' } as const;
    expect(fieldOf('a: How many days do you stay?\nc: 3 days.', stay).value).toBe(3);
  });
});

describe('the outcome', () => {
  const outcomeOf = (lines: string, changes: Partial<Facts> = {}) =>
    analyse(talk(lines), [], { ...facts, ...changes }).outcome?.value ?? null;

  test('comes from the call record where that is decisive', () => {
    expect(outcomeOf('a: Hello?', { connected: false })).toBe('failed');
    expect(outcomeOf('a: Hello?', { voicemail: true })).toBe('voicemail');
    expect(outcomeOf('a: Hello?\nc: Hi.', { transferred: true })).toBe('escalated');
  });

  test.each([
    [
      'visit_scheduled',
      'a: Shall I schedule you for Tuesday at 10 am?\nc: Yes, perfect.\na: See you Tuesday.\nc: Thanks, bye.',
    ],
    ['follow_up_scheduled', 'a: Is now a good time?\nc: Not really, call me back tomorrow at 5 pm.\na: Sure.\nc: Bye.'],
    [
      'resolved',
      "a: How can I help?\nc: My card is lost.\na: I've ordered a new one, it is on its way.\nc: Great, thank you.",
    ],
    ['no_interest', 'a: Would you like to hear about our offer?\nc: No thanks, I am not interested.\na: Okay, bye.'],
    ['interested', 'a: Would you like to join?\nc: Yes, sign me up.\na: Wonderful.'],
    ['escalated', 'a: How can I help?\nc: I want a refund.\na: Let me transfer you to my supervisor.\nc: Okay.'],
    ['voicemail', 'c: Please leave a message after the tone.'],
  ])('is %s', (outcome, lines) => {
    expect(outcomeOf(lines)).toBe(outcome);
  });

  test('is empty if nothing was decided, and a returning problem revokes a resolution', () => {
    expect(outcomeOf('a: Hello, can you hear me?\nc: Who is this?')).toBeNull();
    const undone = "a: I've reset your password.\nc: It still doesn't work.\na: Unfortunately that is all I can do.";
    expect(outcomeOf(undone)).not.toBe('resolved');
  });
});

describe('the outcome by the fitted model', () => {
  const judge = (lines: string) => analyse(talk(lines), [], facts);

  test.each([
    [
      'interested',
      `a: We run a savings plan. Would you like to start with a small amount?
       c: That sounds wonderful, how much is usual?
       a: How much would you like to put in each month?
       c: I will put in 20 dollars, I am happy to do that.
       a: Great, 20 dollars. Thank you so much.
       c: Thank you, have a great day!`,
    ],
    [
      'no_interest',
      `a: We run a savings plan. Would you like to start with a small amount?
       c: I don't think so, money is tight right now.
       a: Even a small amount helps. Are you sure?
       c: I can't afford it at this time. Maybe later.
       a: I understand, thank you for your time.
       c: Sorry, bye.`,
    ],
  ])('is %s, with the words of the customer that say so', (value, lines) => {
    const { outcome, undecided } = judge(lines);
    expect({ value: outcome?.value, method: outcome?.method, undecided }).toEqual({
      value,
      method: 'model',
      undecided: null,
    });
    const [evidence] = outcome!.evidence;
    expect(talk(lines)[evidence!.turn]!.speaker).toBe('customer');
  });

  test('a no to "anything else" turns nothing down', () => {
    const lines = `a: How can I help you today?
      c: I want to book a table for two on Friday at 7 pm.
      a: Your table has been booked.
      c: Thank you.
      a: Is there anything else I can help with?
      c: No, thank you, that is all.`;
    expect(judge(lines).outcome?.value).not.toBe('no_interest');
  });

  test('a request that failed is not scheduled, and the reason says so', () => {
    const lines = `a: How can I help you today?
      c: I would like to make a reservation for Friday at 7 pm.
      a: Shall I make the reservation for Friday at 7 pm?
      c: Yes, please do.
      a: I was not able to make the reservation, the restaurant is fully booked.
      c: Okay, bye.`;
    expect(judge(lines)).toMatchObject({ outcome: null, undecided: 'not_done' });
  });

  test('without words of the customer there is a reason', () => {
    expect(judge('a: Hello? Would you like to join?')).toMatchObject({ outcome: null, undecided: 'customer_silent' });
    expect(judge('a: Hello.\nc: It is raining here.')).toMatchObject({ outcome: null, undecided: 'nothing_proposed' });
  });
});

test('manners do not count as sentiment, and unknown speakers have no sentiment', () => {
  const of = (lines: string) => analyse(talk(lines), [], facts).sentiment?.value ?? null;
  expect(of('a: Which day?\nc: Monday, please. Thank you.')).toBe('neutral');
  expect(of('u: Please hold the line.\nu: Thank you, that is great.')).toBeNull();
});

test('the sentiment names the turn where the customer became dissatisfied', () => {
  const lines = `a: How can I help?
    c: Great, I would love to order the blue one.
    a: I have found the blue one.
    c: Perfect, wonderful.
    a: Sorry, I could not find your address.
    c: I already told you my address, this is ridiculous.
    a: Sorry, I could not find your address.
    c: That is wrong again, I want to speak to a manager.`;
  const { sentiment } = analyse(talk(lines), [], facts);
  expect(sentiment).toMatchObject({ value: 'negative', change: { turn: 5, isWorse: true } });
});

test('the sentiment is the customer’s, and weighs the end most', () => {
  const of = (lines: string) => analyse(talk(lines), [], facts).sentiment?.value ?? null;
  expect(of('a: I am so sorry, this is terrible.\nc: Great, thank you so much, wonderful help!')).toBe('positive');
  expect(of('a: Wonderful!\nc: Hello.\nc: This is ridiculous and unacceptable, I am angry.')).toBe('negative');
  expect(of('a: How are you?')).toBeNull();
});

test('each sentence of the summary refers to a turn that contains it, and two runs are equal', () => {
  const lines = `a: Good morning, how can I help you today?
    c: My washing machine has stopped working and water is on the floor.
    a: I'm sorry to hear that. Which model is your washing machine?
    c: It is the blue model from last year.
    a: I've scheduled a technician for Thursday morning.
    c: Thursday is fine, thank you.`;
  const transcript = talk(lines);
  const first = analyse(transcript, [], facts);
  expect(first.summary.length).toBeGreaterThan(1);
  for (const { turn, start, end, text } of first.summary) expect(transcript[turn]!.text.slice(start, end)).toBe(text);
  expect(first.summary[0]!.text).toContain('washing machine has stopped');
  expect(analyse(transcript, [], facts)).toEqual(first);
});
