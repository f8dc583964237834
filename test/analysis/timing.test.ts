import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/analysis/analyse.ts';
import { readConversation } from '../../src/analysis/conversation.ts';
import { scoreOf as phraseScoreOf } from '../../src/analysis/scores.ts';
import type { Facts, Field } from '../../src/analysis/types.ts';
import type { Turn } from '../../src/transcripts/transcript.ts';

const facts: Facts = {
  calledAt: '2026-03-02T10:00:00.000Z',
  utcOffsetMinutes: 0,
  connected: true,
  voicemail: false,
  transferred: false,
  isTimed: true,
};
const turn = (speaker: Turn['speaker'], startMs: number, endMs: number, text = 'Some words.'): Turn => ({
  speaker,
  startMs,
  endMs,
  text,
  words: [],
});
const score = (changes: Partial<Field>): Field => ({
  key: 'f',
  name: 'F',
  group: 'g',
  type: 'score',
  options: [],
  description: '',
  ...changes,
});
const scoreOf = (turns: readonly Turn[], changes: Partial<Field>, known: Partial<Facts> = {}) => {
  const [value] = analyse(turns, [score(changes)], { ...facts, ...known }).fields;
  return { value: value!.value, turns: value!.evidence.map((each) => each.turn) };
};

describe('a score of times', () => {
  const calm = [turn('agent', 0, 4000), turn('customer', 4500, 9000), turn('agent', 10_000, 14_000)];

  test('gives full marks to a calm conversation', () => {
    for (const key of ['dead_air', 'talk_over', 'response_latency', 'longest_monologue'])
      expect(scoreOf(calm, { key }).value, key).toBe(100);
  });

  test('of dead air is the share of silences over 3 s, with the turns around the longest', () => {
    const silent = [turn('agent', 0, 4000), turn('customer', 5000, 7000), turn('agent', 12_000, 20_000)];
    // 5 of 20 s are 0.25: a fifth of the way from 0.3 to 0.05.
    expect(scoreOf(silent, { key: 'dead_air' })).toEqual({ value: 20, turns: [1, 2] });
    expect(scoreOf(silent, { key: 'dead_air', options: ['0.5', '1'] }).value).toBe(100);
  });

  test('of latency is the median wait of the customer', () => {
    const slow = [turn('customer', 0, 1000), turn('agent', 3750, 5000), turn('customer', 6000, 7000)];
    expect(scoreOf(slow, { key: 'response_latency' })).toEqual({ value: 50, turns: [1] });
  });

  test('of talking over counts turns that begin within the customer’s, and not the other way round', () => {
    const over = [turn('customer', 0, 5000), turn('agent', 2000, 4000), turn('agent', 8000, 9000)];
    expect(scoreOf(over, { key: 'talk_over' })).toEqual({ value: 0, turns: [1] });
    const barged = [turn('agent', 0, 5000), turn('customer', 2000, 6000), turn('agent', 7000, 8000)];
    expect(scoreOf(barged, { key: 'talk_over' }).value).toBe(100);
  });

  test('leaves out a person who took over, the replies to them, and the silence around them', () => {
    const spokenBy = { kind: 'supervisor', userUuid: 'u', name: 'Asha' } as const;
    const taken = (startMs: number, endMs: number): Turn => ({ ...turn('agent', startMs, endMs), spokenBy });
    const own = [turn('agent', 0, 4000), turn('customer', 4500, 6000), turn('agent', 7000, 8000)];
    const all = [
      ...own,
      taken(16_000, 60_000),
      turn('customer', 59_000, 61_000),
      taken(60_000, 110_000),
      turn('customer', 111_000, 112_000),
      turn('agent', 130_000, 131_000),
    ];
    for (const key of ['dead_air', 'talk_over', 'response_latency', 'talk_ratio', 'longest_monologue'])
      expect([key, scoreOf(all, { key }).value]).toEqual([
        key,
        // As if the agent had spoken its last second at once.
        scoreOf([...own, turn('agent', 8000, 9000)], { key }).value,
      ]);
    const persons = own.map((each) => (each.speaker === 'agent' ? { ...each, spokenBy } : each));
    expect(scoreOf(persons, { key: 'dead_air' }).value).toBeNull();
  });

  test('is not given where times were not measured or nobody answered', () => {
    expect(scoreOf(calm, { key: 'dead_air' }, { isTimed: false }).value).toBeNull();
    expect(scoreOf(calm.slice(0, 1), { key: 'talk_ratio' }).value).toBeNull();
  });
});

