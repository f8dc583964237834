import { describe, expect, test } from 'vitest';
import { amountsIn } from '../../media/reading/amounts.ts';
import { analyse } from '../../src/analysis/analyse.ts';
import type { Facts, Field } from '../../src/analysis/types.ts';
import type { Speaker } from '../../src/transcripts/transcript.ts';

const facts: Facts = {
  calledAt: '2026-03-02T10:00:00.000Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
};

const fieldOf = (name: string, description: string): Field => ({
  key: 'f',
  name,
  group: 'g',
  type: 'number',
  options: [],
  description,
});

const pledge = fieldOf('Pledged amount', 'How much money the customer will give');

/** Lines alternate between agent and customer; the agent begins. */
function amountIn(lines: readonly string[], field = pledge) {
  const transcript = lines.map((text, index) => {
    const speaker: Speaker = index % 2 === 0 ? 'agent' : 'customer';
    return { speaker, text, startMs: index * 4000, endMs: index * 4000 + 3000, words: [] };
  });
  const [value] = analyse(transcript, [field], facts).fields;
  return value?.state === 'not_mentioned' ? 'none' : `${value?.state} ${value?.value}`;
}

const asks = 'How much would you like to donate? You can choose any amount from $0 to $50.';

describe('a promised amount', () => {
  test.each([
    [[asks, 'I will give 20 dollars.'], 20],
    [[asks, 'A dollar, please.'], 1],
    [[asks, "I'd be happy to donate $15 if you don't mind."], 15],
    [['Would you help us?', "Yes. Let's settle on thirty dollars for today."], 30],
    [['Could you donate $5 today?', 'Yes, sure.'], 5],
    [['How about ten dollars?', 'Just five.'], 5],
    [[asks, 'I can do $20.', 'Could you make it $40?', 'Okay, I will do 30 dollars.'], 30],
    [[asks, 'How about $12?', 'Yes, $12 is wonderful.'], 12],
    [[asks, "I'll donate $7, is that a charity of yours?"], 7],
    [[asks, '$20 for me, please.'], 20],
    [[asks, 'I will donate $30 to the charity and $20 for me.'], 30],
    [['Would you help us?', 'I would like to donate half of my pay, so $4.'], 4],
    [[asks, 'I am going to give 50 cents out of my $2.'], 0.5],
    [[asks, 'I could do a dollar fifty.'], 1.5],
    [[asks, 'You can put me down for $3.'], 3],
    [[asks, "I'll give $2 and know that it is in the hands of people who help."], 2],
    [[asks, 'I will donate 20 cents, not much but all I have.'], 0.2],
    [[asks, "I'd like to donate $10.", 'How about $50?', "I can't afford more than $10."], 10],
    [['Even five dollars would be acceptable. Is that all right?', 'Sure, five dollars is fine.'], 5],
    [['Would you double that to fifty dollars?', 'Yeah, I could definitely double that to 50 dollars.'], 50],
    [[asks, 'Please submit $4 for the charity.'], 4],
    [[asks, 'Ten percent, so $2?', 'That is a great decision, $2 it is.'], 2],
  ] as const)('is read from %j as %d', (lines, value) => {
    expect(amountIn(lines)).toBe(`found ${value}`);
  });

  test.each([
    ['of our side', ['I will donate $2 myself today.', 'That is very kind of you.']],
    ['that is a limit', ['You can give any amount up to $50.', 'Yes, I see.']],
    ['that is a share', ['86% of the money goes to children.', 'Yes, great. I can give half of it.']],
    ['of other people', ['Most people give $20.', 'Okay, good for them.']],
    ['that is only asked about', [asks, 'How much are you giving, $10?']],
    ['of an accepted question with an objection', ['Could you give $25?', 'I would, but I have bills to pay.']],
    ['that is taken back', [asks, "I'll give $20.", 'Thank you!', "I changed my mind, I won't be donating."]],
    ['of nothing', [asks, 'I will donate $0.']],
    ['that is for the customer', [asks, 'I want to keep $10 for myself.']],
    ['that counts other things', [asks, 'I have two children, and I am 57.']],
    ['of the offer of somebody else', ['I am giving $5.', 'So it is just $5, not much either way.']],
    ['that is what a gift does', ['A dollar feeds a child.', 'I am sure that a dollar would help a lot.']],
    ['that counts no money', [asks, 'I think we have 1 or 2 more questions to go.']],
    ['that a suggestion names before a no', ['Could you give $25?', 'No, sorry, not today.']],
  ] as const)('is no amount %s', (_, lines) => {
    expect(amountIn(lines)).toBe('none');
  });

  test.each([
    [[asks, "I'll give $10 if you match it."], 'unsure 10'],
    [[asks, 'I will give between 10 and 20 dollars.'], 'unsure 20'],
    [[asks, 'How about $12?', 'Let me see.', 'Bye.'], 'unsure 12'],
  ] as const)('is unsure in %j', (lines, value) => {
    expect(amountIn(lines)).toBe(value);
  });

  test('does not depend on the words of the field', () => {
    const lines = [asks, 'I could spare 8 dollars.'];
    const fields = [pledge, fieldOf('Donation', ''), fieldOf('Amount', 'What the customer promised')];
    expect(fields.map((field) => amountIn(lines, field))).toEqual(['found 8', 'found 8', 'found 8']);
  });
});

test('a currency with an article is one, and a decimal of cents is a part of the whole unit', () => {
  const values = ['a dollar', '$.40 cents', '0.50 cents', '50 cents'].map((text) => amountsIn(text)[0]?.value);
  expect(values).toEqual([1, 0.4, 0.5, 0.5]);
  expect(amountsIn('a dollar bill')).toEqual([]);
});
