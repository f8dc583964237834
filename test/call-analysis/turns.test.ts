import { expect, test } from 'vitest';
import { agentChannelOf } from '../../src/features/analysis/call-analysis/channel-names.ts';
import { namesPrompt } from '../../src/features/analysis/call-analysis/names-prompt.ts';
import { sidesOf, turnsOf } from '../../src/features/analysis/call-analysis/turns.ts';

const said = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });

test('turns end when the other side answers, however short the pause of the speaker was', () => {
  const turns = turnsOf([
    { speaker: 'agent', sentences: [said(0, 900, 'Which day?'), said(1700, 2500, 'Thursday it is.')] },
    { speaker: 'customer', sentences: [said(1000, 1500, 'Thursday.')] },
  ]);
  expect(turns.map(({ text }) => text)).toEqual(['Which day?', 'Thursday.', 'Thursday it is.']);
});

test('turns continue over a word of the other side that ends first', () => {
  const turns = turnsOf([
    { speaker: 'agent', sentences: [said(0, 2000, 'The total is ten.'), said(2300, 3000, 'Plus tax.')] },
    { speaker: 'customer', sentences: [said(900, 1200, 'Okay.')] },
  ]);
  expect(turns.map(({ text }) => text)).toEqual(['The total is ten. Plus tax.', 'Okay.']);
});

test('turns of a recording whose speakers are unknown end with a question and with a short pause', () => {
  const sentences = [
    said(0, 900, 'Is it Monday?'),
    said(1000, 1500, 'Yes.'),
    said(2400, 3000, 'Good.'),
    said(3100, 3500, 'Bye.'),
  ];
  expect(turnsOf([{ speaker: 'unknown', sentences }]).map(({ text }) => text)).toEqual([
    'Is it Monday?',
    'Yes.',
    'Good. Bye.',
  ]);
});

test('sides of one channel are divided word by word where the voice changes inside a sentence', () => {
  const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 200, confidence: 1 });
  const words = [word('How', 0), word('many?', 250), word('Two', 700), word('please.', 950)];
  const voices = [
    { startMs: 0, endMs: 450, voice: 0, confidence: 0.9 },
    { startMs: 700, endMs: 1150, voice: 1, confidence: 0.9 },
  ] as const;
  const sides = sidesOf([{ startMs: 0, endMs: 1150, text: 'How many? Two please.', words }], voices);
  expect(sides.map(({ sentences }) => sentences.map(({ text }) => text))).toEqual([['How many?'], ['Two please.']]);
});

test.each([
  ['call-17_agent-left.wav', 0],
  ['2026-01-02 agent_right.mp3', 1],
  ['caller-left.wav', 1],
  ['agent_customer_0042.wav', 0],
  ['customer-agent.ogg', 1],
  ['recording-agentur.wav', undefined],
  [null, undefined],
])('the channel of the agent in the file name %s is %s', (name, channel) => {
  expect(agentChannelOf(name)).toBe(channel);
});

test('the prompt of names has each name once and none with a digit', () => {
  expect(namesPrompt(['Asha  Rao', null, 'Flat 4B', 'Ravi', 'Asha Rao', ''])).toBe('Asha Rao, Ravi.');
  expect(namesPrompt([undefined, '42'])).toBeUndefined();
});