describe('a score of phrases', () => {
  test('does not credit the agent with what a person said in its place, in either voice', () => {
    const spokenBy = { kind: 'supervisor', userUuid: 'u', name: 'Asha' } as const;
    const greeting = turn('agent', 0, 900, 'Good morning.');
    const offer = turn('agent', 5000, 9000, 'We offer a ten percent discount on cleaning.');
    const asked = { options: ['ten percent discount on cleaning'] };
    expect(scoreOf([greeting, offer], asked).value).toBe(100);
    expect(scoreOf([greeting, { ...offer, spokenBy }], asked)).toEqual({ value: 0, turns: [0] });
    expect(scoreOf([greeting, { ...offer, spokenBy: { ...spokenBy, through: 'agent' } }], asked).value).toBe(0);
    // Without a word of the agent there is nothing to judge.
    expect(scoreOf([{ ...offer, spokenBy }], asked).value).toBeNull();
  });

  test('lets an appointment stand that a person agreed on', () => {
    const spokenBy = { kind: 'supervisor', userUuid: 'u', name: 'Asha' } as const;
    const turns = [
      turn('customer', 0, 900, 'I would like to see the flat.'),
      { ...turn('agent', 1000, 2000, 'Shall I book your visit for tomorrow at 10 am?'), spokenBy },
      turn('customer', 3000, 3500, 'Yes, please.'),
    ];
    expect(analyse(turns, [], facts).outcome).toMatchObject({ value: 'visit_scheduled' });
  });

  const disclosure = 'this conversation is recorded and stored for quality and training';
  const said = (text: string, changes: Partial<Turn> = {}) => ({ ...turn('agent', 0, 4000, text), ...changes });

  test('does not count a disclosure that the customer cut off', () => {
    const options = [disclosure];
    expect(
      scoreOf([said('Hello, this conversation is recorded and stored for quality and training.')], { options }).value,
    ).toBe(100);
    expect(scoreOf([said('Hello, this conversation is recorded and stored for quality and')], { options }).value).toBe(
      100,
    );
    expect(
      scoreOf([said('Hello, this conversation is recorded and stored for quality and', { heardMs: 3000 })], { options })
        .value,
    ).toBe(0);
  });

  test('excludes inapplicable phrases from the denominator', () => {
    const options = ['anything else I can do', 'if refund: the money arrives within five days'];
    const close = turn('agent', 6000, 8000, 'Is there anything else I can do?');
    const asks = turn('customer', 3000, 5000, 'I want a refund for it.');
    expect(scoreOf([close], { options }).value).toBe(100);
    expect(scoreOf([asks, close], { options }).value).toBe(50);
  });

  test('takes the words of a sentence from the parsed conversation', () => {
    let readings = 0;
    const turns = readConversation([said('Hello and welcome. Is that all?'), said("I'm well.")]).map((each) => ({
      ...each,
      sentences: each.sentences.map((sentence) => ({
        ...sentence,
        get text() {
          readings += 1;
          return sentence.text;
        },
      })),
    }));
    const options = ['Welcome', 'Is that all', 'I am well', "I'm well", 'How are you'];
    const found = phraseScoreOf(turns, score({ options }));
    expect(found?.evidence.map(({ turn: index, start }) => [index, start])).toEqual([
      [0, 0],
      [0, 19],
      [1, 0],
    ]);
    expect(readings).toBe(0);
  });
});
